"""Turns a screen into the rows of a form and back: the same criteria, one text for each."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.screening.completion import Completion, complete
from tui_app.contract.screening.criteria import Criteria, CriteriaError, Criterion
from tui_app.contract.screening.fields import FIELDS, CriterionField, FieldKind
from tui_app.contract.screening.language import example, parse, write
from tui_app.system.language import N_, _
from tui_app.ui.screening.wording import vocabulary

NEITHER: Final = N_("{text} is neither yes nor no")
_YES: Final = frozenset(("yes", "y", "da", "1", "x"))
_NO: Final = frozenset(("no", "not", "n", "nu", "0"))
_NEGATIONS: Final = ("not ", "nu ")


class FormRow(Struct, frozen=True):
    """A field and the text of a criterion; ``index`` is the criterion's index in the line."""

    field: CriterionField
    text: str = ""
    index: int | None = None


def rows_of(criteria: Criteria, without: Container[str] = ()) -> tuple[FormRow, ...]:
    """A row for each field, and one for each further criterion of the same field.

    A field in ``without`` has only the rows of its criteria.
    """
    rows: list[FormRow] = []
    for field in FIELDS.values():
        found = [
            FormRow(field, text_of(criterion), index)
            for index, criterion in enumerate(criteria)
            if criterion.field == field.name
        ]
        rows += found or [FormRow(field)] * (field.name not in without)
    return tuple(rows)


def criteria_of(rows: Iterable[FormRow]) -> Criteria:
    """The criteria of all rows: first those of the line in their order, then the others.

    Raises ``CriteriaError`` for the first row that cannot be read.
    """
    read = [(row.index, read_row(row.field, row.text)) for row in rows]
    existing = sorted(
        ((index, criterion) for index, criterion in read if index is not None and criterion),
        key=lambda pair: pair[0],
    )
    added = [criterion for index, criterion in read if index is None and criterion]
    return (*(criterion for _place, criterion in existing), *added)


def text_of(criterion: Criterion) -> str:
    """The text of a criterion's row."""
    if FIELDS[criterion.field].kind is FieldKind.FLAG:
        return _("no") if criterion.negated else _("yes")
    words = vocabulary()
    values = write((Criterion(criterion.field, criterion.values),), words)
    return (f"{words.negation} " if criterion.negated else "") + values.partition(":")[2]


def read_row(field: CriterionField, text: str) -> Criterion | None:
    """The criterion of a row; ``None`` for an empty row; raises ``CriteriaError``."""
    text = text.strip()
    if not text:
        return None
    if field.kind is FieldKind.FLAG:
        return _flag(field, text)
    negation, values = _split_negation(text)
    prefix = f"{field.name}:"
    written = values if '"' in values else ",".join(map(_quoted, values.split(",")))
    try:
        (criterion,) = parse(prefix + written)
    except CriteriaError as error:
        offset = len(negation) - len(prefix)
        start, end = error.start + offset, error.end + offset
        if written != values or start < 0:
            start, end = len(negation), len(text)
        raise CriteriaError(error.template, start, end, **error.values) from None
    except ValueError:
        message = N_("{field} cannot be read; write e.g. {example}")
        values_of = {"field": field.name.capitalize(), "example": example(field)}
        raise CriteriaError(message, 0, len(text), **values_of) from None
    return Criterion(field.name, criterion.values, bool(negation))


def complete_row(field: CriterionField, text: str, cursor: int) -> tuple[Completion, ...]:
    """The completions for the value at the cursor of a row."""
    typed = text[:cursor]
    if field.kind is FieldKind.FLAG:
        words = (_("yes"), _("no"))
        prefix = fold(typed)
        return tuple(Completion(w, 0, len(text)) for w in words if w.startswith(prefix))
    _negation, values = _split_negation(typed)
    if '"' in values:
        return ()
    value = values.rpartition(",")[2].lstrip()
    # A blank would end the word in a line. This sign folds to the same.
    line = f"{field.name}:{value.replace(' ', '_')}"
    start = len(typed) - len(value)
    found = complete(line, len(line), vocabulary())
    return tuple(Completion(c.text, start, cursor, c.about) for c in found)


def hint(field: CriterionField) -> str:
    """How to fill in a row."""
    if field.kind is FieldKind.FLAG:
        return f"{_('yes')} / {_('no')}"
    return example(field)


def _flag(field: CriterionField, text: str) -> Criterion:
    folded = fold(text)
    if folded in _YES or folded == fold(_("yes")):
        return Criterion(field.name)
    if folded in _NO or folded == fold(_("no")):
        return Criterion(field.name, negated=True)
    raise CriteriaError(NEITHER, 0, len(text), text=text)


def _split_negation(text: str) -> tuple[str, str]:
    """The negating word with its blank, and the values."""
    negation = next((n for n in _NEGATIONS if text.lower().startswith(n)), "")
    return text[: len(negation)], text[len(negation) :]


def _quoted(value: str) -> str:
    value = value.strip()
    return f'"{value}"' if " " in value else value
