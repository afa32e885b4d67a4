"""What of a public contract's value other programs may sum, and the rest in words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from tui_app.contract.public_money import Contract

FRAMEWORK = "framework"


def amount(contract: Contract) -> int | None:
    """The value in whole RON, where it may be summed.

    That of a framework agreement is a ceiling, repeated on the row of each supplier; others are
    set apart as typing errors.
    """
    return None if contract.nature == FRAMEWORK or contract.set_apart else contract.value


def remarks_on(contract: Contract) -> str:
    """What ``amount`` does not say, in English; empty if it says all."""
    return " ".join(_remarks(contract))


def digest(contract: Contract) -> str:
    """Sixteen hexadecimal digits that follow from what a row says, not from its place in a file."""
    said = (
        contract.nature, contract.date, contract.buyer_tax_id, contract.buyer_name,
        contract.winner_tax_id, contract.winner_name, contract.number, contract.title,
        contract.value, contract.cpv,
    )  # fmt: skip
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


def _remarks(contract: Contract) -> Iterator[str]:
    value = contract.value
    if contract.nature == FRAMEWORK and value is not None:
        others = contract.shared_with or 0
        shared = f", shared with {others} other suppliers" if others else ""
        yield f"Framework agreement: a ceiling of {value} RON{shared}."
    elif contract.set_apart and value is not None:
        yield f"{value} RON, set apart: {contract.set_apart}."
    if contract.value_after_changes is not None:
        yield f"Value after changes: {contract.value_after_changes} RON."
