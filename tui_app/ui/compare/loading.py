"""The requests of the comparison for each company, and their price."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from tui_app.client.answer import Answer
from tui_app.client.errors import ClientError
from tui_app.contract import operations as ops
from tui_app.contract.operations import Operation
from tui_app.ui.compare.rows import Compared
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.panes.facts import LoadedData
from tui_app.ui.remote.price import at_most, total
from tui_app.ui.remote.wording import error_text

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.app import FirmetermApp

# Any: operations differ in their result.
_ALWAYS: Final[tuple[Operation[Any], ...]] = (ops.PROFILE, ops.FINANCIAL)


def price_of(
    client: Companies, tax_ids: Iterable[str], *, cases: bool = False, fresh: bool = False
) -> int:
    """The price of companies: profile and figures of each, and with ``cases`` their court cases."""
    operations = (*_ALWAYS, *([ops.COURT_CASES] if cases else []))
    if client.live is not None and not fresh:
        return client.price_of_all(operations, list(tax_ids))
    return total(
        *(
            # An upper bound: the profile may say that there are no figures.
            at_most(price) if operation.flag else price
            for tax_id in tax_ids
            for operation in operations
            for price in [client.price(operation, tax_id, fresh=fresh)]
        )
    )


def price_of_cases(client: Companies, tax_ids: Iterable[str]) -> int:
    """The price of the first page of court cases of companies."""
    return total(*(client.price(ops.COURT_CASES, tax_id) for tax_id in tax_ids))


async def load(program: FirmetermApp, entry: CompanyEntry, *, cases: bool, fresh: bool) -> Compared:
    """Load the data to compare; court cases if they are free, or with ``cases``.

    Data that could not be loaded stay unknown; ``problem`` says why.
    """
    tax_id = entry.tax_id
    source, problem = program.source, ""
    # Any: as above.
    answers: dict[str, Answer[Any]] = {}
    seen_on = await program.workspace_thread.ask(
        lambda workspace: workspace.snapshots.vat_seen_on(source.kind, tax_id), None
    )
    try:
        companies = await program.companies()
        free = companies.price(ops.COURT_CASES, tax_id) == 0
        for operation in (*_ALWAYS, *([ops.COURT_CASES] if cases or free else [])):
            profile = answers.get(ops.PROFILE.name)
            if operation.is_ruled_out(profile.data if profile else None):
                continue
            # A live source has just sent it fresh, so it is not requested again.
            is_fresh = fresh and (companies.live is None or operation is not ops.PROFILE)
            answer = await companies.ask(operation, tax_id, fresh=is_fresh, confirm=True)
            program.workspace_thread.keep(source, operation, tax_id, 1, answer)
            answers[operation.name] = answer
    except ClientError as error:
        problem = error_text(error, program)
    return Compared(entry=entry, loaded=LoadedData(answers, seen_on), problem=problem)
