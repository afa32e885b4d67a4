"""The line of criteria: read, written again, refused with a finger on the wrong word."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tui_app.contract.screening.completion import complete
from tui_app.contract.screening.criteria import CriteriaError, Criterion, Range, Value
from tui_app.contract.screening.fields import FIELDS, FieldKind, known_value
from tui_app.contract.screening.language import parse, write
from tui_app.contract.screening.vocabulary import VOCABULARIES


def only(line: str) -> Criterion:
    (criterion,) = parse(line)
    return criterion


@pytest.mark.parametrize(
    ("line", "criterion"),
    [
        ("county:Cluj", Criterion("county", ("Cluj",))),
        ("county:CJ,b", Criterion("county", ("Cluj", "Bucuresti"))),
        ("COUNTY:bistrița-năsăud", Criterion("county", ("Bistrita-Nasaud",))),
        ('county:"Satu Mare","Municipiul București"',
         Criterion("county", ("Satu Mare", "Bucuresti"))),
        ("struck_off", Criterion("status", ("struck_off",))),
        ("form:s.r.l.", Criterion("form", ("SRL",))),
        ('form:"societate pe acțiuni"', Criterion("form", ("SA",))),
        ("county:Dîmboviţa", Criterion("county", ("Dambovita",))),
        ('county:"JUDEŢUL VÎLCEA","Bucureşti Sector 1"',
         Criterion("county", ("Valcea", "Bucuresti"))),
        ("caen:62.01", Criterion("caen", ("6201",))),
        ("form:SRL-D,srl", Criterion("form", ("SRL-D", "SRL"))),
        ("form:pf,AF,sc,n/a", Criterion("form", ("PF", "AF", "SC", "N/A"))),
        ("active", Criterion("status", ("active",))),
        ("status:struck_off", Criterion("status", ("struck_off",))),
        ("not active", Criterion("status", ("active",), negated=True)),
        ("-phone", Criterion("phone", negated=True)),
        ("not -phone", Criterion("phone")),
        ("nu vat", Criterion("vat", negated=True)),
        ("caen:62", Criterion("caen", ("62",))),
        ("caen:g,4711,software", Criterion("caen", ("G", "4711", "software"))),
        ("caen:k/3,G/2", Criterion("caen", ("K/3", "G/2"))),
        ("employees:1..9,50..99", Criterion("employees", (Range(1, 9), Range(50, 99)))),
        ("turnover:1,5", Criterion("turnover", (Range(1, 1), Range(5, 5)))),
        ('name:"agro, sud"', Criterion("name", ("agro, sud",))),
        ('name:"a ""b"" c"', Criterion("name", ('a "b" c',))),
        ('"agro sud"', Criterion("name", ("agro sud",))),
        ('"active"', Criterion("name", ("active",))),
        ("turnover:>1M", Criterion("turnover", (Range(low=1_000_000, low_open=True),))),
        ("turnover:>=1.5m", Criterion("turnover", (Range(low=1_500_000),))),
        ("turnover:100K..200K", Criterion("turnover", (Range(100_000, 200_000),))),
        ("profit:<0", Criterion("profit", (Range(high=0, high_open=True),))),
        ("profit:-5k..-1", Criterion("profit", (Range(-5_000, -1),))),
        ("profit:..0", Criterion("profit", (Range(high=0),))),
        ("employees:50..", Criterion("employees", (Range(low=50),))),
        ("employees:0,50", Criterion("employees", (Range(0, 0), Range(50, 50)))),
        ("turnover:2b", Criterion("turnover", (Range(2 * 10**9, 2 * 10**9),))),
        ("cifra:>1.5mld", Criterion("turnover", (Range(low=15 * 10**8, low_open=True),))),
        ("turnover:500mii..2MIL", Criterion("turnover", (Range(500_000, 2_000_000),))),
        ("margin:>10%", Criterion("margin", (Range(low=Decimal(10), low_open=True),))),
        ("growth:-5..5.25", Criterion("growth", (Range(Decimal(-5), Decimal("5.25")),))),
        ("founded:1991..1992", Criterion("founded", (Range(1991, 1992),))),
        ("founded:2000", Criterion("founded", (Range(2000, 2000),))),
        ("registered:2020-02",
         Criterion("registered", (Range(dt.date(2020, 2, 1), dt.date(2020, 2, 29)),))),
        ("registered:>2020",
         Criterion("registered", (Range(low=dt.date(2020, 12, 31), low_open=True),))),
        ("registered:<2020-05",
         Criterion("registered", (Range(high=dt.date(2020, 5, 1), high_open=True),))),
        ("registered:1.05.2020..31.12.2020",
         Criterion("registered", (Range(dt.date(2020, 5, 1), dt.date(2020, 12, 31)),))),
        ("registered:<=2020-05", Criterion("registered", (Range(high=dt.date(2020, 5, 31)),))),
    ],
)  # fmt: skip
def test_a_criterion_is_read(line: str, criterion: Criterion) -> None:
    assert only(line) == criterion


def test_a_line_holds_many_criteria() -> None:
    criteria = parse("  county:Cluj form:SRL  caen:62 turnover:>1M growth:>0 active ")
    assert [c.field for c in criteria] == [
        "county", "form", "caen", "turnover", "growth", "status",
    ]  # fmt: skip
    assert parse("") == parse("  ") == ()


@pytest.mark.parametrize(
    ("line", "word", "message"),
    [
        ("active conty:Cluj", "conty",
         "Unknown criterion: conty. Did you mean county? To search names for it, write name:conty"),
        ("actve", "actve",
         "Unknown criterion: actve. Did you mean active? To search names for it, write name:actve"),
        ("xyzzy", "xyzzy", "Unknown criterion: xyzzy. To search names for it, write name:xyzzy"),
        ("active :x", ":",
         "A value needs the name of its criterion before it, for example county:CJ"),
        ('""', '""', 'Unknown criterion: "". To search names for it, write name:""'),
        ("county:Cluj,Cluc", "Cluc", "Unknown county: Cluc. Did you mean Cluj?"),
        ("form:LTD", "LTD", "Unknown legal form: LTD"),
        ("turnover:lots", "lots",
         "Turnover needs a number, e.g. >1M or 1M..5M"),
        ("turnover:5..1", "5..1", "Turnover needs a number, e.g. >1M or 1M..5M"),
        ("turnover:1..x", "1..x", "Turnover needs a number, e.g. >1M or 1M..5M"),
        ("turnover:..", "..", "Turnover needs a number, e.g. >1M or 1M..5M"),
        ("employees:1.5", "1.5", "Employees needs a number, e.g. 10..49 or >5"),
        ("registered:29.02.2021", "29.02.2021",
         "Registered needs a date, e.g. 2020-05..2021"),
        ("registered:2021-02-29", "2021-02-29",
         "Registered needs a date, e.g. 2020-05..2021"),
        ("since:2026-01..2026-03", "2026-01..2026-03",
         "Since needs only the first day of the period, e.g. 2026-06"),
        ("since:<2026", "<2026",
         "Since needs only the first day of the period, e.g. 2026-06"),
        ("turnover:>1,5M", ">1,5M", "A comma means or: write >1.5M for >1,5M"),
        ("turnover:>1,5mld", ">1,5mld", "A comma means or: write >1.5mld for >1,5mld"),
        ("turnover:0,5M..2M", "0,5M..2M", "A comma means or: write 0.5M..2M for 0,5M..2M"),
        ("turnover:>1,500 vat", ">1,500", "A comma means or: write >1500 for >1,500"),
        ("turnover:1,000,000", "1,000,000",
         "A comma means or: write 1000000 for 1,000,000"),
        ("profit:<-2,050,000 vat", "<-2,050,000",
         "A comma means or: write <-2050000 for <-2,050,000"),
        ("margin:>=2,5", ">=2,5", "A comma means or: write >=2.5 for >=2,5"),
        ("caen:62-63", "62-63",
         "For one of several activities write caen:62,63"),
        ("caen:62..64", "62..64",
         "For one of several activities write caen:62,63,64"),
        ('caen:"01 - 4711"', '"01 - 4711"',
         "For one of several activities write caen:01,4711"),
        ("caen:62,5,1", "5", "Caen needs a code or words, e.g. 62"),
        ("caen:A/2", "A/2", "Caen needs a code or words, e.g. 62"),
        ("founded:91", "91", "Founded needs a year, e.g. 1991..1995"),
        ("caen:5", "5", "Caen needs a code or words, e.g. 62"),
        ("name:...", "...", "Name needs letters or digits, e.g. petro"),
        ("active county:", ":", "county needs a value, for example county:Alba"),
        ("county:Cluj,", ",", "county needs a value, for example county:Alba"),
        ("turnover", "turnover",
         "turnover needs a value, for example turnover:>1M or 1M..5M"),
        ("phone:often", "often", "phone is yes or no: write phone or not phone"),
        ("active not", "not", "A criterion must follow not"),
        ("not not active", "not", "One not is enough"),
        ('active name:"agro', '"agro', "The closing quote is missing"),
        ('county:"Cluj"x', "x", "Put a blank before x"),
    ],
)  # fmt: skip
def test_an_error_points_at_the_wrong_word(line: str, word: str, message: str) -> None:
    with pytest.raises(CriteriaError) as refused:
        parse(line)
    assert str(refused.value) == message
    assert line[refused.value.start : refused.value.end] == word


def test_a_line_that_is_too_long_is_refused() -> None:
    with pytest.raises(CriteriaError, match="At most 1000 characters"):
        parse("active " * 200)


AMOUNTS = st.integers(-(10**14), 10**14) | st.sampled_from([0, 1, 7, -9, 5 * 10**6, 10**9])
PERCENTS = st.decimals(-(10**6), 10**6, places=2, allow_nan=False, allow_infinity=False)
YEARS = st.integers(1000, 2999)
DAYS = st.dates(dt.date(1000, 1, 1), dt.date(2999, 12, 31))
TEXTS = st.text("aăZ9 .,\"':-&\t", min_size=1, max_size=12).filter(
    lambda text: text == text.strip() and any(c.isalnum() for c in text)
)


def _in_order(two: tuple[Any, Any]) -> Range:
    return Range(min(two), max(two))


def ranges(bounds: st.SearchStrategy[int | Decimal | dt.date]) -> st.SearchStrategy[Range]:
    both = st.tuples(bounds, bounds).map(_in_order)
    low = st.builds(
        lambda bound, is_open: Range(low=bound, low_open=is_open), bounds, st.booleans()
    )
    high = st.builds(
        lambda bound, is_open: Range(high=bound, high_open=is_open), bounds, st.booleans()
    )
    return both | low | high


OF_KIND: dict[FieldKind, st.SearchStrategy[Value]] = {
    FieldKind.WORDS: TEXTS,
    FieldKind.ACTIVITY: st.sampled_from(
        ["G", "K/3", "62", "6201", "software", "comert cu amanuntul"]
    ),
    FieldKind.AMOUNT: ranges(AMOUNTS),
    FieldKind.PERCENT: ranges(PERCENTS),
    FieldKind.YEAR: ranges(YEARS),
    FieldKind.DAY: ranges(DAYS),
    FieldKind.FIRST_DAY: DAYS.map(lambda day: Range(low=day)),
}


@st.composite
def criteria(draw: st.DrawFn) -> Criterion:
    field = FIELDS[draw(st.sampled_from(sorted(FIELDS)))]
    negated = draw(st.booleans())
    if field.kind is FieldKind.FLAG:
        return Criterion(field.name, (), negated)
    values = OF_KIND[field.kind] if field.kind in OF_KIND else st.sampled_from(field.values)
    found = draw(st.lists(values, min_size=1, max_size=3))
    return Criterion(field.name, tuple(found), negated)


@given(st.lists(criteria(), max_size=5))
def test_what_is_written_is_read_as_the_same(found: list[Criterion]) -> None:
    criteria = tuple(found)
    line = write(criteria)
    if len(line) <= 1_000:
        assert parse(line) == criteria


@example('" 0"')
@given(st.text(max_size=60) | st.text('county:Cluj,"->.1 Mnot', max_size=40))
def test_any_line_is_read_or_refused_within_its_bounds(line: str) -> None:
    try:
        criteria = parse(line)
    except CriteriaError as error:
        assert 0 <= error.start <= error.end <= len(line)
    else:
        assert parse(write(criteria)) == criteria


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("co", ["county:"]),
        ("active st", ["status:", "struck_off"]),
        ("not ph", ["phone"]),
        ("-web", ["website"]),
        ("county:Cl", ["Calarasi", "Cluj"]),
        ("county:cj", ["Cluj"]),
        ("county:Cluj,Bi", ["Bihor", "Bistrita-Nasaud"]),
        ("county:sat", ['"Satu Mare"']),
        ("form:sn", ["SNC"]),
        ("turnover:1", []),
        ("conty:C", []),
        ('name:"co', []),
    ],
)
def test_what_may_be_typed_next_is_offered(line: str, offered: list[str]) -> None:
    found = complete(line, len(line))
    assert [each.text for each in found] == offered
    for each in found:
        assert line[: each.start] + each.text + line[each.end :] == line[: each.start] + each.text
        assert each.end == len(line)


def test_every_known_value_is_read_as_itself() -> None:
    for field in FIELDS.values():
        for value in field.values:
            assert known_value(field, value) == value


@pytest.mark.parametrize(
    ("line", "english", "romanian"),
    [
        ("schimbata:stare,Sediu", "changed:state,seat",
         "schimbata:stare,sediu"),
        ("not changed:denumire", "not changed:name", "nu schimbata:nume"),
        ("changed:nou,dispărută", "changed:new,gone", "schimbata:noua,disparuta"),
        ("fosta:insolventa mutata-din:CJ", "was:insolvent moved-from:Cluj",
         "fosta:insolventa mutata-din:Cluj"),
        ("since:2026", "since:2026-01-01", "din:2026-01-01"),
        ("since:>=2026-06", "since:2026-06-01", "din:2026-06-01"),
        ("din:2026-06-15..", "since:2026-06-15", "din:2026-06-15"),
    ],
)  # fmt: skip
def test_criteria_about_the_past_are_read_in_both_languages(
    line: str, english: str, romanian: str
) -> None:
    """They are saved in English and shown in the language of the screen."""
    assert write(parse(line)) == english
    assert write(parse(line), VOCABULARIES["ro"]) == romanian
    assert parse(romanian) == parse(english)
