"""Screening as of a day finds what that day's files contain, by an independent oracle."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import pytest
from click.testing import CliRunner

from tests.opendata import past
from tests.opendata.past import Company, changed
from tests.registry.engines import BOTH, opened, server_of
from tui_app.cli.main import main
from tui_app.contract.dates import read_day
from tui_app.contract.resources import FormerCompany
from tui_app.contract.screening.language import parse
from tui_app.registry.history import screening
from tui_app.registry.sql_registry import SqlRegistry

DAYS = ("2019-02-01", "2020-12-08", "2022-04-07", "2026-09-02")
PLACES = (
    ("Cluj", "Dej"), ("Cluj", "Cluj-Napoca"), ("Sibiu", "Sibiu"), ("București", "Sectorul 3"),
    ("", ""),
)  # fmt: skip
NAMES = ("ALFA DEMO SRL", "ȘTEFAN S.R.L.", "ALFA-BETA SA", '"GAMA" SRL-D', "PROBA ALFABET SNC",
         "OMEGA", "A.L.F.A. & D'ALBA S.R.L.")  # fmt: skip
CODES = (("1048",), ("1048", "1107"), ("1084",), ())
STATES = {"1048": ("active", 0), "1107": ("insolvent", 1), "1084": ("struck_off", 2)}


def a_country(chance: random.Random) -> list[list[Company]]:
    """The companies of each day, of which some are missing on some days."""
    firms = [Company(str(990000100 + n), f"J12/{n + 1}/2010", NAMES[0]) for n in range(40)]
    days = []
    for _ in DAYS:
        edited = []
        for firm in firms:
            county, locality = chance.choice(PLACES)
            edit = chance.choice(
                ({}, {}, {"name": chance.choice(NAMES)}, {"codes": chance.choice(CODES)},
                 {"county": county, "locality": locality},
                 {"form": chance.choice(("SRL", "SRL-D", "SA"))})
            )  # fmt: skip
            edited.append(changed(firm, **edit))
        firms = edited
        days.append([firm for firm in firms if chance.random() > 0.15])
    days = [[*firms, Company("990000300", "J12/90/2009", "VECHIUL OMICRON")] for firms in days]
    for number, names in ((301, ("UNICUM", "OMEGA", "GAMA", "GAMA")),
                          (302, ("OMEGA", "OMEGA", "VIITOR", "OMEGA"))):  # fmt: skip
        renamed = Company(f"990000{number}", f"J12/{number}/2009", "")
        for firms, name in zip(days, names, strict=True):
            firms.append(changed(renamed, name=name))
    days[-1] += [Company(str(990000310 + n), f"J12/{n}/2025", "OMICRON") for n in range(12)]
    return days


def form_of(firm: Company, day: str) -> str:
    """By the register where it says it, else by the name; only the name tells a debutant."""
    by_name = {"ALFA DEMO SRL": "SRL", "ȘTEFAN S.R.L.": "SRL", "ALFA-BETA SA": "SA",
               '"GAMA" SRL-D': "SRL-D", "PROBA ALFABET SNC": "SNC", "OMEGA": "",
               "OMICRON": "", "UNICUM": "", "VIITOR": "", "GAMA": "", "VECHIUL OMICRON": "",
               "A.L.F.A. & D'ALBA S.R.L.": "SRL"}  # fmt: skip
    return firm.form if day == DAYS[-1] else by_name[firm.name]


def state_of(firm: Company) -> str:
    """The most serious of its states."""
    graded = sorted((STATES[code] for code in firm.codes), key=lambda each: each[1])
    return graded[-1][0] if graded else "other"


def is_alfa(firm: Company) -> bool:
    """Whether its name has a word that begins with ``alfa``; dots do not count."""
    return "ALFA" in firm.name.replace(".", "")


def is_srl(firm: Company, day: str) -> bool:
    """An SRL-D is an SRL."""
    return form_of(firm, day) in {"SRL", "SRL-D"} or firm.name.endswith("SRL-D")


Fits = Callable[[Company, str], bool]
LINES: Sequence[tuple[str, Fits]] = (
    ("", lambda firm, day: True),
    ("county:CJ", lambda firm, day: firm.county == "Cluj"),
    ("not county:CJ,SB", lambda firm, day: firm.county not in {"Cluj", "Sibiu"}),
    ("locality:napoca", lambda firm, day: firm.locality == "Cluj-Napoca"),
    ("locality:nowhere", lambda firm, day: False),
    ("status:insolvent", lambda firm, day: state_of(firm) == "insolvent"),
    ("not status:active county:B",
     lambda firm, day: state_of(firm) != "active" and firm.county == "București"),
    ("status:other", lambda firm, day: state_of(firm) == "other"),
    ("not status:other", lambda firm, day: state_of(firm) != "other"),
    ("status:other,insolvent", lambda firm, day: state_of(firm) in {"other", "insolvent"}),
    ("form:SRL", is_srl),
    ("not form:SRL", lambda firm, day: not is_srl(firm, day)),
    ("form:SNC,SA", lambda firm, day: form_of(firm, day) in {"SNC", "SA"}),
    ("form:SRL-D",
     lambda firm, day: firm.name.endswith("SRL-D") or form_of(firm, day) == "SRL-D"),
    ("name:alfa", lambda firm, day: is_alfa(firm)),
    ("name:dalba,gam", lambda firm, day: "ALBA" in firm.name or "GAMA" in firm.name),
    ("name:srl", lambda firm, day: form_of(firm, DAYS[0])[:3] == "SRL"),
    ("name:stefan county:CJ",
     lambda firm, day: firm.name.startswith("ȘTEFAN") and firm.county == "Cluj"),
    ("name:alfa name:beta", lambda firm, day: firm.name.startswith("ALFA-B")),
    ("not name:alfa", lambda firm, day: not is_alfa(firm)),
)  # fmt: skip


@pytest.fixture(scope="module", params=BOTH)
def known(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[SqlRegistry, list[list[Company]]]]:
    """A registry with a history, and the companies of each day."""
    country, folder = a_country(random.Random(38)), tmp_path_factory.mktemp("past")
    old = [
        past.write_old(folder / day, day, firms)
        for day, firms in zip(DAYS[:-1], country, strict=False)
    ]
    newest = past.write_new(folder / f"firme-{DAYS[-1]}", country[-1])
    file = folder / "registry.db"
    for arguments in (("import", newest), ("history", "add", newest, *old)):
        done = CliRunner().invoke(main, ["data", *map(str, arguments), "--registry", str(file)])
        assert done.exit_code == 0, done.output
    with opened(file, server_of(request)) as registry:
        yield registry, country


def test_every_screen_of_every_day_is_that_of_the_files(
    known: tuple[SqlRegistry, list[list[Company]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In chunks that are smaller than the country, page by page, in both directions."""
    registry, country = known
    monkeypatch.setattr(screening, "_CHUNK", 7)
    for day, firms in zip(DAYS, country, strict=True):
        moment = read_day(day)
        assert moment is not None
        for number, (line, fits) in enumerate(LINES):
            at = DAYS.index(day)
            if day != DAYS[-1] and (number + at) % 3 == 0:
                continue  # each line on the newest day, and on two of the others
            expected = sorted(firm.tax_id for firm in firms if fits(firm, day))
            # Each line in one direction, on the next day in the other.
            order = ("companyName", "-county")[(number + at) % 2]
            pages, cursor = [], ""
            while True:
                page = registry.screen(parse(line), order, 6, cursor, day=moment)
                assert page.total_companies == len(expected), (day, line)
                assert page.total_is_exact
                assert page.companies or not expected, "promised, and not there"
                pages.append(page.companies)
                cursor = page.next_cursor or ""
                if not cursor:
                    break
            found = [each.tax_id for each in chain(*pages)]
            assert sorted(found) == expected, (day, line, order)
            keys = [(c.company_name if order == "companyName" else c.county or "").upper()
                    for c in chain(*pages)]  # fmt: skip
            assert keys == sorted(keys, reverse=order.startswith("-"))
            facets = registry.screen_facets(parse(line), day=moment)
            assert facets.total_companies == len(expected)
            by_county = {each.value: each.companies for each in facets.counties}
            matching = [firm.county for firm in firms if fits(firm, day)]
            assert by_county == {county: matching.count(county) for county in {*matching}}
            forms = {each.value: each.companies for each in facets.company_types}
            if day == DAYS[-1]:
                said = [firm.form.removesuffix("-D") for firm in firms if fits(firm, day)]
                assert forms == {form: said.count(form) for form in {*said}}


def test_a_search_of_a_day_finds_who_had_the_name_then_or_before(
    known: tuple[SqlRegistry, list[list[Company]]],
) -> None:
    """Also where ten others match today; a name that came later is none of that day."""
    registry, country = known
    for at, day in enumerate(DAYS):
        moment = read_day(day)
        assert moment is not None
        then = {firm.tax_id: firm.name for firm in country[at]}
        had = {
            (firm.tax_id, firm.name.replace(".", ""))
            for firms in country[: at + 1]
            for firm in firms
        }
        for text in ("alfa", "ștefan", "omega", "omicron", "unicum", "viitor"):
            fit = {tax_id for tax_id, name in then.items() if text.upper() in name.replace(".", "")}
            once = {tax_id for tax_id, name in had if text.upper() in name} & then.keys()
            found = registry.search(text, day=moment).companies
            assert {each.tax_id for each in found} <= once, (day, text)
            assert len(found) == min(10, len(once)), (day, text)
            for each in found:
                assert each.company_name == then[each.tax_id]
                is_former = each.tax_id not in fit
                assert isinstance(each, FormerCompany) is is_former, (day, text, each)


@pytest.mark.parametrize(
    "part", ["99000030", "0000117", "RO990000", "J12/3", "12/30", "/2009", "j12 4", "2/2010"]
)
def test_a_search_of_a_day_finds_parts_of_identifiers(
    known: tuple[SqlRegistry, list[list[Company]]], part: str
) -> None:
    """Of tax ids and registry numbers, also of companies that are gone today."""
    registry, country = known
    wanted = part.upper().removeprefix("RO").replace("/", " ")
    for firms, day in zip(country, DAYS, strict=True):
        moment = read_day(day)
        assert moment is not None
        fit = {
            firm.tax_id
            for firm in firms
            if wanted in firm.tax_id or wanted in firm.number.replace("/", " ")
        }
        found = registry.search(part, day=moment)
        assert found.is_complete
        tax_ids = {each.tax_id for each in found.companies}
        assert tax_ids <= fit, (day, part)
        assert len(tax_ids) == len(found.companies) == min(10, len(fit)), (day, part)


def test_a_superscript_is_no_identifier(
    known: tuple[SqlRegistry, list[list[Company]]],
) -> None:
    moment = read_day(DAYS[-1])
    assert moment is not None
    assert known[0].search("\u00b2\u00b2\u00b2\u00b2", day=moment).companies == ()
