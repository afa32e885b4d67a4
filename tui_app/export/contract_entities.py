"""Public contracts as FollowTheMoney entities: who awarded what to whom.

Ids follow from what a row says, not from its place in a file, which changes from one edition of a
quarter to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tui_app.contract.folding import fold
from tui_app.contract.public_money import Contract
from tui_app.export.contract_values import amount, digest, remarks_on
from tui_app.export.follow_the_money import (
    COUNTRY,
    Entity,
    Provenance,
    company_id,
    digest_of,
    entity,
)

_CURRENCY = "RON"


def contract_entities(
    contracts: Iterable[Contract], provenance: Provenance, known: Iterable[str] = ()
) -> Iterator[Entity]:
    """Each contract and its award, and once the parties whose ids are not yet ``known``.

    A value that must not be summed is given as text, not as an amount: that of a framework, which
    is repeated on the row of each supplier, or one that was set apart. A winner without a name is
    a person, who gets no entity.
    """
    written = set(known)
    for each in contracts:
        for party in _parties(each, provenance, written):
            written.add(party["id"])
            yield party
        own = _contract_id(each)
        if own not in written:
            written.add(own)
            yield _contract(own, each, provenance)
        award = _award(own, each, provenance)
        if award is not None and award["id"] not in written:
            written.add(award["id"])
            yield award


def _parties(contract: Contract, provenance: Provenance, written: set[str]) -> Iterator[Entity]:
    for tax_id, name in (
        (contract.buyer_tax_id, contract.buyer_name),
        (contract.winner_tax_id, contract.winner_name),
    ):
        own = _party_id(tax_id, name)
        if own and own not in written:
            country = COUNTRY if tax_id else None
            # What kind of body it is, the files do not say.
            yield entity(
                own,
                "LegalEntity",
                provenance,
                name=name,
                taxNumber=tax_id,
                country=country,
                jurisdiction=country,
            )


def _contract(own: str, contract: Contract, provenance: Provenance) -> Entity:
    value = amount(contract)
    return entity(
        own,
        "Contract",
        provenance,
        title=contract.title or contract.number or contract.nature,
        authority=_party_id(contract.buyer_tax_id, contract.buyer_name),
        amount=_text(value),
        currency=None if value is None else _CURRENCY,
        contractDate=contract.date,
        procedureNumber=contract.number,
        type=contract.nature,
        description=remarks_on(contract),
        notes=f"{contract.source}, {contract.line}" if contract.source else None,
    )


def _award(own: str, contract: Contract, provenance: Provenance) -> Entity | None:
    supplier = _party_id(contract.winner_tax_id, contract.winner_name)
    if not supplier:
        return None
    value = amount(contract)
    is_changed = contract.value_after_changes is not None
    return entity(
        f"ro-award-{digest(contract)}",
        "ContractAward",
        provenance,
        supplier=supplier,
        contract=own,
        amount=_text(value),
        currency=None if value is None else _CURRENCY,
        date=contract.date,
        cpvCode=contract.cpv,
        amended="true" if is_changed else None,
        description=remarks_on(contract),
        recordId=f"{contract.source}, {contract.line}" if contract.source else None,
    )


def _contract_id(contract: Contract) -> str:
    buyer = _party_id(contract.buyer_tax_id, contract.buyer_name)
    named = contract.number or digest(contract)
    return f"ro-contract-{digest_of(f'{contract.nature} {buyer} {named} {contract.date}')}"


def _party_id(tax_id: str | None, name: str) -> str | None:
    if tax_id:
        return company_id(tax_id)
    return f"ro-party-{digest_of(fold(name))}" if name else None


def _text(value: int | None) -> str | None:
    return None if value is None else str(value)
