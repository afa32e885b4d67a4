"""The results that a search must find, derived again from the interface and the design.

Shares no code with the program: each company is checked, nothing is indexed, and texts and numbers
are read by rules written down here a second time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from tui_app.registry.sqlite.record import CompanyRecord

FORMS = "SRL SRLD SA SNC SCS SCA PFA PF II IF AF RA CA GIE GEIE SE SCE ONG OC1 OC2 OC3".split()  # noqa: SIM905


def first_ten(records: Iterable[CompanyRecord], q: str) -> list[str]:
    """The tax ids of the ten companies that stand first for a text."""
    best: dict[str, CompanyRecord] = {}
    for record in sorted(records, key=rank):
        best.setdefault(record.profile.tax_id, record)
    matches = []
    for record in best.values():
        place = tier_of(record, q)
        if place:
            matches.append((place, rank(record), record.profile.tax_id))
    return [tax_id for _place, _rank, tax_id in sorted(matches)[:10]]


def tier_of(record: CompanyRecord, q: str) -> str:
    """The letter of the tier in which a company matches, capital for an equal name; or empty."""
    profile, text = record.profile, plain(q)
    name, number = plain(profile.company_name), plain(profile.company_id or "")
    digits = re.sub("^ro ?(?=[0-9]{3,}$)", "", text)
    if not text:
        return ""
    (typed, typed_form), (own, own_form) = core(text), core(name)
    if wanted_words(text) and typed == own and typed_form in ("", own_form or typed_form):
        return "A"
    if name[: len(text)] == text:
        return "a"
    if text in (profile.tax_id, number) or tax_id_in(q) == profile.tax_id:
        return "b"
    if number_in(q) and number_in(q) == number_in(profile.company_id or ""):
        return "b"
    if text in name:
        return "c"
    if digits in profile.tax_id or digits in number:
        return "d"
    if len(joined(text)) > 2 and joined(text) in joined(name):
        return "e"
    expected, has = wanted_words(text), spelled(name)
    if expected and all(any(word.find(want) == 0 for word in has) for want in expected):
        return "f"
    return ""


def rank(record: CompanyRecord) -> tuple[int, int, int, str, str]:
    """Active first, then the larger turnover, unknown last, then the name."""
    profile, turnover = record.profile, record.financial.turnover
    status = plain(profile.status or "")
    active = 0 if "functiune" in status and "inactiv" not in status else 1
    known = (0, -turnover) if turnover is not None else (1, 0)
    return active, *known, plain(profile.company_name), profile.tax_id


@cache
def plain(text: str) -> str:
    """Letters, digits, ``&`` and single blanks."""
    before, now = "", text
    while before != now:
        before, now = now, ""
        for sign in unicodedata.normalize("NFKD", before.casefold()).casefold():
            if sign == "&":
                now += " & "
            elif unicodedata.category(sign)[0] in ("L", "N"):
                now += sign
            elif sign not in ".'`’‘ʼ" and unicodedata.category(sign) not in (
                "Mn", "Mc", "Me", "Cf",
            ):  # fmt: skip
                now += " "
        now = re.sub(" +", " ", now).strip(" ")
    return now


@cache
def joined(text: str) -> str:
    return re.sub("[ &]", "", text)


@cache
def spelled(text: str) -> list[str]:
    """The words, with one spelling for ``and``, ``si`` and ``&``."""
    text = re.sub("(?<![^ ])srl d(?![^ ])", "srld", text)
    return [re.sub("^(and|si)$", "&", word) for word in text.split()]


def core(text: str) -> tuple[list[str], str]:
    """The words of a name without what says its form, and that form, if there is one."""
    found, form = spelled(text), ""
    if len(found) > 1 and found[0] == "sc":
        found = found[1:]
    if len(found) > 1 and found[-1].upper() in FORMS:
        found, form = found[:-1], found[-1]
    elif len(found) > 1 and found[0] in ("pfa", "ii", "if", "af"):
        found, form = found[1:], found[0]
    return found, form


def wanted_words(text: str) -> list[str]:
    found = spelled(text)
    if found and found[0] == "sc":
        found = found[1:]
    return [word for word in found if word.upper() not in FORMS]


def seen(text: str) -> str:
    """A text without what is not seen."""
    folded = ""
    for sign in text:
        blank = unicodedata.category(sign) in ("Zs", "Zl", "Zp") or sign in "\t\n\v\f\r\x85"
        folded += " " if blank else "" if unicodedata.category(sign) in ("Cc", "Cf") else sign
    return folded.strip(" ")


def tax_id_in(q: str) -> str | None:
    """The digits, with or without ``RO`` or ``CUI`` before them, single signs between them."""
    match = re.match(
        r"(?i:(?:cui|cif|cf|vat|tva)[ .:,/\\_-]*)?(?i:r[ .:,/\\_-]*o[ .:,/\\_-]*)?"
        "([0-9][0-9 .-]*)$",
        seen(q),
    )
    if match is None or re.search("[ .-]{2}|[ .-]$", match[1]):
        return None
    digits = re.sub("[^0-9]", "", match[1])
    bare = digits.lstrip("0")
    return bare if len(bare) > 1 and len(digits) < 11 else None


@cache
def number_in(q: str) -> str | None:
    """The new form of a registry number, written with signs between its parts or without."""
    sign = r"[ .:,/\\_-]"
    text = seen(q).upper()
    close = re.sub(sign, "", text)
    if re.match("[JFC](199|20[0-9])[0-9]{10}$", close) and text[-1].isdigit():
        return close
    parts = re.match(
        f"([JFC]){sign}*([0-9]{{1,2}}){sign}+([0-9]{{1,6}}){sign}+"
        "(?:[0-9]{1,2}[.]?[0-9]{1,2}[.]?)?([0-9]{4})$",
        text,
    )
    if parts is None and not re.match("[JFC](199|20)[0-9]", close):
        parts = re.match("([JFC])([0-9]{2})([0-9]{1,6})((?:199|20[0-9])[0-9])$", text)
    if parts is None:
        parts = re.match(
            r"()(0?[1-9]|[1-4][0-9]|5[12])(?: ?/ ?| ?-  ?| ?- ?| ?[.] ?)([0-9]{1,6})"
            r"(?: ?/ ?| ?- ?| ?[.] ?)((?:199|20[0-9])[0-9])$",
            text,
        )
        if parts is not None and len(set(re.sub("[0-9 ]", "", text))) != 1:
            return None
    if parts is None:
        return None
    letter = parts[1] or "J"
    tail = f"{parts[4]}{int(parts[3]):06d}{int(parts[2]):02d}"
    check = sum(map(int, tail)) + {"J": 4, "F": 0, "C": 7}[letter]
    return f"{letter}{tail}{check % 10}"
