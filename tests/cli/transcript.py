"""Command lines with all that they print, in ``transcripts/``: a session a test.

``python -m tests.cli.transcript`` writes down what they print now; read the difference. A line
after ``$`` is asked of the sample, after ``server$`` of a server whose answers stand here, and
after ``people$`` likewise, on a terminal. ``<<<`` gives it standard input. Standard error is marked
by ``!``, an exit code that is not 0 by ``=``.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.cli.running import run
from tests.cli.scripted import ADDRESS, commands_at, people_read
from tests.scripted import ScriptedServer
from tui_app import __version__
from tui_app.contract import operations as o
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.past import ChangePage, CompanyHistory, PastSnapshot, RegisterChange
from tui_app.contract.screening.page import ScreeningPage, ScreeningRow

FOLDER: Final = Path(__file__).parent / "transcripts"

_VARYING: Final = (
    (r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?", "NOW"), (r"\bfirme_\w+", "KEY"),
    (r"\b[0-9a-f]{10}\b", "ID"), (r"\b20\d\d-\d\d-\d\d \d\d:\d\d\b", "TODAY"),
)  # fmt: skip
"""What is another one in each run, and what stands for it."""


def server() -> ScriptedServer:
    """A server that knows a company with everything, one without figures, and no other."""
    ana = r.CompanyProfile(
        tax_id="1001", company_id="J12/100/2019", company_name="ANA SRL", company_type="SRL",
        status="functiune", county="Cluj", founding_year=2019, vat=True,
    )  # fmt: skip
    found = r.CompanySummary(tax_id="1001", company_id="J12/100/2019", company_name="ANA SRL",
                             status="functiune", county="Cluj")  # fmt: skip
    years = (r.YearlyRecord(year=2024, turnover=2_000_000, net_profit=-7_000, employee=3),
             r.YearlyRecord(year=2023, turnover=1_500_000, net_profit=9_000))  # fmt: skip
    case = r.CourtCase(case_number="1/3/2026", date="2026-01-02", party_status="Debitor")
    contract = money.Contract(
        nature="contract", date="2025-03-04", buyer_tax_id="77", buyer_name="ORAS",
        winner_tax_id="1001", winner_name="ANA SRL", value=5_000, title="Roads", number="9",
    )  # fmt: skip
    partner = money.MoneyPartner(tax_id="77", name="ORAS", count=2, sum=9_000)
    change = RegisterChange(kind="name", before="OLD", after="ANA SRL",
                            not_before="2024-01-01", not_after="2025-01-01")  # fmt: skip
    snapshots = (PastSnapshot(day="2024-01-01", present=True),)
    of_one = {
        o.PROFILE: ana, o.FINANCIAL: r.FinancialData(turnover=2_000_000, financial_data=years),
        o.COURT_CASES: r.CourtCasePage((case,), 2, 1, 21),
        o.PHONES: r.Phones(primary_phone="+40700000001"),
        o.EMAILS: r.Emails(primary_email="a@b.example"),
        o.ADMINISTRATORS: r.Administrators(administrators=("POPESCU ANA",)),
        o.CONTRACTS: money.ContractPage((contract,), total_contracts=3),
        o.PUBLIC_MONEY: money.PublicMoney(
            tax_id="1001", name="ANA SRL", years=(money.MoneyYear(year=2024, turnover=9),),
            buyers=(partner,), total_buyers=4,
        ),
        o.HISTORY: CompanyHistory(tax_id="1001", company_name="ANA SRL", snapshots=snapshots,
                                  changes=(change,)),
    }  # fmt: skip
    bare = r.CompanyProfile(tax_id="1002", company_name="DAN SA", vat=False)
    born = r.RegisteredCompany(tax_id="1001", company_name="ANA SRL")
    row = ScreeningRow(tax_id="1001", company_name="ANA SRL", county="Cluj", turnover=2_000_000)
    page = ChangePage(changes=(change,), total_changes=5, days=("2024-01-01", "2025-01-01"))
    return ScriptedServer(
        {operation.url_path("1001"): data for operation, data in of_one.items()}
        | {
            o.PROFILE.url_path("1002"): bare,
            o.FINANCIAL.url_path("1002"): 500,
            o.AUTOCOMPLETE.path: (found,),
            f"{o.AUTOCOMPLETE.path}?q=nothing": (),
            o.REGISTERED.path: r.RegisteredCompanyPage((born,), 3, 1, 41),
            o.SCREEN.path: ScreeningPage(
                (row,), total_companies=7, next_cursor="c1", missing_statements=("2024 small",)
            ),
            o.CHANGES.path: page,
        },
        extensions="screen, changes, history, contracts, public_money",
    )


def sessions() -> list[Path]:
    """The files, one for each session."""
    return sorted(FOLDER.glob("*.txt"))


def lines_of(session: Path) -> list[str]:
    """The command lines of a session, with their prompts."""
    text = session.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if re.match(r"(server|people)?\$ ", line)]


def replayed(session: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The session with what its lines print now; ``folder`` is the working directory."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "120")
    shown: list[str] = []
    for line in lines_of(session):
        prompt, _, words = line.partition("$ ")
        words, _, typed = words.partition(" <<< ")
        with monkeypatch.context() as patch:
            if prompt:
                commands_at(server(), patch)
            if prompt == "people":
                people_read(patch)
            done = run(*shlex.split(words), typed=typed.replace("\\n", "\n") or None)
        code = [f"= {done.exit_code}"] if done.exit_code else []
        marked = [f"! {each}".rstrip() for each in done.stderr.replace("\r", "\\r").splitlines()]
        shown += [line, *done.stdout.replace("\r", "\\r").splitlines(), *marked, *code]
    text = "\n".join(shown).replace(str(folder), "HERE").replace(ADDRESS, "ADDRESS")
    text = text.replace(os.environ["XDG_CACHE_HOME"], "CACHE")
    text = text.replace(f"firmeterm {__version__}", "firmeterm VERSION")
    for pattern, word in _VARYING:
        text = re.sub(pattern, word, text)
    return f"{text}\n"


def test_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not collected with the others: ``python -m tests.cli.transcript`` runs it."""
    session = Path(os.environ["SESSION"])
    session.write_text(replayed(session, tmp_path, monkeypatch), encoding="utf-8")


if __name__ == "__main__":
    for each in sessions():
        subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "0", "-q", __file__],
            env=os.environ | {"SESSION": str(each)},
            check=True,
        )
