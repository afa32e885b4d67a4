"""The figures in the README and on the benchmarks' page, from the results. Run it to renew them."""

import re
from collections.abc import Mapping

from tests.benchmarks.report import RESULTS
from tests.benchmarks.terminal import PROMISES
from tests.docs.keys import README

START, END = "<!-- measured: made by python -m tests.docs.measured -->", "<!-- measured end -->"


def measured(results: str) -> str:
    """The registry's and the soak's sentences, and the tables of what the terminal promises."""
    sections = re.split(r"(?m)^## ", results)[1:]
    found = {section.partition("\n")[0]: section for section in sections}
    search, soak, first = found["search"], found["soak"], found[f"terminal, {next(iter(PROMISES))}"]
    tables = [_promises(found[f"terminal, {part}"]) for part in PROMISES]
    return "\n\n".join(
        (
            f"A registry of 4 200 000 invented companies ({_where(search)}):",
            _sentences(search),
            f"The screen at 120×40 ({_where(first)}), beside an app of Textual's own widgets in "
            "the same run; three figures are for 80×24, 120×40 and 200×60:",
            "\n".join((*tables[0][:2], *(row for table in tables for row in table[2:]))),
            "Ten thousand searches and two thousand companies through the screen, on a server "
            f"that fails at random ({_where(soak)}):",
            _sentences(soak),
        )
    )


def in_short(results: str) -> str:
    """The sentence of the README, with the day on which it was measured."""
    sections = re.split(r"(?m)^## ", results)[1:]
    found = {section.partition("\n")[0]: section for section in sections}
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")]
        for part in PROMISES
        for row in _promises(found[f"terminal, {part}"])
    ]
    painted = _starting({row[0]: row[2] for row in rows}, "letter to ranked")
    search = _sentences(found["search"]).splitlines()[0]
    median = re.search(r"p50 ([\d.]+ ms)", search)
    assert median is not None
    return (
        f"Measured {_when(found['search'])}: a search among 4,200,000 companies takes {median[1]}"
        f" inside the service (median), and ranked results are on the screen {painted} after a"
        " letter (p95); all figures: [tests/benchmarks](tests/benchmarks/README.md)."
    )


def _starting(figure: Mapping[str, str], name: str) -> str:
    return next(value for what, value in figure.items() if what.startswith(name))


def renewed(page: str, text: str) -> str:
    """A page with the figures as they should be."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{text}\n{END}{after}"


PAGES = {README: in_short, RESULTS.with_name("README.md"): measured}
"""The pages with figures, and what writes them from the results."""


def _where(section: str) -> str:
    """The date and the machine, as the report wrote them."""
    return section.splitlines()[2]


def _when(section: str) -> str:
    """The day and the commit of a section."""
    where = _where(section)
    commit = re.search(r", commit (\S+)", where)
    return f"on {where[:10]} at commit {commit[1]}" if commit else f"on {where[:10]}"


def _promises(section: str) -> list[str]:
    """The lines of the first table."""
    table = section[section.index("\n|") :].strip().partition("\n\n")[0]
    return table.splitlines()


def _sentences(section: str) -> str:
    return "\n".join(re.findall(r"(?m)^- .*$", section))


if __name__ == "__main__":
    for file, write in PAGES.items():
        page = file.read_text(encoding="utf-8")
        file.write_text(renewed(page, write(RESULTS.read_text(encoding="utf-8"))), encoding="utf-8")
