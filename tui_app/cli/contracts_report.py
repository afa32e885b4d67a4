"""What an import prints of its files, and of the contracts beside a registry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tui_app.registry.generation import beside
from tui_app.system.language import _
from tui_app.system.untyped import JsonObject

if TYPE_CHECKING:
    from tui_app.opendata.keeping import TakenFiles
    from tui_app.opendata.procurement.importing import ProcurementSummary


def account_lines(files: TakenFiles) -> Iterator[str]:
    """What became of the files."""
    for tally, lines in zip(files.tallies, files.lines, strict=True):
        yield from tally.lines()
        yield from (f"  {line}" for line in lines)
    yield from (_("not taken: {why}").format(why=why) for why in files.not_taken)
    yield from (_("incomplete, but used: {why}").format(why=why) for why in files.not_whole)


def account_json(files: TakenFiles) -> JsonObject:
    """What became of the files, as JSON."""
    return {
        "notTaken": list(files.not_taken),
        "notWhole": list(files.not_whole),
        "files": [
            {
                "file": tally.label,
                "rows": tally.rows,
                "leftOut": dict(tally.left_out),
                "unreadable": dict(tally.unreadable),
                "notes": dict(tally.notes),
                "messages": [{"line": line, "what": what} for line, what in tally.messages],
                "account": list(lines),
            }
            for tally, lines in zip(files.tallies, files.lines, strict=True)
        ],
    }


def contract_lines(summary: ProcurementSummary, registry: Path) -> Iterator[str]:
    """The account of each file, and of all contracts."""
    yield from account_lines(summary.files)
    yield from (source.replaced_text for source in summary.replaced)
    rows = sum(source.rows for source in summary.sources)
    path, size = _file(registry)
    yield _("{rows} rows of {count} procurement files in {path}, {size:.1f} MB.").format(
        rows=rows, count=len(summary.sources), path=path, size=size / 1e6
    )
    if not registry.exists():
        yield (
            _(
                "There is no registry beside them yet: import OD_FIRME and the yearly"
                " statements, and firmeterm shows who won them."
            )
        )


def contracts_json(summary: ProcurementSummary, registry: Path) -> JsonObject:
    """The account as JSON."""
    path, size = _file(registry)
    return {
        "file": str(path),
        "bytes": size,
        "sources": [source.label for source in summary.sources],
        "replaced": [source.label for source in summary.replaced],
        **account_json(summary.files),
    }


def _file(registry: Path) -> tuple[Path, int]:
    """The published contracts beside a registry, and their size in bytes."""
    path = beside(registry).contracts or registry
    return path, path.stat().st_size
