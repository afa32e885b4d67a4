"""Lines come whole, whatever ends them, however long they are and whatever bytes are wrong."""

from __future__ import annotations

import io

import pytest

from tui_app.tables.lines import (
    CR,
    UTF16,
    Recoded,
    blocks,
    encoding_of,
    form_of,
    named_delimiter,
    whole_text,
)

OLD = "Șapte".replace("Ș", "Ş").encode("cp1250")
"""A word as the ministry writes it."""


def lines_of(
    data: bytes, *, encoding: str = "utf-8", longest: int = 1_000, mixed: bool = False,
    watched: bool = True,
) -> tuple[list[str | None], int]:  # fmt: skip
    """The lines, and how many were read in another encoding."""
    recoded: list[None] = []
    found = blocks(
        io.BytesIO(data), encoding, lambda _block: None, longest=longest, mixed=mixed,
        recoded=(lambda: recoded.append(None)) if watched else None,
    )  # fmt: skip
    return [line for some in found for line in some], len(recoded)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\nb\n", ["a", "", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\rb\nc", ["a\rb", "c"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"\xef\xbb\xbf\xef\xbb\xbfa\nb\xef\xbb\xbf", ["a", "b\ufeff"]),
    ],
)
def test_lines_end_as_they_do_anywhere(data: bytes, lines: list[str]) -> None:
    assert lines_of(data) == (lines, 0)


def test_a_line_that_is_too_long_is_dropped_and_the_next_one_is_not() -> None:
    long = b"x" * 600_000  # longer than what is read at once
    assert lines_of(b"a\n" + long + b"\nb\n") == (["a", None, "b"], 0)
    assert lines_of(long, longest=700_000) == ([long.decode()], 0)
    assert lines_of(long + b"\nb", longest=700_000) == ([long.decode(), "b"], 0)
    assert lines_of(long) == ([None], 0)


def test_lines_of_the_code_page_within_utf_8() -> None:
    data = b"\n".join(("Ștefan".encode(), OLD, b"plain"))
    assert lines_of(data) == (["Ștefan", "Şapte", "plain"], 1)
    assert lines_of(data, watched=False) == (["Ștefan", None, "plain"], 0)
    # A line of UTF-8 with one wrong byte is damage, unless it is asked for.
    damaged = "Șș Țț ".encode() + b"\xaa"
    assert lines_of(damaged) == ([None], 0)
    assert lines_of(damaged, mixed=True) == (["Șș Țț Ş"], 1)
    assert lines_of(b"a\n\x81\x98b", encoding="cp1250") == (["a", None], 0)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"plain", "utf-8"),
        ("ȘȚ".encode(), "utf-8"),
        ("ȘȚ".encode()[:-1], "utf-8"),  # cut within a character
        (OLD, "cp1250"),
        ("ȘȚĂ".encode() + b"\xaa", "utf-8"),
        (b"\xef\xbb\xbf" + OLD, "utf-8"),
    ],
)
def test_the_encoding_of_a_beginning(data: bytes, encoding: str) -> None:
    assert encoding_of(data) == encoding


@pytest.mark.parametrize(
    ("data", "form"),
    [
        ("ab\ncd".encode("utf-16"), UTF16),
        ("ab\ncd".encode("utf-16-be"), UTF16),
        ("ab\ncd".encode("utf-16-le"), UTF16),
        (b"a\rb\r", CR),
        (b"a\r\nb", ""),
        (b"\0" * 8, ""),  # neither places: no text at all
        (b"", ""),
    ],
)
def test_how_a_text_is_written(data: bytes, form: str) -> None:
    assert form_of(io.BytesIO(data))[0] == form


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_and_lone_returns_become_ordinary_lines(codec: str) -> None:
    text = "Ștefan\nAna\n"
    assert whole_text(text.encode(codec)).rstrip("\n") == text.rstrip("\n")
    assert whole_text(b"a\rb\rc") == "a\nb\nc"
    form, own = form_of(io.BytesIO(text.encode("utf-16-be")))
    read = io.BufferedReader(Recoded(io.BytesIO(text.encode("utf-16-be")), own)).read()
    assert (form, read.decode()) == (UTF16, text)


def test_a_line_may_name_its_delimiter() -> None:
    assert [named_delimiter(line) for line in ("sep=;", '"SEP=|" ', "\ufeffsep=\t", "sep=")] == [
        ";", "|", "\t", None,
    ]  # fmt: skip
    assert named_delimiter("sep=;;") is None
    assert named_delimiter("a sep=;") is None
