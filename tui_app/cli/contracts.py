"""``firmeterm contracts``: public money, row by row, or by buyer and supplier."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

import click

from tui_app.cli import output as out
from tui_app.cli.consent import YES
from tui_app.cli.ending import tell
from tui_app.cli.output_file import cut_output_file
from tui_app.cli.paging import PageRequests, rows_left, shown_total, tell_more
from tui_app.cli.session import NOTHING, TAX_ID, WRONG_USE, Session, end, session
from tui_app.client.answer import Answer, AnyAnswer
from tui_app.contract import public_money as m
from tui_app.contract.operations import CONTRACTS, PUBLIC_MONEY, SCREEN_SIZE, AnyOperation
from tui_app.sources.source import SourceKind, kind_of, name_of
from tui_app.system.language import _, ngettext
from tui_app.system.wording import grouped

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

COLUMNS: Final = (
    "nature", "date", "buyerTaxId", "buyerName", "value", "valueAfterChanges", "cpv", "title",
    "number", "source",
)  # fmt: skip
_EVERY: Final = tuple(dict.fromkeys((*COLUMNS, *m.Contract.__struct_encode_fields__)))
_BRIEF: Final = ("nature", "date", "buyerName", "value", "title")
_BRIEF_OF_AUTHORITY: Final = ("nature", "date", "winnerName", "value", "title")
_PARTNER: Final = m.MoneyPartner.__struct_encode_fields__


@click.command(
    epilog="Examples: firmeterm contracts 990000013 -o csv · firmeterm contracts 990000013 -o ocds"
    " · firmeterm contracts 4305857 --side authority --partners"
)
@TAX_ID
@click.option(
    "--side",
    type=click.Choice([m.SUPPLIER, m.AUTHORITY]),
    default=m.SUPPLIER,
    show_default=True,
    help="What the company won, or what it bought.",
)
@click.option("--limit", type=click.IntRange(1), help="Maximum number of contracts.")
@click.option(
    "--partners",
    is_flag=True,
    help="A row for each buyer, or for each supplier of an authority, with its sum.",
)
@YES
@out.takes_output("ocds", columns=(*_EVERY, *_PARTNER), has_more=True)
def contracts(
    *,
    tax_id: str,
    side: str,
    limit: int | None,
    partners: bool,
    yes: bool,
    output: out.OutputOptions,
) -> None:
    """List the public contracts of a company or an authority: one row each, newest first.

    Contracts, call-offs, framework agreements and awards without a notice come in full, and the
    largest direct purchases from each authority. Values are nominal, in lei. A framework's value
    is a ceiling; do not add it up.
    """
    output.of(_PARTNER if partners else _EVERY)
    if partners and (limit is not None or output.format == "ocds"):
        raise click.UsageError(_("--partners goes with neither --limit nor -o ocds."))
    run = session()
    tax_id = run.tax_id(tax_id)
    if partners:
        _list_partners(run, tax_id, side, output)
        return
    walk = _Walk(run, tax_id, side, limit, yes=yes)
    run.ask(walk.go)
    if not walk.contracts:
        end(_("No public contracts on record.") + _other_side(side, tax_id) + run.advice, NOTHING)
    source_notes = out.source_of(run, walk.answers)
    if output.format == "ocds":
        from tui_app.export.ocds import release_package

        click.echo(out.dumps(release_package(walk.contracts, tax_id, dt.datetime.now(dt.UTC))))
        out.print_notes(source_notes)
    else:
        result = out.CommandResult(
            title=_("Public contracts of {tax_id}").format(tax_id=tax_id),
            columns=COLUMNS,
            brief=_BRIEF if side == m.SUPPLIER else _BRIEF_OF_AUTHORITY,
            rows=tuple(map(out.plain, walk.contracts)),
            items="contracts",
            rest={"totalContracts": walk.total},
        )
        out.show(result, source_notes, output)
    walk.report_early_end()


def _other_side(side: str, tax_id: str) -> str:
    if side == m.SUPPLIER:
        text = _(" What it bought: firmeterm contracts {tax_id} --side authority.")
        return text.format(tax_id=tax_id)
    return _(" What it won: firmeterm contracts {tax_id}.").format(tax_id=tax_id)


class _Walk:
    """Goes through the pages of a company's contracts; pages that arrived are kept in any case."""

    def __init__(
        self, run: Session, tax_id: str, side: str, limit: int | None, *, yes: bool
    ) -> None:
        self._run, self._tax_id, self._side, self._limit = run, tax_id, side, limit
        self._requests = PageRequests(run.settings, yes=yes)
        self._cursor: str | None = ""
        self.answers: list[AnyAnswer] = []
        self.contracts: list[m.Contract] = []
        self.total: int | None = None

    async def go(self, companies: Companies) -> None:
        """Load all pages. Raises ``ClientError`` for the first one."""
        await require_contracts(self._run, companies, CONTRACTS)
        with self._requests.keep_what_came(lambda: self.contracts):
            while self._cursor is not None and not self._requests.interrupted and self._left():
                await self._load(companies, self._cursor)
                self._ask_about_the_rest(companies)

    def _left(self) -> int:
        most = SCREEN_SIZE.maximum
        return most if self._limit is None else min(most, self._limit - len(self.contracts))

    async def _load(self, companies: Companies, cursor: str) -> None:
        request = companies.contracts(
            self._tax_id, self._side, limit=self._left(), cursor=cursor, confirm=True
        )
        answer = await self._requests.wait_for(request)
        page = answer.data
        self.answers.append(answer)
        self.contracts += page.contracts
        if self._limit is not None:
            del self.contracts[self._limit :]
        self.total = page.total_contracts
        self._cursor = page.next_cursor

    def _ask_about_the_rest(self, companies: Companies) -> None:
        if self._cursor is None:
            return
        left = rows_left(self._limit, self.total, len(self.contracts))
        what = ngettext("{count} more contract", "{count} more contracts", left or 0)
        self._requests.ask_about_rows(companies, what, left)

    def report_early_end(self) -> None:
        """End the command, if pages are missing."""
        if self._requests.ended_early:
            tell(
                _("Ended early: {count} of {total} are written."),
                count=grouped(len(self.contracts)),
                total=shown_total(self.total),
            )
            cut_output_file()
        elif self.total is not None and self.total > len(self.contracts):
            tell_more(len(self.contracts), self.total)
        self._requests.end_early()


def _list_partners(run: Session, tax_id: str, side: str, output: out.OutputOptions) -> None:
    """Print the buyers of a company, or the suppliers of an authority, with their sums."""
    raw = {"side": side, "partners": "10000"}

    async def question(companies: Companies) -> Answer[m.PublicMoney]:
        await require_contracts(run, companies, PUBLIC_MONEY)
        return await companies.ask(PUBLIC_MONEY, tax_id, raw, confirm=True)

    answer = run.ask(question)
    money = answer.data
    items, other, title = "buyers", "suppliers", _("Buyers of {name}")
    if side == m.AUTHORITY:
        items, other, title = "suppliers", "buyers", _("Suppliers of {name}")
    rest = out.plain(money)
    rows = rest.pop(items, ())
    if not rows:
        end(_("No public contracts on record.") + _other_side(side, tax_id) + run.advice, NOTHING)
    for name in ("newest", "largest", "changes", other):
        rest.pop(name, None)
    if output.format == "table":
        rest = dict(out.paths_of(rest))
    result = out.CommandResult(
        title=title.format(name=money.name),
        columns=_PARTNER,
        brief=("taxId", "name", "count", "sum", "share"),
        rows=tuple(rows),
        items=items,
        rest=rest,
    )
    out.show(result, out.source_of(run, [answer]), output)
    total = money.total_suppliers if side == m.AUTHORITY else money.total_buyers
    if total and total > len(rows):
        tell(_("The largest {count} of {total}."), count=len(rows), total=total)


async def require_contracts(run: Session, companies: Companies, operation: AnyOperation) -> None:
    """End the command if the source has no public contracts."""
    extensions = await companies.learn_extensions(confirm=True)
    if companies.offline or operation.name in extensions:
        return
    name, kind = name_of(run.settings), kind_of(run.settings)
    how = _("firmeterm data download --procurement, then firmeterm data import.")
    elsewhere = _("Beside a registry of your own they come with {how}").format(how=how)
    text = _("There are no public contracts in {name}. {elsewhere}")
    if kind is SourceKind.REGISTRY:
        text = _("No public contracts were imported beside {name}: {how}")
    elif kind is SourceKind.REMOTE:
        text = _("{name} does not offer public contracts. {elsewhere}")
    end(text, WRONG_USE, name=name, how=how, elsewhere=elsewhere)
