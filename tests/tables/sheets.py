"""Writes spreadsheets by hand, without a library that could make the reader's mistakes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Container, Mapping, Sequence
from xml.sax.saxutils import escape

Value = str | int | float | None

_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_FORMAT = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def xlsx(sheets: Mapping[str, Sequence[Sequence[Value]]], hidden: Container[str] = ()) -> bytes:
    """An .xlsx file with these sheets; numbers are numbers, as a spreadsheet stores them."""
    numbered = list(enumerate(sheets, 1))
    files = {
        "[Content_Types].xml": f'<Types xmlns="{_TYPES}">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_FORMAT}.sheet.main+xml"/>'
        + "".join(
            f'<Override PartName="/xl/worksheets/sheet{n}.xml" '
            f'ContentType="{_FORMAT}.worksheet+xml"/>'
            for n, _ in numbered
        )
        + "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}">'
        + "".join(
            f'<Relationship Id="s{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n, _ in numbered
        )
        + "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        + "".join(
            f'<sheet name="{escape(name)}" sheetId="{n}" r:id="s{n}" '
            f'state="{"hidden" if name in hidden else "visible"}"/>'
            for n, name in numbered
        )
        + "</sheets></workbook>",
    }
    for number, name in numbered:
        files[f"xl/worksheets/sheet{number}.xml"] = _sheet(sheets[name])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(path, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
    return out.getvalue()


def _sheet(rows: Sequence[Sequence[Value]]) -> str:
    lines = (
        f'<row r="{number}">{"".join(_cell(value, number, at) for at, value in enumerate(row))}'
        "</row>"
        for number, row in enumerate(rows, 1)
    )
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


def _cell(value: Value, row: int, at: int) -> str:
    place = f"{chr(ord('A') + at)}{row}"
    if value is None:
        return ""
    if isinstance(value, str):
        text = f'<is><t xml:space="preserve">{escape(value)}</t></is>'
        return f'<c r="{place}" t="inlineStr">{text}</c>'
    return f'<c r="{place}"><v>{value}</v></c>'
