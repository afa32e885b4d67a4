"""Reads what people type or paste for a company: an identifier, an address, words beside a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from tui_app.contract import SHORTEST_QUERY
from tui_app.contract import identifier_spelling as spelling
from tui_app.contract.folding import fold
from tui_app.contract.identifiers import as_search_text, has_valid_control_digit, read_tax_id
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.pasted_text import as_typed, without_invisible
from tui_app.contract.registry_numbers import read_registry_number
from tui_app.contract.vocabulary.abbreviations import AROUND_NAMES, SPELLINGS
from tui_app.contract.vocabulary.states import without_state

_SHORTEST_BARE: Final = 6
"""The fewest digits of a tax id without a word before it; fewer are probably part of a name."""

_MAX_SPELLINGS: Final = 4
_WORD: Final = lazy_pattern(r"(?<![^\W_])(?=[0-9rcvt])", re.IGNORECASE)
_BEFORE_RO: Final = lazy_pattern(r"(?<![^\W_])([0-9]{2,10}) ?ro(?![^\W_])", re.IGNORECASE)
_SHORT_YEAR: Final = lazy_pattern(
    r"(?<![^\W_])([JFC] ?[0-9]{1,2}/[0-9]{1,6})/([0-9]{2})(?![0-9/])", re.IGNORECASE
)
_BESIDE_NUMBERS: Final = " /,;|-()"
_DAY_BEHIND: Final = lazy_pattern(
    r"[ /,;]*(?:din(?: data(?: de)?)?|/)? ?[0-3]?[0-9][./-][01]?[0-9][./-](?:19|20)?[0-9]{2}$",
    re.IGNORECASE,
)
_FIRST_YEAR: Final = 90

_ATTACHED: Final = lazy_pattern(r"^\W*(?:S\. ?C\.?|SC\.)(?=[^\W_])", re.IGNORECASE)
_LABEL: Final = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_HOST: Final = rf"{_LABEL}(?:\.{_LABEL})+"
_MAIL: Final = lazy_pattern(rf"([a-z0-9_.+-]+)@({_HOST})", re.IGNORECASE)
_WEB: Final = lazy_pattern(rf"(?:https?://(?:www\.)?|www\.)({_HOST})(?:[:/?#]\S*)?", re.IGNORECASE)
_DOMAIN: Final = lazy_pattern(
    rf"((?:{_LABEL}\.)+(?:ro|com|eu|net|org|info|biz|io|md|online|shop|store|example))(?:/\S*)?",
    re.IGNORECASE,
)
_SURROUNDING: Final = " <>\"'.,;:()[]"
_SECOND_LEVEL: Final = frozenset(
    {"co", "com", "org", "net", "info", "firm", "store", "nom", "arts"}
)
_PROVIDERS: Final = frozenset(
    [
        "gmail",
        "googlemail",
        "yahoo",
        "ymail",
        "hotmail",
        "outlook",
        "live",
        "msn",
        "icloud",
        "aol",
        "protonmail",
        "proton",
        "mail",
        "gmx",
        "rdslink",
        "rdsmail",
        "clicknet",
        "zappmobile",
        "email",
    ]
)
"""Mail services: in such an address only the part before the @ names the firm."""


_LONGEST_READ: Final = 500
"""Characters; a longer text is no company's, and patterns take its square in time."""


def as_sent(text: str, *, knows_domains: bool = False) -> str:
    """The text to send for what was typed or pasted.

    An identifier in it decides. An address is replaced by the name in it, or by its domain if the
    source ``knows_domains``. Every server that keeps the interface can answer the result.
    """
    plain = without_invisible(text)
    # Most texts are names. To compile the patterns would delay the first letter after the start.
    if len(plain) > _LONGEST_READ or not _may_be_address_or_identifier(plain):
        return plain
    sent = as_search_text(plain)
    if sent != plain:
        return sent
    identifier = identifier_in(plain)
    if identifier is not None and len(identifier) >= SHORTEST_QUERY:
        return identifier
    # 19 and 20 may be the beginning of a year that is still being typed.
    if not plain.endswith(("/19", "/20")) and (number := with_whole_year(plain)):
        return number
    domain = domain_in(plain) if knows_domains else None
    return domain or name_in_address(plain) or plain


def _may_be_address_or_identifier(text: str) -> bool:
    """Every address has a dot, and every identifier a digit."""
    return "." in text or any(character.isdecimal() for character in as_typed(text))


def identifier_in(text: str) -> str | None:
    """The tax id or registry number within a text, in the form to search for; the first counts.

    ``NAME RO990000013``, ``S.C. NAME S.R.L. CUI: 990000013, J40/…``, ``990000013 ro``.
    """
    plain = as_typed(text)
    if not any(character.isdecimal() for character in plain):
        return None
    if found := _BEFORE_RO().search(plain):
        tax_id = read_tax_id(found[1])
        if tax_id and has_valid_control_digit(tax_id):
            return tax_id
    for match in _WORD().finditer(plain):
        found = spelling.TAX_ID().match(plain, match.start())
        if found is None or re.match(r"[^\W_]", plain[found.end() :]):
            continue
        tax_id = read_tax_id(found[0])
        if tax_id and _is_announced(found, tax_id):
            return tax_id
    for pattern in (spelling.OLD_IN_TEXT, spelling.NEW_IN_TEXT):
        if (found := pattern().search(plain)) and (number := read_registry_number(found[0])):
            return number.old or number.new
    return None


def _is_announced(found: re.Match[str], tax_id: str) -> bool:
    if found["words"]:
        return True
    least = 2 if found["ro"] else _SHORTEST_BARE
    return len(tax_id) >= least and has_valid_control_digit(tax_id)


def with_whole_year(text: str) -> str | None:
    """A registry number whose year has two digits, with four: ``J05/881/92``."""
    found = _SHORT_YEAR().search(as_typed(text))
    if found is None:
        return None
    number = read_registry_number(
        f"{found[1]}/{'19' if int(found[2]) >= _FIRST_YEAR else '20'}{found[2]}"
    )
    return number.old if number else None


def tax_id_in_cell(text: str) -> str | None:
    """The tax id in a cell of a table, however a spreadsheet or another program wrote it.

    Beside what ``read_tax_id`` knows: ``R990000013``, and ``RO990000013/J40/123/2020``, a tax id
    and a registry number.
    """
    if (tax_id := read_tax_id(text)) is not None:
        return tax_id
    plain = as_typed(text)
    if short := spelling.SHORT_WORD().fullmatch(plain):
        tax_id = read_tax_id(short[1]) or ""
        return tax_id if _is_whole(tax_id) else None
    for pattern in (spelling.OLD_IN_TEXT, spelling.NEW_IN_TEXT, _SHORT_YEAR):
        if (found := pattern().search(plain)) is not None:
            rest = f"{plain[: found.start()]} {plain[found.end() :]}".strip(_BESIDE_NUMBERS)
            tax_id = read_tax_id(rest) or ""
            return tax_id if _is_whole(tax_id) else None
    return None


def _is_whole(tax_id: str) -> bool:
    return len(tax_id) >= _SHORTEST_BARE and has_valid_control_digit(tax_id)


def registry_number_in_cell(text: str) -> str | None:
    """The registry number that a cell consists of, also with a year of two digits or with its day.

    ``J52/10/91`` is ``J52/10/1991``; ``J40/123/2015 din 14.05.2015`` is ``J40/123/2015``.
    """
    plain = as_typed(text)
    if _SHORT_YEAR().fullmatch(plain):
        return with_whole_year(plain)
    for each in (plain, _DAY_BEHIND().sub("", plain)):
        if (number := read_registry_number(each)) is not None:
            return number.old or number.new
    return None


def domain_in(text: str) -> str | None:
    """The domain of a web or e-mail address, lower case, without ``www``; never a mail service."""
    plain = text.strip(_SURROUNDING)
    found = _MAIL().search(plain) or _WEB().search(plain) or _DOMAIN().fullmatch(plain)
    if found is None:
        return None
    host = found[found.re.groups].lower().removeprefix("www.")
    return None if _name_of(host) in _PROVIDERS else host


def name_in_address(text: str) -> str | None:
    """The name in a web or e-mail address: of its domain, unless that is a mail service."""
    if domain := domain_in(text):
        return _spaced(_name_of(domain))
    mail = _MAIL().search(text.strip(_SURROUNDING))
    return _spaced(mail[1]) if mail else None


def _name_of(host: str) -> str:
    labels = host.lower().split(".")[:-1]
    if len(labels) > 1 and labels[-1] in _SECOND_LEVEL:
        labels.pop()
    return labels[-1]


def _spaced(name: str) -> str:
    return " ".join(re.split("[-_.+]+", name.lower())).strip()


def fold_name(text: str) -> str:
    """A folded name without a state after it; ``S.C.ANA`` and ``S.C. ANA`` are alike."""
    return without_state(fold(_ATTACHED().sub("SC ", text)))


def without_words_around(text: str) -> str:
    """A folded text without words like ``firma`` beside the name, if anything else is left."""
    kept = [word for word in fold_name(text).split(" ") if word not in AROUND_NAMES]
    return " ".join(kept) if any(len(word) > 1 for word in kept) else fold(text)


def other_readings(text: str) -> Iterator[str]:
    """Other possible readings of the text, searched if nothing is found for it.

    If the text contains an identifier, there is no other reading.
    """
    if identifier := identifier_in(text) or with_whole_year(text):
        yield identifier
        return
    if name := name_in_address(text):
        yield name
        return
    folded, plain = fold(text), without_words_around(text)
    if plain != folded:
        yield plain
    words = plain.split(" ")
    choices = product(*((word, *SPELLINGS.get(word, ())) for word in words))
    for spelled in islice(choices, 1, _MAX_SPELLINGS + 1):
        yield " ".join(spelled)
