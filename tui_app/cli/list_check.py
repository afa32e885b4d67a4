"""One row per line of a list: the company, its status, VAT, last turnover and signals.

A line has a tax id, a registry number or a name; a name must be equal to the company's. Finished
rows are stored in a file until the whole list is done, so that a stopped check continues there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tui_app.cli.list_file import ListLine
from tui_app.client import errors
from tui_app.client.answer import AnyAnswer
from tui_app.client.live import WaitSeconds
from tui_app.contract import operations as ops
from tui_app.contract.matching import CompanyMatch, Decision
from tui_app.contract.resources import FinancialData
from tui_app.insight.growth import latest_two
from tui_app.insight.matching.features import Feature
from tui_app.insight.rules import Level
from tui_app.sources.company_data import CompanyData, load_company
from tui_app.sources.matching import ListMatch
from tui_app.system.language import _
from tui_app.system.untyped import FieldValue

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

COLUMNS: Final = (
    "line", "input", "taxId", "companyName", "status", "VAT", "year", "turnover", "signals",
    "problem",
)  # fmt: skip


SIMILAR_NAME: Final = "name_similar"
CASES_NOT_CHECKED: Final = "cases_not_checked"
"""What stands among the signals of a row beside the rules that were found."""


class MeantCompany(NamedTuple):
    """The company that a row means, and whether its name or number is equal to the row's."""

    tax_id: str
    is_equal: bool


TOGETHER: Final = 100
"""Lines that are prepared together, if the source can look up many with one request."""

_AT_ONCE: Final = 4
_STALE: Final = 24 * 3600
"""Seconds after which a stopped list starts again from the beginning."""

_SKEW: Final = 60
"""Seconds that clocks may differ."""

_EQUAL: Final = {Feature.SAME_NAME, Feature.SAME_NUMBER, Feature.SAME_TAX_ID}
"""A match with none of these features is by a name with a typing error."""

_STOPPING_ERRORS: Final = (errors.AllowanceError, errors.CredentialError)
"""Failures that every other line would have too."""

_MAX_NAMED: Final = 3

_MAX_LOST: Final = 8
"""After this many lines in a row without a connection, or refused as too fast, the check stops."""

Row = dict[str, FieldValue]


class NotOneError(Exception):
    """A name that does not belong to exactly one company; the text says what was found."""


_NOTHING: Final = (
    NotOneError,
    errors.NotFoundError,
    errors.NotKnownToSourceError,
    errors.InvalidRequestError,
)


class ListCheck:
    """Looks up lines in order, and stops if every further line would fail."""

    def __init__(self, companies: Companies, *, with_cases: bool = False) -> None:
        self._companies = companies
        self._asked = (ops.FINANCIAL, ops.COURT_CASES) if with_cases else (ops.FINANCIAL,)
        self.answers: list[AnyAnswer] = []
        self.failures: list[errors.ClientError] = []
        self.stopped: errors.ClientError | None = None
        self._lost = 0
        self._matching: ListMatch | None = None

    async def price(self, lines: Sequence[ListLine]) -> int:
        """The most requests that the lines can need; for a live source a ``WaitSeconds``.

        For a live source names are free, so they are looked up first.
        """
        known = self._companies.price_of_all(
            (ops.PROFILE, *self._asked), await self._tax_ids(lines)
        )
        if isinstance(known, WaitSeconds):
            return known
        names = [each.text for each in lines if each.is_name]
        each = 1 + len(self._asked)
        return known + sum(self._companies.price(ops.AUTOCOMPLETE, q=name) + each for name in names)

    async def rows(self, lines: Sequence[ListLine]) -> AsyncIterator[Row]:
        """A row for each line, in order, until the end or until ``stopped``."""
        for start in range(0, len(lines), TOGETHER):
            together = lines[start : start + TOGETHER]
            await self._prepare(together)
            for first in range(0, len(together), _AT_ONCE):
                some = together[first : first + _AT_ONCE]
                for row in await asyncio.gather(*map(self._row, some)):
                    if row is None:
                        return
                    yield row

    async def _prepare(self, lines: Sequence[ListLine]) -> None:
        await self._match_names(lines)
        tax_ids = await self._tax_ids(lines)
        if tax_ids:
            await self._companies.prepare(tax_ids)

    async def _match_names(self, lines: Sequence[ListLine]) -> None:
        """Match the names together; failed ones are tried again line by line, and reported then."""
        rows = [line.row for line in lines if line.is_name]
        if not rows:
            return
        self._matching = self._matching or ListMatch(await self._companies.uncounted())
        with suppress(errors.ClientError):
            async for _answer in self._matching.rows(rows):
                pass

    async def _tax_ids(self, lines: Sequence[ListLine]) -> list[str]:
        """The tax ids that are known without a request to others."""
        tax_ids = []
        for line in lines:
            tax_id = line.tax_id
            if line.is_name and self._companies.live is not None:
                with suppress(NotOneError, errors.ClientError):
                    tax_id = (await self._of_name(line)).tax_id
            if tax_id is not None:
                tax_ids.append(tax_id)
        return tax_ids

    async def _row(self, line: ListLine) -> Row | None:
        """The row of a line; ``None`` if the check has to stop."""
        row: Row = dict.fromkeys(COLUMNS) | {"line": line.number, "input": line.text}
        if line.refused:
            problem = _("may be a person's code: nothing was sent")
            return row | {"input": None, "problem": problem}
        if not line.text:
            return row | {"problem": _("no tax id and no name in this row")}
        if line.is_decimal:
            problem = _("a number with decimals is not a tax id: nothing was sent")
            return row | {"problem": problem}
        try:
            found = MeantCompany(line.tax_id, True) if line.tax_id else await self._of_name(line)
            tax_id = row["taxId"] = found.tax_id
            company = await load_company(self._companies, tax_id, self._asked)
        except _STOPPING_ERRORS as failure:
            self.stopped = failure
            return None
        except _NOTHING as nothing:
            return row | {"problem": str(nothing)}
        except errors.ClientError as failure:
            self.failures.append(failure)
            is_lost = isinstance(failure, errors.UnreachableError | errors.TooFastError)
            self._lost = self._lost + 1 if is_lost else 0
            if self._lost == _MAX_LOST:
                self.stopped = failure
                return None
            return row | {"problem": str(failure)}
        self._lost = 0
        self.answers += company.answers.values()
        for error in company.problems.values():
            if isinstance(error, _STOPPING_ERRORS):
                self.stopped = error
                return None
            self.failures.append(error)
            row["problem"] = str(error)
        row |= _facts(company)
        if not found.is_equal:
            row["signals"] = [SIMILAR_NAME, *row["signals"]]
        return row

    async def _of_name(self, line: ListLine) -> MeantCompany:
        """The company that a name or a number means. Raises ``NotOneError``."""
        companies = await self._companies.uncounted()
        matching = self._matching or ListMatch(companies)
        self._matching = matching
        found = await matching.match(line.row)
        if found.decision == Decision.MATCHED and found.tax_id is not None:
            is_equal = any(_EQUAL & set(each.features) for each in found.candidates[:1])
            return MeantCompany(found.tax_id, is_equal)
        if found.candidates:
            raise NotOneError(_candidates(found))
        if companies.allowance.metered:
            raise NotOneError(_("nothing found"))
        # Companies whose names contain the text help a person, and are free here.
        similar = (await companies.search(line.text)).data
        raise NotOneError(_similar([f"{c.company_name} ({c.tax_id})" for c in similar]))


def _candidates(found: CompanyMatch) -> str:
    """The companies found instead of a single one, for a person who knows the right one."""
    names = [f"{each.company_name} ({each.tax_id})" for each in found.candidates]
    if found.decision == Decision.NONE:
        return _similar(names)
    text = _("{count} companies fit alike: {names}")
    if all(Feature.SAME_NAME in each.features for each in found.candidates):
        text = _("{count} companies have this name: {names}")
    return text.format(count=found.of, names=_first_of(names, found.of))


def _similar(names: Sequence[str]) -> str:
    if not names:
        return _("nothing found")
    text = _("no company has this name; similar: {names}")
    return text.format(names=_first_of(names, len(names)))


def _first_of(names: Sequence[str], count: int) -> str:
    """The first names, and how many more of ``count`` there are."""
    named = names[:_MAX_NAMED]
    more = count - len(named)
    return "; ".join(named) + (_("; {count} more").format(count=more) if more > 0 else "")


def _facts(company: CompanyData) -> Row:
    profile = company.profile
    latest, _before = latest_two(company.data(ops.FINANCIAL) or FinancialData())
    rules = [each.rule for each in company.signals if each.level in (Level.SERIOUS, Level.WARNING)]
    cases = company.answers.get(ops.COURT_CASES.name)
    if company.data(ops.COURT_CASES) is None or (cases is not None and cases.partial):
        rules.append(CASES_NOT_CHECKED)
    return {
        "taxId": profile.tax_id,
        "companyName": profile.company_name,
        "status": profile.status,
        "VAT": profile.vat,
        "year": latest.year,
        "turnover": latest.turnover,
        "signals": rules,
    }


class Journal:
    """The finished rows of a list, in a file that only its owner can read.

    ``path`` is ``None`` if nothing is stored.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.failure = ""
        """Why the rows are not stored, so that a stopped check starts again."""
        self.done = {_key(row): row for row in self._read()}

    @classmethod
    def of(cls, folder: Path, source: str, lines: Sequence[ListLine]) -> Journal:
        """The journal of a list at a source."""
        content = "\n".join([source, *(f"{line.number} {line.text}" for line in lines)])
        name = hashlib.sha256(content.encode("utf-8", "surrogateescape")).hexdigest()[:16]
        return cls(folder / f"check-{name}.jsonl")

    def add(self, row: Row) -> None:
        """Store a row."""
        self.done[_key(row)] = row
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                if file.tell() == 0:
                    self._path.chmod(0o600)
                file.write(json.dumps(row) + "\n")
        except OSError as error:
            text = _("{path} cannot be written ({why})")
            self.failure = text.format(path=self._path, why=error.strerror)
            self._path = None

    def finish(self) -> None:
        """Delete the file: the list is done."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _read(self) -> Iterator[Row]:
        try:
            if self._path is None or not self._path.exists():
                return
            age = time.time() - self._path.stat().st_mtime
            if not -_SKEW <= age <= _STALE:  # nor from a clock that was ahead
                self._path.unlink(missing_ok=True)
                return
            lines = self._path.read_bytes().splitlines()
        except OSError as error:
            text = _("{path} cannot be read ({why})")
            self.failure = text.format(path=self._path, why=error.strerror)
            self._path = None
            return
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:
                continue  # the last line may be incomplete if the check was killed
            if not isinstance(row, dict) or {*row} != {*COLUMNS}:
                continue
            if isinstance(row["line"], int) and isinstance(row["input"], str | None):
                yield row


def _key(row: Row) -> tuple[int, str | None]:
    """The ``key`` of a row's line."""
    return row["line"], row["input"]


async def check_lines(
    checking: ListCheck, lines: Sequence[ListLine], journal: Journal, progress: Callable[[], None]
) -> list[Row]:
    """The rows in the order of the list; finished ones come from the journal."""
    open_lines = [line for line in lines if line.key not in journal.done]
    async for row in checking.rows(open_lines):
        progress()
        if row["problem"] is None:
            journal.add(row)
        else:
            journal.done[_key(row)] = row  # is tried again if the check is
    if checking.stopped is None:
        journal.finish()
    return [journal.done[line.key] for line in lines if line.key in journal.done]
