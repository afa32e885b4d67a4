"""The language of a line of criteria: parsing and writing.

``county:Cluj form:SRL,SA caen:62 turnover:>1M growth:>0 active not phone``: blanks mean *and*,
commas within a value *or*, ``not`` (or a leading ``-``) negates the next criterion. A value with
blanks, commas or quotes is put in double quotes, in which a quote is doubled. Ranges (``1M..2M``,
``..5``), ``>=`` and ``<=`` include the limit; ``>`` and ``<`` do not. A status class may be written
alone: ``active`` is ``status:active``. Romanian words are read, too: ``judet:Cluj tva:da``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.screening import LONGEST_LINE
from tui_app.contract.screening.criteria import (
    Criteria,
    CriteriaError,
    Criterion,
    Range,
    Value,
)
from tui_app.contract.screening.fields import (
    FIELDS,
    CriterionField,
    FieldKind,
    known_value,
)
from tui_app.contract.screening.values import (
    activity_list,
    read_activity,
    read_range,
    without_comma,
    without_thousands,
    write_range,
)
from tui_app.contract.screening.vocabulary import (
    ENGLISH,
    VOCABULARIES,
    Vocabulary,
    answer,
    field_named,
    status_named,
    value_named,
)
from tui_app.system.language import N_

_WORDS: Final = tuple(
    (name, word)
    for each in VOCABULARIES.values()
    for name, word in (*each.fields.items(), *each.statuses.items())
)
"""Every name with its words, for suggestions."""

_NEGATIONS: Final = ("not", "nu")
_QUOTE: Final = '"'


class Token(Struct, frozen=True):
    """A part of the line and its position; ``quoted`` text is never a keyword."""

    text: str
    start: int
    end: int
    quoted: bool = False


def parse(line: str) -> Criteria:
    """The criteria of a line; raises ``CriteriaError`` with the position of the wrong word."""
    if len(line) > LONGEST_LINE:
        raise CriteriaError(
            N_("At most {count} characters"), LONGEST_LINE, len(line), count=LONGEST_LINE
        )
    found: list[Criterion] = []
    negation: Token | None = None
    for word in words_of(line):
        head = word[0]
        if len(word) == 1 and not head.quoted and head.text.lower() in _NEGATIONS:
            if negation is not None:
                raise CriteriaError(N_("One not is enough"), head.start, head.end)
            negation = head
            continue
        found.append(_criterion(word, negated=negation is not None))
        negation = None
    if negation is not None:
        raise CriteriaError(N_("A criterion must follow not"), negation.start, negation.end)
    return tuple(found)


def write(criteria: Criteria, vocabulary: Vocabulary = ENGLISH) -> str:
    """The line for some criteria; parsing it gives the same criteria."""
    return " ".join(_written(each, vocabulary) for each in criteria)


def words_of(line: str) -> Iterator[list[Token]]:
    """The words of a line: each is a field's name and its values, or a single part.

    Raises ``CriteriaError`` for a quote that is not closed.
    """
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        word = [_part(line, at, ":")]
        at = word[0].end
        while at < len(line) and line[at] in ":," and not (line[at] == "," and len(word) == 1):
            word.append(_part(line, at + 1, ","))
            at = word[-1].end
        if at < len(line) and not line[at].isspace():
            end = _end_of_word(line, at)
            raise CriteriaError(N_("Put a blank before {text}"), at, end, text=line[at:end])
        yield word


def _part(line: str, start: int, stop: str) -> Token:
    if line[start : start + 1] != _QUOTE:
        end = start
        while end < len(line) and not line[end].isspace() and line[end] not in stop + _QUOTE:
            end += 1
        return Token(line[start:end], start, end)
    text, at = "", start + 1
    while True:
        close = line.find(_QUOTE, at)
        if close < 0:
            raise CriteriaError(N_("The closing quote is missing"), start, len(line))
        text += line[at:close]
        if line[close + 1 : close + 2] != _QUOTE:
            return Token(text, start, close + 1, quoted=True)
        text, at = text + _QUOTE, close + 2


def _end_of_word(line: str, at: int) -> int:
    while at < len(line) and not line[at].isspace():
        at += 1
    return at


def _criterion(word: list[Token], *, negated: bool) -> Criterion:
    head, *values = word
    name = head.text
    if name.startswith("-") and not head.quoted:
        name, negated = name[1:], not negated
    name = fold(name)
    field = field_named(name)
    if not values:
        return _alone(head, name, field, negated=negated)
    if field is None:
        raise _unknown(head, name)
    if field.kind is FieldKind.FLAG:
        return _flag(field, values, negated=negated)
    _refuse_commas(field, values)
    return Criterion(field.name, tuple(_value(field, part) for part in values), negated)


def _flag(field: CriterionField, values: list[Token], *, negated: bool) -> Criterion:
    """``vat:yes`` is ``vat``, and ``tva:nu`` is ``not vat``."""
    said = answer(values[0].text) if len(values) == 1 else None
    if said is None:
        message = N_("{field} is yes or no: write {field} or not {field}")
        raise CriteriaError(message, values[0].start, values[-1].end, field=field.name)
    return Criterion(field.name, (), negated is said)


def _refuse_commas(field: CriterionField, values: list[Token]) -> None:
    whole = ",".join(part.text for part in values)
    near = without_thousands(field.kind, whole)
    if near and not any(part.quoted for part in values):
        raise _no_list(near, whole, values[0], values[-1])
    for part, following in pairwise(values):
        near = without_comma(field.kind, part.text, following.text)
        if near and not part.quoted and not following.quoted:
            raise _no_list(near, f"{part.text},{following.text}", part, following)


def _no_list(near: str, text: str, first: Token, last: Token) -> CriteriaError:
    message = N_("A comma means or: write {near} for {text}")
    return CriteriaError(message, first.start, last.end, near=near, text=text)


def _alone(head: Token, name: str, field: CriterionField | None, *, negated: bool) -> Criterion:
    if field is not None and field.kind is FieldKind.FLAG and not head.quoted:
        return Criterion(field.name, (), negated)
    status = known_value(FIELDS["status"], name) or status_named(name)
    if status is not None and not head.quoted:
        return Criterion("status", (status,), negated)
    if field is not None and not head.quoted:
        raise _value_missing(field, head.start, head.end)
    if head.quoted and fold(head.text):
        return Criterion("name", (head.text.strip(),), negated)
    raise _unknown(head, name)


def _value(field: CriterionField, part: Token) -> Value:
    text = part.text.strip()
    if not text:
        raise _value_missing(field, part.start - 1, max(part.end, part.start))
    value: Value | None
    if field.kind is FieldKind.WORDS:
        value = text if fold(text) else None
    elif field.kind is FieldKind.ACTIVITY:
        value = read_activity(text)
    elif field.kind in {FieldKind.CHOICE, FieldKind.FORM}:
        value = known_value(field, text) or value_named(field.name, text)
        if value is None:
            raise _unknown_value(field, text, part)
    else:
        value = read_range(field.kind, text)
    near = activity_list(text) if field.kind is FieldKind.ACTIVITY else None
    if near:
        message = N_("For one of several activities write {field}:{near}")
        raise CriteriaError(message, part.start, part.end, text=text, field=field.name, near=near)
    if value is None:
        raise CriteriaError(
            _NEEDS[field.kind],
            part.start,
            part.end,
            field=field.name.capitalize(),
            example=example(field),
        )
    return value


_NEEDS: Final = {
    FieldKind.WORDS: N_("{field} needs letters or digits, e.g. {example}"),
    FieldKind.ACTIVITY: N_("{field} needs a code or words, e.g. {example}"),
    FieldKind.AMOUNT: N_("{field} needs a number, e.g. {example}"),
    FieldKind.PERCENT: N_("{field} needs a percentage, e.g. {example}"),
    FieldKind.YEAR: N_("{field} needs a year, e.g. {example}"),
    FieldKind.DAY: N_("{field} needs a date, e.g. {example}"),
    FieldKind.FIRST_DAY: N_("{field} needs only the first day of the period, e.g. {example}"),
}


def example(field: CriterionField) -> str:
    """An example of a field's value."""
    examples = {
        FieldKind.WORDS: "petro",
        FieldKind.ACTIVITY: "62",
        FieldKind.AMOUNT: ">1M or 1M..5M",
        FieldKind.PERCENT: ">10",
        FieldKind.YEAR: "1991..1995",
        FieldKind.DAY: "2020-05..2021",
        FieldKind.FIRST_DAY: "2026-06",
    }
    counted = {
        "employees": "10..49 or >5", "losses": ">2", "buyer": "4305857", "cpv": "45",
        "buyers": "1", "public-share": ">50", "won-year": "2025",
    }  # fmt: skip
    return counted.get(field.name) or examples.get(field.kind) or field.values[0]


def _unknown(head: Token, name: str) -> CriteriaError:
    if not (head.text or head.quoted):
        message = N_("A value needs the name of its criterion before it, for example county:CJ")
        return CriteriaError(message, head.start, head.end + 1)
    words = {fold(word): known for known, word in _WORDS}
    near = [words[word] for word in difflib.get_close_matches(name, words, 1, 0.6)]
    message = N_("Unknown criterion: {text}. To search names for it, write name:{text}")
    if near:
        message = N_(
            "Unknown criterion: {text}. Did you mean {near}? "
            "To search names for it, write name:{text}"
        )
    return CriteriaError(
        message, head.start, head.end, text=head.text or _QUOTE * 2, near=near[0] if near else ""
    )


def _value_missing(field: CriterionField, start: int, end: int) -> CriteriaError:
    message = N_("{field} needs a value, for example {field}:{example}")
    return CriteriaError(message, start, end, field=field.name, example=example(field))


def _unknown_value(field: CriterionField, text: str, part: Token) -> CriteriaError:
    near = difflib.get_close_matches(fold(text), map(fold, field.values), 1, 0.6)
    known = next((v for v in field.values if near and fold(v) == near[0]), "")
    message = N_("Unknown {about}: {text}")
    if known:
        message = N_("Unknown {about}: {text}. Did you mean {near}?")
    # Of these, the description of the county alone says more than what it is.
    about = N_("county") if field.name == "county" else field.about
    return CriteriaError(message, part.start, part.end, text=text, about=about, near=known)


def _written(criterion: Criterion, words: Vocabulary) -> str:
    text = words.fields[criterion.field]
    if criterion.values:
        kind = FIELDS[criterion.field].kind
        values = [_written_value(kind, value) for value in criterion.values]
        known = words.values_of(criterion.field)
        values = [known.get(value, value) for value in values]
        for index in range(1, len(values)):
            if without_comma(kind, values[index - 1], values[index]):
                values[index] = f"{_QUOTE}{values[index]}{_QUOTE}"
        text += ":" + ",".join(values)
    return f"{words.negation} {text}" if criterion.negated else text


def _written_value(kind: FieldKind, value: Value) -> str:
    if isinstance(value, Range):
        return write_range(kind, value)
    if value and not any(c.isspace() or c in ',"' for c in value):
        return value
    return _QUOTE + value.replace(_QUOTE, _QUOTE * 2) + _QUOTE
