"""The input format of the registry: one company with all its resources, one JSON object per line.

Field names are the contract's own::

    {"profile": {"taxId": "990000013", …}, "financial": {…}, "courtCases": [{…}],
     "phones": {…}, "emails": {…}, "administrators": ["…"], "websites": ["https://…"]}

Everything but ``profile`` may be omitted. The registry sets the ``has…`` flags by
what is on record, and fills in the company's tax id and name where a court case omits
them.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.contract.resources import CompanyProfile, CourtCase, Emails, FinancialData, Phones
from tui_app.registry.errors import BuildError
from tui_app.system.language import _

_NO_FIGURES: Final = FinancialData()
_NO_PHONES: Final = Phones()
_NO_EMAILS: Final = Emails()


class CompanyRecord(
    Struct,
    frozen=True,
    kw_only=True,
    rename="camel",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """One company with all its data. ``financial.turnover`` determines its rank."""

    profile: CompanyProfile
    financial: FinancialData = _NO_FIGURES
    court_cases: tuple[CourtCase, ...] = ()
    phones: Phones = _NO_PHONES
    emails: Emails = _NO_EMAILS
    administrators: tuple[str, ...] = ()
    websites: tuple[str, ...] = ()

    @property
    def has_phone(self) -> bool:
        """Whether any phone number is on record."""
        return self.phones != _NO_PHONES

    @property
    def has_email(self) -> bool:
        """Whether any e-mail address is on record."""
        return self.emails != _NO_EMAILS


def read_records(path: Path) -> Iterator[CompanyRecord]:
    """The records of a JSON Lines file, plain or gzip, one at a time; blank lines are skipped.

    Raises ``BuildError`` with the line number for an unreadable record.
    """
    decoder = msgspec.json.Decoder(CompanyRecord)
    number = 0
    try:
        with _opened(path) as lines:
            for number, line in enumerate(lines, 1):  # noqa: B007 (for the messages below)
                if not line.isspace():
                    yield decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise BuildError(f"{path}, line {number}: {error}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BuildError(
            _("{path} is damaged after line {number}: get the file again.").format(
                path=path, number=number
            )
        ) from None
    except OSError as error:
        raise BuildError(
            _("{path} cannot be read: {why}").format(path=path, why=error.strerror or error)
        ) from None
    except UnicodeDecodeError:
        raise BuildError(
            _("{path}, line {number}: not UTF-8 text").format(path=path, number=number)
        ) from None


def _opened(path: Path) -> BufferedIOBase:
    # The first bytes identify a gzip file, whatever its name.
    file = path.open("rb")
    if not file.peek(2).startswith(b"\x1f\x8b"):
        return file
    file.close()
    return gzip.open(path, "rb")
