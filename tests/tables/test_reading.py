"""Tables as people and spreadsheets write them are read as they were meant."""

from __future__ import annotations

import csv
import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables.sheets import Value, xlsx
from tui_app.tables.reading import read_table
from tui_app.tables.table import TableError

CODE = "1900101410015"
ANA, DAN = "990000013", "990000021"


def written(rows: list[list[str]], delimiter: str, encoding: str, quoting: int) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, quoting=quoting).writerows(rows)  # type: ignore[arg-type]
    return out.getvalue().encode(encoding)


_names = st.text(st.sampled_from("AĂBȘȚî.&'-"), min_size=4, max_size=10).map(lambda t: f"X{t}X SRL")
_texts = st.text(st.sampled_from('abc ,;|"\n'), max_size=12).map(lambda t: f"z{t}z")


@given(
    st.lists(st.tuples(_names, _texts), min_size=3, max_size=8),
    st.sampled_from(["\t", ";", "|", ","]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.booleans(),
)
def test_any_delimiter_encoding_and_quotes(
    found: list[tuple[str, str]], delimiter: str, encoding: str, quoting: int, headed: bool
) -> None:
    rows = [[f"RO{ANA}", name, text] for name, text in found]
    header = [["CUI", "Denumire", "Observații"]] if headed else []
    table = read_table(written(header + rows, delimiter, encoding, quoting))
    assert table.has_header is headed
    assert table.columns == (tuple(header[0]) if headed else ("column 1", "column 2", "column 3"))
    plain = [[" ".join(cell.split(" ")) for cell in row] for row in rows]
    shown = [[cell.replace("\n", " ") for cell in row] for row in plain]
    assert [list(row.cells) for row in table.rows] == shown


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        ("CUI;Denumire\n990000013;ANA SRL\n", ("CUI", "Denumire"), [(2, (ANA, "ANA SRL"))]),
        ("sep=|\r\nCUI|Nume\r\n990000013|A;B\r\n", ("CUI", "Nume"), [(3, (ANA, "A;B"))]),
        # What is typed is a list: a comma in a name makes no table of it.
        (f"{ANA}\n\nPOPA, ION SI FIII SRL\n  DAN SRL \n", ("column 1",),
         [(1, (ANA,)), (3, ("POPA, ION SI FIII SRL",)), (4, ("DAN SRL",))]),
        ("POPA, ION SRL\nA, B, C SRL\nX, Y, Z, T SRL\nDAN SRL\n", ("column 1",),
         [(1, ("POPA, ION SRL",)), (2, ("A, B, C SRL",)), (3, ("X, Y, Z, T SRL",)),
          (4, ("DAN SRL",))]),
        ("Denumire\nANA SRL\n", ("Denumire",), [(2, ("ANA SRL",))]),
        # Tax ids beside each other.
        (f"{ANA}, {DAN},{ANA}", ("column 1",), [(1, (ANA,)), (1, (DAN,)), (1, (ANA,))]),
        (f"{ANA} {DAN}\n{ANA}, {DAN}; {ANA}\nRO {DAN}", ("column 1",),
         [(1, (ANA,)), (1, (DAN,)), (2, (ANA,)), (2, (DAN,)), (2, (ANA,)), (3, (f"RO {DAN}",))]),
        # A title above, decimal commas beside semicolons, cells that are missing.
        (f"Furnizori 2026\n\nFirma;CUI;Sold\nANA;{ANA};1,50\nDAN;{DAN}\n",
         ("Firma", "CUI", "Sold"), [(4, ("ANA", ANA, "1,50")), (5, ("DAN", DAN, ""))]),
        # A quote that is never closed takes nothing with it.
        (f'CUI,Nume\n{ANA},"ANA SRL\n{DAN},DAN SRL\n', ("CUI", "Nume"),
         [(2, (ANA, '"ANA SRL')), (3, (DAN, "DAN SRL"))]),
        (f'CUI,Nume\n{ANA},"ANA ""BUNA"" SRL"\n', ("CUI", "Nume"), [(2, (ANA, 'ANA "BUNA" SRL'))]),
        # The same name twice, and none.
        (f"CUI;Nume;Nume;\n{ANA};A;B;C\n", ("CUI", "Nume", "Nume 2", "column 4"),
         [(2, (ANA, "A", "B", "C"))]),
        (f"{ANA};ANA SRL\n{DAN};DAN SRL\n", ("column 1", "column 2"),
         [(1, (ANA, "ANA SRL")), (2, (DAN, "DAN SRL"))]),
        # Empty columns at the end are what a spreadsheet adds.
        (f"CUI;Nume;; \n{ANA};ANA SRL;;\n{DAN};;;\n", ("CUI", "Nume"),
         [(2, (ANA, "ANA SRL")), (3, (DAN, ""))]),
        ("taxId\tcompanyName\n990000013\tANA\n", ("taxId", "companyName"), [(2, (ANA, "ANA"))]),
    ],
)  # fmt: skip
def test_a_table_is_read(
    text: str, columns: tuple[str, ...], rows: list[tuple[int, tuple[str, ...]]]
) -> None:
    table = read_table(text.encode())
    assert table.columns == columns
    assert [(row.number, row.cells) for row in table.rows] == rows


def test_letters_of_old_windows() -> None:
    table = read_table("CUI;Denumire\n990000013;ŞTEFAN ŢARĂ SRL\n".encode("cp1250"))
    assert table.rows[0].cells[1] == "ŞTEFAN ŢARĂ SRL"


def test_one_byte_of_old_windows_spoils_no_other_letter() -> None:
    lines = "CUI;Denumire\n1;ȘTEFAN\n2;".encode() + b"\xaaTEFAN\n3;" + "Țară ".encode() + b"\xaa\n"
    assert [row.cells[1] for row in read_table(lines).rows] == ["ȘTEFAN", "ŞTEFAN", "Țară Ş"]


def test_a_large_cell_and_many_columns_are_read() -> None:
    wide = ";".join(["CUI", *map(str, range(1000))])
    long = ";".join([ANA, "x" * 1_000_000])
    table = read_table(f"{wide}\n{long}\n".encode())
    assert len(table.columns) == 1001 and len(table.rows[0].cells[1]) == 1_000_000


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\x00\x01", b"\x89PNG\r\n\x1a\n\x00\x00", bytes(range(256)), b"\x1f\x8b\x08\x00abc",
     b"%PDF-1.4\n1 0 obj\n", b' [{"cui": 990000013}]', b'{"cui": 990000013}\n', b"<html>\n",
     b"PK\x03\x04 no archive", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 no sheet"],
)  # fmt: skip
def test_what_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(TableError, match="CSV"):
        read_table(data)


def test_an_empty_file_has_no_rows() -> None:
    assert read_table(b"").rows == read_table(b"\xef\xbb\xbf\r\n \n").rows == ()


def test_no_personal_code_and_no_control_character_comes_in() -> None:
    table = read_table(f"CUI;Nume;Nota\n{ANA};ANA\u202e SRL;CNP {CODE}\n{CODE};B;\n".encode())
    first, second = table.rows
    assert first.cells[:2] == (ANA, "ANA SRL") and first.codes == {2}
    assert second.codes == {0}
    assert CODE not in str(table)


def test_control_characters_that_a_program_left_are_taken_out() -> None:
    table = read_table(b"Nume;Suma\nANA\x07 SRL;\x1b[31m5\nDAN\x1f SRL;6\n" + b"X SRL;7\n" * 20)
    assert [row.cells[0] for row in table.rows[:2]] == ["ANA SRL", "DAN SRL"]


def test_a_spreadsheet_is_read() -> None:
    pytest.importorskip("python_calamine")
    data = xlsx(
        {
            "Copertă": [],
            "Furnizori": [
                ["Raport"], [], ["Denumire", "CUI", "Sold"],
                ["ȘTEFAN SRL", 990000013, 12.5], ["DAN", "RO990000021", None],
            ],
            "Clienți": [["CUI"], [990000013]],
        }
    )  # fmt: skip
    table = read_table(data)
    assert (table.sheet, table.other_sheets) == ("Furnizori", ("Clienți",))
    assert table.columns == ("Denumire", "CUI", "Sold")
    assert [(row.number, row.cells) for row in table.rows] == [
        (4, ("ȘTEFAN SRL", ANA, "12.5")), (5, ("DAN", "RO990000021", "")),
    ]  # fmt: skip
    assert read_table(data, sheet="Clienți").columns == ("CUI",)
    with pytest.raises(TableError, match="Furnizori"):
        read_table(data, sheet="Altele")


def test_without_the_extra_a_spreadsheet_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(TableError, match="pip install 'python-calamine"):
        read_table(xlsx({"A": [["CUI"]]}))


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_entities_in_a_list_are_decoded_once_and_split_no_cell(delimiter: str) -> None:
    rows = [["CUI", "Nume"], [ANA, "A &amp; B &quot;C&quot; SRL"], [DAN, "D &amp;amp; E"]]
    table = read_table("\n".join(delimiter.join(row) for row in rows).encode())
    assert table.columns == ("CUI", "Nume")
    assert [row.cells[1] for row in table.rows] == ['A & B "C" SRL', "D &amp; E"]


IDS = ["990000013", "990000021", "990000056", "990000064", "990000072"]


@pytest.mark.parametrize("longer", [True, False])
def test_rows_of_other_lengths_below_a_header_are_a_table(longer: bool) -> None:
    uneven = "{},Firma {}, de probe,Dej" if longer else "{},Firma {}"
    lines = [
        (uneven if at % 2 else "{},Firma {},Dej").format(tax_id, at)
        for at, tax_id in enumerate(IDS)
    ]
    table = read_table("\n".join(["CUI,Nume,Oras", *lines]).encode())
    assert table.columns == ("CUI", "Nume", "Oras")
    assert [row.cells[0] for row in table.rows] == IDS
    assert [row.cells[2] for row in table.rows][1] == ("Dej" if longer else "")


def test_a_comma_within_a_value_moves_no_tax_id() -> None:
    lines = [f"Firma {at}, de probe,{each},Dej" for at, each in enumerate(IDS[:2])]
    lines += [f"Firma {at},{each},Turda" for at, each in enumerate(IDS[2:])]
    table = read_table("\n".join(["Nume,CUI,Oras", *lines]).encode())
    assert [row.cells[1] for row in table.rows] == IDS
    assert table.rows[0].cells == ("Firma 0, de probe", IDS[0], "Dej")


def test_the_sheet_with_tax_ids_is_read_and_a_hidden_one_is_not() -> None:
    sheets: dict[str, list[list[Value]]] = {
        "Sumar": [["Raport"], ["Total", 2]],
        "ascuns": [["CUI"], [int(DAN)]],
        "Furnizori": [["Denumire", "CUI"], ["ANA SRL", int(ANA)]],
        "Note": [["Denumire"], ["DAN SRL"]],
    }
    book = xlsx(sheets, hidden=["ascuns"])
    table = read_table(book)
    assert (table.sheet, table.other_sheets) == ("Furnizori", ("Sumar", "Note"))
    assert [row.cells for row in table.rows] == [("ANA SRL", ANA)]
    assert read_table(book, sheet="ascuns").rows[0].cells == (DAN,)
    with pytest.raises(TableError, match="no sheet 'Altul'"):
        read_table(book, sheet="Altul")
    with pytest.raises(TableError, match="only a spreadsheet"):
        read_table(b"CUI\n990000013\n", sheet="Furnizori")
    assert read_table(xlsx({"h": [["CUI"], [int(DAN)]]}, hidden=["h"])).rows == ()


def test_a_zero_byte_in_a_long_text_makes_it_no_list() -> None:
    long = b"CUI;Nume\n" + b"990000013;ANA SRL\n" * 200
    assert read_table(long).columns == ("CUI", "Nume")
    with pytest.raises(TableError, match="neither a list nor a table"):
        read_table(long + b"\0")
    with pytest.raises(TableError, match="neither a list nor a table"):
        read_table(b"ANA SRL\n" + b"\x07" * 40)


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        ('"ANA SRL"', "ANA SRL"),
        (' "ANA SRL" ', "ANA SRL"),
        ('"', '"'),
        ('"ANA" SI "DAN"', '"ANA" SI "DAN"'),
        ('"ANA SRL', '"ANA SRL'),
        ('""', ""),
    ],
)
def test_quotes_around_a_whole_line_are_the_spreadsheets(line: str, cell: str) -> None:
    rows = read_table(f"{line}\nDAN SRL\n".encode()).rows
    assert [row.cells[0] for row in rows] == [cell, "DAN SRL"][not cell :]


def test_values_of_a_spreadsheet_are_what_one_would_type() -> None:
    pytest.importorskip("python_calamine")
    rows: list[list[Value]] = [["Nume", "CUI", "Sold"], ["  ANA SRL  ", int(ANA), 0.5]]
    [row] = read_table(xlsx({"A": [[], *rows]})).rows
    assert (row.number, row.cells) == (3, ("ANA SRL", ANA, "0.5"))
    [row] = read_table(xlsx({"A": [[], [], [], *rows]})).rows
    assert row.number == 5


def test_a_sheet_of_names_is_likelier_than_one_of_neither() -> None:
    pytest.importorskip("python_calamine")
    notes: list[list[Value]] = [["Luna", "Suma"], ["mai", 5], ["iunie", 6]]
    names: list[list[Value]] = [["Denumire", "Suma"], ["ANA SRL", 5], ["DAN SRL", 6]]
    ids: list[list[Value]] = [["CUI", "Suma"], [int(ANA), 5], [int(DAN), 6]]
    assert read_table(xlsx({"N": notes, "D": names})).sheet == "D"
    assert read_table(xlsx({"D": names, "N": notes, "C": ids})).sheet == "C"
    assert read_table(xlsx({"C": ids, "D": names})).sheet == "C"
    assert read_table(xlsx({"first": notes, "second": notes})).sheet == "first"


def test_rows_without_a_header_stay_as_they_are_written() -> None:
    lines = [f"{each};Firma, de probe;Dej" for each in IDS]
    lines[2] = f"{IDS[2]};Firma;de probe;Dej"
    table = read_table("\n".join(lines).encode())
    assert not table.has_header
    assert table.rows[2].cells == (IDS[2], "Firma", "de probe", "Dej")
    assert table.rows[0].cells == (IDS[0], "Firma, de probe", "Dej", "")
