"""Matches the rows of a list at any source, with as few requests as possible."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Final

from tui_app.client.answer import AnyAnswer
from tui_app.client.errors import NotFoundError, NotKnownToSourceError
from tui_app.client.live import WaitSeconds
from tui_app.contract import operations as ops
from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.matching import MAX_ROWS, CompanyMatch, MatchRow
from tui_app.contract.registry_numbers import read_registry_number

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_NOTHING: Final = MatchRow()

_ROWS_IN_TURN: Final = 25
"""Rows per request if requests are free: few, so that each is answered quickly."""


class ListMatch:
    """Matches rows; equal rows are asked once.

    Our own service takes a hundred rows at a time. At another server each row costs a search, and
    its answer is compared here; the rarity of words is then a guess.
    """

    def __init__(self, companies: Companies) -> None:
        self._companies = companies
        self.answers: list[AnyAnswer] = []
        """The answers so far, for what they say about their source."""
        self._known: dict[MatchRow, CompanyMatch] = {_NOTHING: CompanyMatch()}

    def price(self, rows: Sequence[MatchRow]) -> int:
        """The most requests that the rows can cost; for a live source a ``WaitSeconds``."""
        from tui_app.insight.matching.readings import readable

        open_rows = self._open(rows)
        if self._companies.live is None:
            return len(open_rows)
        waits = [
            self._companies.price(ops.AUTOCOMPLETE, q=text)
            for row in open_rows
            if (text := _text(readable(row)))
        ]
        total = WaitSeconds(sum(waits))
        total.text = f"{int(total)} s" if total else ""
        return total

    async def rows(self, rows: Sequence[MatchRow]) -> AsyncIterator[CompanyMatch]:
        """The match for each row, in order. Raises ``ClientError``; earlier rows were paid for."""
        await self._learn()
        for at, row in enumerate(rows):
            if row not in self._known:
                if self._companies.answers_extension(ops.MATCH):
                    await self._ask(self._open(rows[at:])[: self._largest_batch()])
                else:
                    self._known[row] = await self._searched(row)
            yield self._known[row]

    def _largest_batch(self) -> int:
        """The most rows in a request: the requests that are left must pay for them."""
        if not self._companies.allowance.metered:
            return _ROWS_IN_TURN
        left = self._companies.allowance.remaining
        return MAX_ROWS if left is None else max(1, min(MAX_ROWS, left))

    async def match(self, row: MatchRow) -> CompanyMatch:
        """The match for one row. Raises ``ClientError``."""
        async for answer in self.rows([row]):
            return answer
        raise AssertionError("a row has an answer")

    async def _ask(self, rows: Sequence[MatchRow]) -> None:
        answer = await self._companies.match(rows, confirm=True)
        self.answers.append(answer)
        self._known |= zip(rows, answer.data, strict=True)

    async def _learn(self) -> None:
        """Whether the source takes rows. A server that counts requests shows it in its answers."""
        if not self._companies.allowance.metered:
            await self._companies.learn_extensions(confirm=True)

    def _open(self, rows: Sequence[MatchRow]) -> list[MatchRow]:
        return [row for row in dict.fromkeys(rows) if row not in self._known]

    async def _searched(self, row: MatchRow) -> CompanyMatch:
        """The match by a search; if the source cannot answer it, no company was found."""
        from tui_app.insight.matching.common_words import is_common_anywhere
        from tui_app.insight.matching.readings import readable
        from tui_app.insight.matching.scoring import Candidate, match

        text = _text(readable(row))
        if not text:
            return CompanyMatch()
        try:
            answer = await self._companies.search(text, confirm=True)
        except NotFoundError:
            return CompanyMatch()
        except NotKnownToSourceError as error:
            # Not having looked is not the same as having found nothing.
            return CompanyMatch(because=str(error))
        self.answers.append(answer)
        return match(row, map(Candidate, answer.data), is_common_anywhere)


def _text(row: MatchRow) -> str:
    """The search text for a row: its number, else its name; empty if that is too short."""
    from tui_app.insight.matching.names import search_text

    if (tax_id := read_tax_id(row.tax_id)) is not None:
        return tax_id
    if (number := read_registry_number(row.registry_number)) is not None:
        return number.old or number.new
    return search_text(row.name)
