"""What the README says was measured, taken from the benchmarks' results. Run it to renew it."""

import re

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


def renewed(readme: str, results: str) -> str:
    """The README with the figures as they should be."""
    before, _, rest = readme.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{measured(results)}\n{END}{after}"


def _where(section: str) -> str:
    """The date and the machine, as the report wrote them."""
    return section.splitlines()[2]


def _promises(section: str) -> list[str]:
    """The lines of the first table."""
    table = section[section.index("\n|") :].strip().partition("\n\n")[0]
    return table.splitlines()


def _sentences(section: str) -> str:
    return "\n".join(re.findall(r"(?m)^- .*$", section))


if __name__ == "__main__":
    renewed_text = renewed(README.read_text(encoding="utf-8"), RESULTS.read_text(encoding="utf-8"))
    README.write_text(renewed_text, encoding="utf-8")
