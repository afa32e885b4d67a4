"""Companies as JSON Lines, one object per line: a neutral format, parsed like servers' answers.

A number may be written as text, a text as a number, and ``null`` for a missing value. An unknown
field is reported with its line, not silently dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from typing import Final, get_args, get_type_hints

import msgspec

from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.pasted_text import without_entities
from tui_app.contract.personal_codes import may_be_personal_code, without_personal_codes
from tui_app.contract.resources import (
    CompanyProfile,
    CourtCase,
    Emails,
    FinancialData,
    Phones,
    YearlyRecord,
)
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.tally import Tally
from tui_app.registry.sqlite.own_records import checked, rows_of
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.system.language import N_, _
from tui_app.system.untyped import Json, JsonObject
from tui_app.tables.lines import LONGEST_RECORD, NOT_TEXT, OTHER_ENCODING, blocks

_PARTS: Final[dict[str, type[msgspec.Struct]]] = {
    "profile": CompanyProfile, "financial": FinancialData, "courtCases": CourtCase,
    "phones": Phones, "emails": Emails,
}  # fmt: skip
_WHOLE: Final = re.compile(r"-?\d{1,20}(?:\.0+)?", re.ASCII)
_ESCAPED_DIGIT: Final = "\\u003"
# A number beyond 64 bits, or half a character: the registry cannot store these.
_MAY_NOT_FIT: Final = re.compile(r"[0-9]{19}|[0-9]e\+?[0-9]{2}|\\ud[89a-f]", re.ASCII | re.I)
_NOT_JSON: Final = N_("not a JSON object")


def read_records(
    source: InputFile, tally: Tally, advanced: Callable[[bytes], None] = lambda _block: None
) -> Iterator[tuple[int, CompanyRecord]]:
    """The companies of a file, each with its line; unreadable lines are counted in the tally."""
    number = 0
    with closing(source.open()) as stream:
        for lines in blocks(
            stream,
            "utf-8",
            advanced,
            longest=LONGEST_RECORD,
            recoded=lambda: tally.note(OTHER_ENCODING),
        ):
            for line in lines:
                number += 1
                if line is None:
                    tally.rows += 1
                    tally.mark_unreadable(number, NOT_TEXT)
                elif line and not line.isspace():
                    record = _record(line, number, tally)
                    if record is not None:
                        yield number, record
    if source.form:
        tally.notes[source.form] += tally.rows


def _record(line: str, number: int, tally: Tally) -> CompanyRecord | None:
    tally.rows += 1
    unknown: list[str] = []
    try:
        raw = msgspec.json.decode(line)
        if not isinstance(raw, dict):
            raise msgspec.DecodeError
        if _ESCAPED_DIGIT in line or without_personal_codes(line) != line:
            raw = _without_codes(raw)
        record = msgspec.convert(_usual(raw, unknown), CompanyRecord, strict=False)
        checked(record)
        if _MAY_NOT_FIT.search(line):
            rows_of(record, 0, 0, {})
    except msgspec.ValidationError as error:
        # The error's text names types and the position, never the value.
        tally.mark_unreadable(number, f"{error}")
        return None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        tally.mark_unreadable(number, _NOT_JSON)
        return None
    except ValueError as error:
        tally.mark_unreadable(number, f"{error}")
        return None
    for name in unknown:
        tally.report(number, _("unknown field {name}").format(name=name))
    return record


def _usual(raw: JsonObject, unknown: list[str]) -> JsonObject:
    """A company with the contract's field names; unknown fields are collected."""
    record: JsonObject = {}
    known = _fields(CompanyRecord)
    for name, value in raw.items():
        if value is None:
            continue
        if name not in known:
            unknown.append(_shown(name))
        elif name not in _PARTS:
            record[name] = value
        elif isinstance(value, list):
            record[name] = [_part(name, _PARTS[name], each, unknown) for each in value]
        else:
            record[name] = _part(name, _PARTS[name], value, unknown)
    return record


def _part(field: str, resource: type[msgspec.Struct], value: Json, unknown: list[str]) -> Json:
    if not isinstance(value, dict):
        return value
    several = value.get("verifiedPhones") or []
    if field == "phones" and value.get("verifiedPhone") and isinstance(several, list):
        # Some servers send it in the singular.
        value = dict(value)
        value["verifiedPhones"] = [*several, value.pop("verifiedPhone")]
    texts = _text_fields(resource)
    fields = _fields(resource)
    found: JsonObject = {}
    for name, each in value.items():
        if each is None:
            continue
        if name not in fields:
            unknown.append(f"{field}.{_shown(name)}")
        elif name == "financialData" and isinstance(each, list):
            found[name] = [_part(name, YearlyRecord, year, unknown) for year in each]
        elif name == "taxId" and resource is CompanyProfile:
            text = str(int(each)) if _is_whole(each) else each
            found[name] = read_tax_id(text) or "" if isinstance(text, str) else text
        elif name in texts and _is_whole(each):
            found[name] = without_personal_codes(str(int(each)))
        elif name not in texts and isinstance(each, str) and _WHOLE.fullmatch(each.strip()):
            found[name] = int(each.strip().partition(".")[0])
        else:
            found[name] = each
    return found


def _without_codes(value: Json) -> Json:
    """A JSON value without entities and personal codes in its texts.

    Field names are not stored anyway.
    """
    if isinstance(value, str):
        return without_personal_codes(without_entities(value))
    if isinstance(value, list):
        return [_without_codes(each) for each in value]
    if isinstance(value, dict):
        return {name: _without_codes(each) for name, each in value.items()}
    return value


@cache
def _fields(resource: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(resource))


@cache
def _text_fields(resource: type[msgspec.Struct]) -> frozenset[str]:
    hints = get_type_hints(resource)
    return frozenset(
        field.encode_name
        for field in msgspec.structs.fields(resource)
        if str in (hints[field.name], *get_args(hints[field.name]))
    )


def _is_whole(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1


def _shown(name: str) -> str:
    """A field's name for people; a possible personal code is not repeated."""
    if may_be_personal_code(name):
        return "(digits)"
    return "".join(c if c.isprintable() else "?" for c in name[:40])
