"""``firmeterm search``: the companies that match a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from tui_app.cli.age_options import AS_OF, takes_fresh
from tui_app.cli.completion import complete_texts
from tui_app.cli.ending import tell
from tui_app.cli.output import CommandResult, OutputOptions, plain, show, source_of, takes_output
from tui_app.cli.session import NOTHING, WRONG_USE, end, session
from tui_app.contract.dates import read_day
from tui_app.contract.identifiers import Doubt, doubt_about
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.resources import CompanySummary
from tui_app.contract.search_notes import SearchNotes
from tui_app.system.language import N_, _

if TYPE_CHECKING:
    from tui_app.client.answer import Answer
    from tui_app.client.companies import Companies

_HINTS: Final = {
    Doubt.CONTROL_DIGIT: N_("The check digit of this tax id is wrong: a typing error?"),
    Doubt.TAX_ID_PREFIX: N_("Nearly a tax id: is a letter of RO or CUI missing?"),
    Doubt.REGISTRY_NUMBER_SHORT: N_("Nearly a registry number: is a digit missing?"),
}

_COLUMNS: Final = CompanySummary.__struct_encode_fields__
_OPTIONAL_COLUMNS: Final = ("formerly", "similar")
"""Columns where some company was found by a former name, or by a similar one."""


@click.command(
    epilog="Examples: firmeterm search petroterm · firmeterm search J40/99123/2020 -o csv"
    " · firmeterm search agro --fields taxId,companyName"
)
@click.argument("text", metavar="TEXT…", nargs=-1, required=True, shell_complete=complete_texts)
@takes_output("ftm", columns=(*_COLUMNS, *_OPTIONAL_COLUMNS))
@click.option(
    "--limit",
    type=click.IntRange(1, MAXIMUM_RESULTS),
    default=MAXIMUM_RESULTS,
    show_default=True,
    help="Number of companies.",
)
@AS_OF
@takes_fresh
def search(text: tuple[str, ...], output: OutputOptions, limit: int, fresh: bool) -> None:
    """Find companies by name, tax id or registry number, best first, at most ten.

    TEXT is found anywhere in the name or the numbers; it has at least three characters. Costs
    one request, unless the answer is cached.
    """
    run = session()
    sought = " ".join(text)
    if not sought.strip():
        end(_("A search needs at least 3 letters or digits."), WRONG_USE)

    async def found(companies: Companies) -> tuple[Answer[tuple[CompanySummary, ...]], bool]:
        answer = await companies.search(sought, fresh=fresh, confirm=True)
        return answer, companies.finds_similar

    answer, finds_similar = run.ask(found)
    if not answer.data:
        doubt = doubt_about(sought)
        hint = f" {_(_HINTS[doubt])}" if doubt in _HINTS else ""
        if day := read_day(sought):
            hint = _(" firmeterm new {day} lists the companies registered on that day.").format(
                day=day.isoformat()
            )
        near = "".join(f" {each}" for each in _near(answer.search))
        tried = _(", even with a wrong letter or a town in the text") if finds_similar else ""
        message = _("Nothing found{tried}.{near}")
        end(message.format(tried=tried, near=near) + hint + run.advice, NOTHING)
    similar = [each.tax_id for each in answer.data[:limit] if each.tax_id in answer.search.similar]
    rows = tuple(
        plain(each) | ({"similar": True} if each.tax_id in similar else {})
        for each in answer.data[:limit]
    )
    more = tuple(name for name in _OPTIONAL_COLUMNS if any(name in row for row in rows))
    result = CommandResult(
        title="Companies",
        columns=(*_COLUMNS, *more),
        rows=rows,
        brief=("taxId", "companyName", "status", "locality", "county", *more),
        items="companies",
    )
    show(result, source_of(run, [answer]), output)
    if similar:
        told = _("Similar, not as typed: {names}.")
        click.echo(
            " ".join([told.format(names=", ".join(similar)), *_near(answer.search)]), err=True
        )
    if len(answer.data) > limit:
        tell(
            _("{limit} of {count} shown: --limit shows more."), limit=limit, count=len(answer.data)
        )
    elif len(answer.data) == MAXIMUM_RESULTS:
        tell(_("The {limit} best are shown; more may match: type more to narrow."), limit=limit)


def _near(notes: SearchNotes) -> list[str]:
    """The words that may have been meant by each word that is in no name."""
    return [
        _("{word}: did you mean {names}?").format(word=each.word, names=", ".join(each.meant))
        for each in notes.near
    ]
