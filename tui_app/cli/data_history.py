"""``firmeterm data history``: older snapshots of the register."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tui_app.cli.age_options import read_day_typed
from tui_app.cli.ending import NothingError, tell_lines
from tui_app.cli.output import OutputOptions, show_record, takes_output
from tui_app.cli.registry import changing_registry, registry_file
from tui_app.registry.generation import beside
from tui_app.system.language import _, ngettext
from tui_app.system.untyped import JsonObject

if TYPE_CHECKING:
    from tui_app.opendata.history.adding import AddedSnapshot
    from tui_app.registry.history.snapshots import SnapshotInfo

_LONG: Final = dt.timedelta(days=100)
"""The register is published about monthly to quarterly: a longer interval is a gap."""


@click.group("history", short_help="The register over time: older snapshots.")
def history() -> None:
    """Keep older snapshots of the trade register, which show what changed, and when.

    Only differences are kept, in a file beside the registry. The order in which snapshots are
    added does not matter.
    """


@history.command("add", short_help="Add snapshots of any layout since 2015.")
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--date", "day", metavar="DAY", help="The day of files whose names do not give it.")
@click.option(
    "--with-people",
    is_flag=True,
    help="Keep the names of people in roles, too: personal data. Firms are kept anyway.",
)
def add(paths: tuple[Path, ...], day: str | None, *, with_people: bool) -> None:
    """Add files, folders and archives of the trade register, of any day and in any order.

    Each file is recognised by its header, and its day by its name or its folder's. Until the import
    is complete, the existing history stays in use.
    """
    from tui_app.cli.import_report import progress_listener
    from tui_app.cli.watched_news import report_watched_changes
    from tui_app.opendata.history.adding import add_snapshots, newest_day
    from tui_app.opendata.history.snapshots import plan_history
    from tui_app.registry.generation import next_generation

    path = registry_file()
    with changing_registry(path):
        plan = plan_history(paths, read_typed(day), with_people=with_people)
        tell_lines(plan.descriptions)
        known_until = newest_day(path)
        size = sum(file.source.size for each in plan.snapshots for file in each.files)
        with progress_listener(size) as progress, next_generation(path) as change:
            added = add_snapshots(plan, change, progress, with_people=with_people)
        tell_lines(report_watched_changes(path, known_until))
    click.echo("\n".join(_described(added, path)))


@history.command("info", short_help="Which days the history knows, and how well.")
@takes_output()
def info(output: OutputOptions) -> None:
    """Say which days the history knows, from which files, what was left out, and the gaps."""
    from tui_app.registry.history.snapshots import snapshots_of

    of = registry_file()
    path = beside(of).history
    if path is None:
        text = _("There is no history beside {of}: firmeterm data history add PATH…")
        raise NothingError(text.format(of=of))
    snapshots = snapshots_of(path)
    contents = _contents(path, snapshots)
    if not output.of(contents).is_for_people:
        show_record("History", contents, output)
    else:
        click.echo("\n".join(_info_lines(contents)))


@history.command("remove", short_help="Remove a snapshot.")
@click.argument("day", metavar="DAY")
def remove(day: str) -> None:
    """Remove the snapshot of a day from the history."""
    from tui_app.registry.generation import next_generation
    from tui_app.registry.history.snapshots import snapshots_of
    from tui_app.registry.history.store import changing

    path = registry_file()
    chosen = read_typed(day)
    with changing_registry(path):
        known = [each.day for each in snapshots_of(beside(path).history)]
        if chosen is None or chosen not in known:
            days = ", ".join(map(str, known)) or "none"
            message = _("The history has no snapshot of {day}. Its days: {days}.")
            raise NothingError(message.format(day=day, days=days))
        with next_generation(path) as change, changing(change) as draft:
            draft.remove(chosen)
    text = _("The snapshot of {chosen} was removed from the history beside {path}.")
    click.echo(text.format(chosen=chosen, path=path))


def read_typed(text: str | None) -> dt.date | None:
    """A day of the command line; raises ``click.BadParameter``."""
    return read_day_typed(text) if text else None


def _described(added: Sequence[AddedSnapshot], registry: Path) -> Iterator[str]:
    for each in added:
        if not each.is_new:
            yield _("{day}: in the history already").format(day=each.info.day)
            continue
        yield _("{day}: {rows} rows read, {companies} companies").format(
            day=each.info.day, rows=each.info.rows, companies=each.companies
        )
        yield from _remarks(each.info)
    if path := beside(registry).history:
        yield f"{path}, {path.stat().st_size / 1e6:.1f} MB"
    if not registry.exists():
        yield (
            _(
                "There is no registry at {registry} yet. Import the newest files to use the"
                " history: firmeterm data import PATH…"
            ).format(registry=registry)
        )


def _remarks(info: SnapshotInfo) -> Iterator[str]:
    yield from (
        _("  {count} left out: {why}").format(count=count, why=why)
        for why, count in info.left_out.items()
    )
    yield from (
        _("  {count} unreadable: {why}").format(count=count, why=why)
        for why, count in info.unreadable.items()
    )
    if info.lacks:
        yield _("  not there: {names}; a company missing that day means nothing").format(
            names=", ".join(info.lacks)
        )


def _contents(path: Path, snapshots: Sequence[SnapshotInfo]) -> JsonObject:
    gaps = [
        {"from": one.day.isoformat(), "to": other.day.isoformat()}
        for one, other in pairwise(snapshots)
        if other.day - one.day > _LONG
    ]
    return {
        "history": str(path),
        "bytes": path.stat().st_size,
        "snapshots": [
            {
                "day": each.day.isoformat(),
                "origin": each.origin,
                "files": [name for name, _ in each.files],
                "rows": each.rows,
                "leftOut": each.left_out,
                "unreadable": each.unreadable,
                "covers": [field.column for field in each.fields],
                "lacks": list(each.lacks),
                "hasCompaniesWithoutTaxId": each.has_unnumbered,
                "withPeople": each.with_people,
            }
            for each in snapshots
        ],
        "gaps": gaps,
    }


def _info_lines(contents: JsonObject) -> Iterator[str]:
    yield f"{contents['history']}, {contents['bytes'] / 1e6:.1f} MB"
    yield ngettext("{count} day:", "{count} days:", len(contents["snapshots"])).format(
        count=len(contents["snapshots"])
    )
    for each in contents["snapshots"]:
        origin = "" if each["origin"] == "files" else _(" (kept by an import)")
        yield _("  {day}: {names}{origin}, {rows} rows read").format(
            day=each["day"], names=", ".join(each["files"]), origin=origin, rows=each["rows"]
        )
        yield _("    covers {names}").format(names=", ".join(each["covers"]))
        for key, words in (("leftOut", _("left out")), ("unreadable", _("unreadable"))):
            yield from (f"    {count} {words}: {why}" for why, count in each[key].items())
        if each["lacks"]:
            yield _("    not there: {names}").format(names=", ".join(each["lacks"]))
    for gap in contents["gaps"]:
        yield _("gap: no snapshot between {start} and {end}").format(
            start=gap["from"], end=gap["to"]
        )
