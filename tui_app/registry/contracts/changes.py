"""Which contract a change means: numbers repeat from year to year at one authority.

The change's day, its value before and its title tell: a change never precedes its contract, and of
several contracts of one number the one whose value or title it has is meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from tui_app.contract.folding import fold

_ROUNDED: Final = 100
"""The difference up to which two values are one, in bani: some files have whole RON."""


class ChangeOfContract(NamedTuple):
    """A change: its day, the winner if it is told, bani before and after, and its title."""

    day: int
    winner: int | None
    before: int | None
    after: int | None
    title: str


class ContractRow(NamedTuple):
    """A row of a contract with its place in the table."""

    row: int
    day: int
    winner: int
    value: int | None
    title: str


class ChangesOfContracts:
    """Collects changes, then the contracts that they may mean, by buyer and number."""

    def __init__(self) -> None:
        self._changes: defaultdict[tuple[int, str], list[ChangeOfContract]] = defaultdict(list)
        self._contracts: defaultdict[tuple[int, str], list[ContractRow]] = defaultdict(list)

    def add(self, buyer: int, number: str, change: ChangeOfContract) -> None:
        """Add a change of a contract that has a number."""
        if number:
            self._changes[buyer, number].append(change)

    def may_mean(self, buyer: int, number: str, contract: ContractRow) -> None:
        """Note a contract; all changes have to be added before."""
        if (buyer, number) in self._changes:
            self._contracts[buyer, number].append(contract)

    def values_after(self) -> Iterator[tuple[int | None, int]]:
        """The value after the latest change of each changed contract, and its place."""
        for key, contracts in self._contracts.items():
            last: dict[int, ChangeOfContract] = {}
            for change in sorted(self._changes[key], key=lambda each: each.day):
                for contract in _meant(change, contracts, last):
                    last[contract.row] = change
            yield from ((change.after, row) for row, change in last.items())


def _meant(
    change: ChangeOfContract, contracts: list[ContractRow], last: dict[int, ChangeOfContract]
) -> list[ContractRow]:
    """The rows of the contract that a change means; none if that cannot be told."""
    earlier = [
        contract
        for contract in contracts
        if contract.day <= change.day and change.winner in {None, contract.winner}
    ]
    fits = {contract.row: _fit(change, contract, last.get(contract.row)) for contract in earlier}
    best = max(fits.values(), default=_Fit(0, 0))
    is_alone = len({contract.day for contract in earlier}) == 1
    if best.balance < (-1 if is_alone else 0) or not (best.agreeing or is_alone):
        return []
    meant = [contract for contract in earlier if fits[contract.row] == best]
    newest = max(contract.day for contract in meant)
    return [contract for contract in meant if contract.day == newest]


class _Fit(NamedTuple):
    """How many of value and title agree, less those that differ; and how many agree."""

    balance: int
    agreeing: int


def _fit(change: ChangeOfContract, contract: ContractRow, before: ChangeOfContract | None) -> _Fit:
    """How a change fits a contract, ``before`` being its latest change; the unknown is no sign."""
    value = contract.value if before is None else before.after
    signs = []
    if change.before is not None and value is not None:
        signs.append(abs(change.before - value) <= _ROUNDED)
    ours, theirs = fold(change.title), fold(contract.title)
    if ours and theirs:
        signs.append(ours in theirs or theirs in ours)
    return _Fit(2 * sum(signs) - len(signs), sum(signs))
