"""Invented procurement files in every published form, and a naive reader of them.

The generator and the oracle share nothing with the program but the rules of the published files.
"""

from __future__ import annotations

import datetime as dt
import random
import zipfile
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

EPOCH = dt.date(1899, 12, 30)
PURCHASE_CEILING = {"Furnizare": Decimal(270_120), "Servicii": Decimal(270_120),
                    "Lucrari": Decimal(900_400)}  # fmt: skip


class Deal(NamedTuple):
    """One row of a file, by its meaning."""

    table: str  # purchases, contracts, no notice
    day: dt.date
    buyer: int
    buyer_name: str
    winner: int
    winner_name: str
    value: Decimal
    number: str
    title: str
    cpv: str
    kind: str
    procedure: str = "Licitatie deschisa"
    closing: str = "Un contract de achizitie publica"


BUYERS = {4_305_857 + 11 * n: f"COMUNA INVENTATĂ {n}" for n in range(6)}
WINNERS = {990_000_013 + 17 * n: f"CONSTRUCT INVENT {n} SRL" for n in range(9)}


def deals(table: str, year: int, quarter: int, count: int, seed: int = 1) -> list[Deal]:
    """Rows of a quarter's file, skewed: few winners have most."""
    pick = random.Random(f"{seed} {table} {year} {quarter}")
    first = dt.date(year, 3 * quarter - 2, 1)
    found = []
    for at in range(count):
        buyer = pick.choice(list(BUYERS))
        winner = list(WINNERS)[min(int(pick.expovariate(0.6)), len(WINNERS) - 1)]
        kind = pick.choice(["Furnizare", "Servicii", "Lucrari"])
        day = first + dt.timedelta(pick.randrange(89))
        value = Decimal(pick.randrange(10_000, 26_000_000)) / 100
        closing = "Un contract de achizitie publica"
        if table != "purchases":
            value *= pick.choice([1, 10, 100])
            closing = pick.choice(
                [closing, "Un acord-cadru", "Contract subsecvent al unui acord-cadru"]
            )
        found.append(
            Deal(
                table=table,
                day=day,
                buyer=buyer,
                buyer_name=BUYERS[buyer],
                winner=winner,
                winner_name=WINNERS[winner],
                value=value,
                number=f"{'DA' if table == 'purchases' else 'CN'}{year}{quarter}{at:05}",
                title=pick.choice(
                    ["Reparații drum, comunal; și șanțuri", "Hârtie A4", 'Servicii "de pază"']
                ),
                cpv={"Lucrari": "45233142-6", "Furnizare": "30197643-5"}.get(kind, "79713000-5"),
                kind=kind,
                closing=closing,
            )
        )
    return found


COLUMNS: dict[str, dict[str, dict[str, str]]] = {
    "old": {
        "purchases": {
            "castigator": "winner_name", "castigatorCUI": "winner", "tipProcedura": "procedure",
            "autoritateContractanta": "buyer_name", "autoritateContractantaCUI": "buyer",
            "numarAnunt": "number", "dataAnunt": "day", "descriere": "title",
            "valoareRON": "value", "CPVCodeID": "internal", "CPVCode": "cpv",
            "tipContract": "kind",
        },
        "contracts": {
            "castigator": "winner_name", "castigatorCUI": "winner", "tipProcedura": "procedure",
            "autoritateContractanta": "buyer_name", "autoritateContractantaCUI": "buyer",
            "tipIncheiereContract": "closing", "numarContract": "number", "dataContract": "day",
            "titluContract": "title", "valoare": "foreign", "moneda": "currency",
            "valoareRON": "value", "CPVCodeID": "internal", "CPVCode": "cpv",
            "tipContract": "kind",
        },
    },
    "new": {
        "purchases": {
            "Autoritate contractantă": "buyer_name", "CUI autoritate contractantă": "buyer",
            "Ofertant câștigător": "winner_name", "CUI ofertant câștigător": "winner",
            "Număr achiziție directă": "number", "Denumire achiziție": "title",
            "Tip contract": "kind", "Cod CPV": "cpv", "Valoare achiziție (RON)": "value",
            "Data publicare": "day",
        },
        "contracts": {
            "Autoritate contractantă": "buyer_name", "CUI autoritate contractantă": "buyer",
            "Ofertant câștigător": "winner_name", "CUI ofertant câștigător": "winner",
            "Tip procedură": "procedure", "Tip contract": "kind",
            "Tip încheiere contract": "closing", "Număr contract": "number",
            "Denumire contract": "title", "Cod CPV": "cpv", "Valoare contract (RON)": "value",
            "Data contract": "day",
        },
        "no notice": {
            "Autoritate contractantă": "buyer_name", "CUI autoritate contractantă": "buyer",
            "Ofertant câștigător": "winner_name", "CUI ofertant câștigător": "winner",
            "Tip procedură": "procedure", "Număr anunț atribuire": "number",
            "Denumire contract": "title", "Cod CPV": "cpv", "Valoare atribuită (RON)": "value",
            "Data publicare": "day",
        },
    },
}  # fmt: skip


def table_rows(some: Sequence[Deal], spelling: str, date: str = "%Y-%m-%d") -> list[list[Any]]:
    """A header and rows. ``date`` is a format, ``serial`` for a spreadsheet's number."""
    columns = COLUMNS[spelling][some[0].table]
    rows: list[list[Any]] = [list(columns)]
    for deal in some:
        values = deal._asdict() | {"internal": 11728, "currency": "RON", "foreign": deal.value}
        if deal.table == "purchases" and spelling == "old":
            values["procedure"] = "Cumparare directa"
        day = (deal.day - EPOCH).days if date == "serial" else deal.day.strftime(date)
        values["day"] = day
        rows.append([values[name] for name in columns.values()])
    return rows


def text(rows: Sequence[Sequence[Any]], delimiter: str) -> str:
    """A delimited text: ``^`` knows no quotes."""
    lines = []
    for row in rows:
        cells = [str(cell) for cell in row]
        if delimiter != "^":
            cells = [
                '"' + cell.replace('"', '""') + '"' if delimiter in cell or '"' in cell else cell
                for cell in cells
            ]
        lines.append(delimiter.join(cells))
    return "\r\n".join(lines) + "\r\n"


def write_csv(path: Path, rows: Sequence[Sequence[Any]], delimiter: str, encoding: str) -> Path:
    """A delimited file. cp1250 has no comma below, so its texts have cedillas."""
    content = text(rows, delimiter)
    if encoding not in {"utf-8", "utf-8-sig"}:
        content = content.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    path.write_bytes(content.encode(encoding))
    return path


def write_xlsx(path: Path, rows: Sequence[Sequence[Any]]) -> Path:
    """An XLSX file, by XlsxWriter; its declared size is made to lie."""
    import xlsxwriter

    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        for at, row in enumerate(rows):
            for place, cell in enumerate(row):
                sheet.write(at, place, float(cell) if isinstance(cell, Decimal) else cell)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    start = members[name].index(b"<dimension ref=")
    end = members[name].index(b"/>", start)
    members[name] = members[name][:start] + b'<dimension ref="A1"' + members[name][end:]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return path


def write_xls(path: Path, rows: Sequence[Sequence[Any]]) -> Path:
    """A workbook of old Excel, by xlwt."""
    import xlwt

    book = xlwt.Workbook()
    sheet = book.add_sheet("Foaie")
    for at, row in enumerate(rows):
        for place, cell in enumerate(row):
            sheet.write(at, place, float(cell) if isinstance(cell, Decimal) else cell)
    book.save(str(path))
    return path


def write_ods(path: Path, rows: Sequence[Sequence[Any]], more: str = "") -> Path:
    """An ODS document, with the claims of a spreadsheet: a million empty rows at its end."""
    lines = []
    for row in rows:
        cells = []
        for cell in row:
            if isinstance(cell, int | Decimal):
                cells.append(
                    f'<table:table-cell office:value-type="float" office:value="{cell}">'
                    f"<text:p>{cell}</text:p></table:table-cell>"
                )
            else:
                cells.append(
                    '<table:table-cell office:value-type="string"><text:p>'
                    f"{escape(str(cell))}</text:p></table:table-cell>"
                )
        lines.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    space = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content'
        f' xmlns:office="{space}:office:1.0" xmlns:table="{space}:table:1.0"'
        f' xmlns:text="{space}:text:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="Foaie">{"".join(lines)}{more}'
        '<table:table-row table:number-rows-repeated="1048000">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    return path


def eight_files(folder: Path) -> list[Deal]:
    """One file of each form, spelling and order of day and month. Returns all their rows."""
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Deal] = []

    def of(table: str, year: int, quarter: int) -> list[Deal]:
        some = deals(table, year, quarter, 120)
        made.extend(some)
        return some

    write_csv(folder / "a.csv", table_rows(of("purchases", 2017, 1), "old"), "^", "utf-8")
    write_csv(folder / "b.csv", table_rows(of("contracts", 2018, 2), "old", "%d-%m-%Y"), ";",
              "cp1250")  # fmt: skip
    write_csv(folder / "c.csv", table_rows(of("purchases", 2019, 3), "new", "%d.%m.%Y"), ",",
              "utf-8-sig")  # fmt: skip
    write_csv(folder / "d.csv", table_rows(of("contracts", 2021, 4), "new", "%d/%m/%Y"), ",",
              "iso8859-2")  # fmt: skip
    write_csv(
        folder / "e.csv",
        table_rows(of("purchases", 2022, 1), "new", "%m/%d/%Y 1:05:00 PM"), ",", "utf-8",
    )  # fmt: skip
    write_xls(folder / "f.xlsx", table_rows(of("contracts", 2023, 2), "new", "serial"))
    write_xlsx(folder / "g.csv", table_rows(of("no notice", 2025, 3), "new"))
    write_ods(folder / "h.xlsx", table_rows(of("purchases", 2026, 1), "new"))
    return made


def nature(deal: Deal) -> str:
    """The nature of a row, as the rules say."""
    if deal.table == "purchases":
        return "purchase"
    if deal.table == "no notice":
        return "noNotice"
    return {"Un": "contract", "Co": "callOff"}[deal.closing[:2]] if "cadru" not in (
        deal.closing
    ) or deal.closing.startswith("Contract subsecvent") else "framework"  # fmt: skip


def sums(some: Sequence[Deal]) -> dict[tuple[int, int, str], tuple[int, Decimal]]:
    """Count and sum of what may be summed, by winner, year and whether it is a purchase."""
    found: dict[tuple[int, int, str], tuple[int, Decimal]] = {}
    for deal in some:
        kind = nature(deal)
        if kind == "framework":
            continue
        if kind == "purchase" and deal.value > PURCHASE_CEILING[deal.kind]:
            continue
        if deal.value > 1_000_000_000:
            continue
        key = deal.winner, deal.day.year, "purchases" if kind == "purchase" else "contracts"
        count, total = found.get(key, (0, Decimal(0)))
        found[key] = count + 1, total + deal.value
    return found


_REGISTER = (
    "DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^ADR_JUDET^"
    "ADR_LOCALITATE^ADR_DEN_STRADA^ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ^ADR_APARTAMENT^"
    "ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA"
)
TURNOVERS = {tax_id: 1_000_000 * (n + 1) for n, tax_id in enumerate(WINNERS)}
"""Whole RON of 2025."""


def register_files(folder: Path) -> Path:
    """The trade register's dump and the statements of 2025, of the winners alone."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = _REGISTER.split("^")
    rows = []
    for n, (tax_id, name) in enumerate(WINNERS.items()):
        values = {
            "DENUMIRE": name, "CUI": str(tax_id), "COD_INMATRICULARE": f"J12/{n + 1}/2010",
            "DATA_INMATRICULARE": "14/05/2010", "FORMA_JURIDICA": "SRL", "ADR_TARA": "România",
            "ADR_JUDET": "Cluj", "ADR_LOCALITATE": "Dej",
        }  # fmt: skip
        rows.append("^".join(values.get(column, "") for column in columns))
    text_of = "\r\n".join(["\ufeff" + _REGISTER, *rows, ""])
    (folder / "OD_FIRME.CSV").write_bytes(text_of.encode())
    lines = ["CUI,CAEN," + ",".join(f"I{n}" for n in range(1, 21))]
    for tax_id, turnover in TURNOVERS.items():
        figures = [""] * 20
        figures[12], figures[17], figures[19] = str(turnover), "10000", "9"
        lines.append(f"{tax_id},4211,{','.join(figures)}")
    (folder / "WEB_UU_AN2025.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
