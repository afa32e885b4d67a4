"""An invented country of firms: some alone with their names, some sharing them, some changed since.

Nothing here calls the program: what a row means is known because it was made from one firm.
"""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Final


@dataclasses.dataclass(frozen=True)
class Firm:
    """A company; its ``core`` is the name without ``form``."""

    tax_id: str
    core: str
    form: str
    county: str
    plate: str
    town: str
    street: str
    number: str
    serial: int
    year: int
    status: str = "functiune"

    @property
    def name(self) -> str:
        """The name as the register has it."""
        return f"{self.core} {self.form}"

    @property
    def registry_number(self) -> str:
        """The number of its county."""
        return f"J{_COUNTY_NUMBERS[self.plate]:02}/{self.serial}/{self.year}"


_COUNTY_NUMBERS: Final = {
    "AB": 1, "AR": 2, "AG": 3, "BC": 4, "BH": 5, "BN": 6, "BT": 7, "BV": 8, "BR": 9, "BZ": 10,
    "CS": 11, "CJ": 12, "CT": 13, "CV": 14, "DB": 15, "DJ": 16, "GL": 17, "GJ": 18, "HR": 19,
    "HD": 20, "IL": 21, "IS": 22, "IF": 23, "MM": 24, "MH": 25, "MS": 26, "NT": 27, "OT": 28,
    "PH": 29, "SM": 30, "SJ": 31, "SB": 32, "SV": 33, "TR": 34, "TM": 35, "TL": 36, "VS": 37,
    "VL": 38, "VN": 39, "B": 40, "CL": 51, "GR": 52,
}  # fmt: skip

_TOWNS: Final = tuple(
    tuple(tuple(line.split("|")) for line in part.strip().split("\n"))
    for part in Path(__file__).with_name("towns.txt").read_text(encoding="utf-8").split("\n\n")
)
"""Plate, county, town and its spellings, of the part that was seen and of the one held back."""

_SECTORS: Final = (
    ("Sectorul {} București", "Bucuresti S{}", "Sector {} Mun. Bucureşti", "București, sector {}",
     "Sect. {}", "SECTOR{}", "Buc., sect {}", "Mun. Bucuresti Sectorul {}", "BUCURE?TI SECTOR {}"),
    ("Bucuresti, Sect. {}", "Municipiul Bucureşti, Sectorul {}", "S{} Bucuresti", "BUC. SECTOR {}",
     "Bucuresti - Sector {}", "sector {}", "Bucuresti Sectoru {}"),
)  # fmt: skip
_COUNTIES: Final = (
    ("RO-{plate}", "{plate}", "jud. {county}", "{cut}", "JUD.{plain}", "ro-{plate}",
     "{county} ({plate})", "Jude?ul {lost}", "{county}"),
    ("{lost}", "Jud. {plate}", "{plate} - {plain}", "JUDEŢUL {plain}", "{cut}", "RO_{plate}"),
)  # fmt: skip

_COMMON: Final = (
    "CONSTRUCT", "TRANS", "IMPEX", "GRUP", "CONSULTING", "AGRO", "DESIGN", "INVEST", "SERV", "COM",
    "PROD", "EXPERT", "AUTO", "SOLUTIONS", "LOGISTIC", "INSTAL", "MEDIA", "TURISM",
)  # fmt: skip
_STREETS: Final = (
    "Libertății", "Mihai Viteazu", "Unirii", "Independenței", "Horea", "Avram Iancu", "Republicii",
    "Ștefan cel Mare", "1 Decembrie 1918", "Nicolae Bălcescu", "Gării", "Fabricii", "Morii",
)  # fmt: skip
_SOUNDS: Final = (
    (tuple("bcdfglmnprstvz"), tuple("aeiou"), ("", "", "n", "r", "l", "s", "x")),
    (("br", "cr", "dr", "fl", "gr", "l", "m", "n", "pr", "st", "t", "v", "z"), ("a", "e", "i", "o"),
     ("", "n", "r", "st", "x", "m")),
)  # fmt: skip
_SHARE_OF_NOWHERE: Final = 0.3
_PLAIN: Final = str.maketrans("ăâîșțĂÂÎȘȚ", "aaistAAIST")


def plain(text: str) -> str:
    """A text without marks."""
    return text.translate(_PLAIN)


def tax_id(number: int) -> str:
    """A tax id with a right control digit, made from a number."""
    body = f"{number:09}"
    total = sum(
        int(digit) * key for digit, key in zip(body, (7, 5, 3, 2, 1, 7, 5, 3, 2), strict=True)
    )
    return f"{number}{total * 10 % 11 % 10}"


class World:
    """The companies: ``alone`` have names like no other, ``namesakes`` share theirs."""

    def __init__(self, seed: int, *, held: bool, size: int = 900) -> None:
        self.towns = _TOWNS[held]
        self.dice = random.Random(seed)
        self.held = held
        self._sounds = _SOUNDS[held]
        self._words: set[str] = set()
        self._count = 0
        self.firms: list[Firm] = []
        self.alone = [self._firm(self._core()) for _ in range(size)]
        self.joint_stock = [self._firm(self._core(), form="SA") for _ in range(size // 6)]
        self.namesakes = [self._namesakes() for _ in range(size // 3)]
        self.joint_namesakes = [self._namesakes("SA") for _ in range(size // 6)]
        self.in_bucharest = [self._in_sectors() for _ in range(size // 10)]
        # As they were in an older snapshot: their names and their counties have changed since.
        self.renamed = [self._changed(core=True) for _ in range(size // 6)]
        self.moved = [self._changed(core=False) for _ in range(size // 6)]
        # Words that firms share, so that some are common and some are not.
        for _ in range(2 * size):
            self._firm(f"{self.dice.choice(_COMMON)} {self._word()}")

    def _word(self, shortest: int = 6) -> str:
        starts, vowels, ends = self._sounds
        while True:
            some = self.dice.choice((2, 3, 3, 4))
            word = "".join(
                self.dice.choice(starts) + self.dice.choice(vowels) + self.dice.choice(ends)
                for _ in range(some)
            ).upper()
            if len(word) >= shortest and word not in self._words and not word.endswith("SA"):
                # No two words are one error apart: what a row means stays beyond doubt.
                around = {word[:at] + word[at + 1 :] for at in range(len(word))} | {word}
                if not around & self._words:
                    self._words |= around
                    return word

    def _core(self) -> str:
        dice = self.dice
        shape = dice.randrange(10)
        if shape < 4:
            return self._word()
        if shape < 6:
            return f"{self._word()} {dice.choice(_COMMON)}"
        if shape < 8:
            return f"{dice.choice(_COMMON)} {self._word()}"
        return (
            f"{self._word()} {self._word()}"
            if shape < 9
            else f"{self._word()} {dice.randrange(1990, 2020)}"
        )

    def _firm(self, core: str, *, form: str = "SRL", place: int | None = None) -> Firm:
        dice = self.dice
        plate, county, town, *_ = self.towns[
            dice.randrange(len(self.towns)) if place is None else place
        ]
        self._count += 1
        firm = Firm(
            tax_id(1_000_000 + 37 * self._count), core, form, county, plate, town,
            f"Str. {dice.choice(_STREETS)}", str(dice.randrange(1, 190)),
            self._count, dice.randrange(1991, 2020),
        )  # fmt: skip
        self.firms.append(firm)
        return firm

    def _namesakes(self, form: str = "SRL") -> list[Firm]:
        """Firms of one name in three counties; of some a fourth has no town on record."""
        core = self._core()
        plates = self.dice.sample(sorted({each[0] for each in self.towns}), 4)
        places = [
            self.dice.choice([at for at, each in enumerate(self.towns) if each[0] == plate])
            for plate in plates
        ]
        if self.dice.random() < _SHARE_OF_NOWHERE:
            nowhere = self._firm(core, form=form, place=places[3])
            self.firms[-1] = dataclasses.replace(nowhere, town="")
        return [self._firm(core, form=form, place=place) for place in places[:3]]

    def _in_sectors(self) -> list[Firm]:
        core = self._core()
        found = []
        for sector in self.dice.sample(range(1, 7), 3):
            firm = self._firm(core)
            found.append(
                dataclasses.replace(firm, county="București", plate="B", town=f"Sectorul {sector}")
            )
            self.firms[-1] = found[-1]
        return found

    def _changed(self, *, core: bool) -> Firm:
        before = self._firm(self._core())
        there = [each[2] for each in self.towns].index(before.town)
        elsewhere = [at for at, each in enumerate(self.towns) if each[0] != before.plate]
        after = self._firm(
            self._core() if core else before.core,
            place=there if core else self.dice.choice(elsewhere),
        )
        self.firms[-2:] = [dataclasses.replace(after, tax_id=before.tax_id, year=2021)]
        return before

    def unknown(self) -> Firm:
        """A company that is not in the register."""
        firm = self._firm(self._core())
        self.firms.pop()
        return firm

    def spellings_of_town(self, firm: Firm) -> tuple[str, ...]:
        """How people write the town of a firm."""
        if firm.plate == "B":
            return tuple(text.format(firm.town[-1]) for text in _SECTORS[self.held])
        return next(tuple(each[3].split(";")) for each in self.towns if each[2] == firm.town)

    def spellings_of_county(self, firm: Firm) -> tuple[str, ...]:
        """How people and servers write the county of a firm."""
        cut = firm.county
        for letter in "șț":
            cut = cut.split(letter)[0]
        lost = "".join("?" if letter in "șțăâî" else letter for letter in firm.county)
        values = {
            "plate": firm.plate, "county": firm.county, "plain": plain(firm.county).upper(),
            "cut": plain(cut).upper(), "lost": lost,
        }  # fmt: skip
        return tuple(text.format(**values) for text in _COUNTIES[self.held])

    def other_sector(self, firms: list[Firm]) -> int:
        """A sector in which none of some firms is."""
        taken = {firm.town[-1] for firm in firms}
        return next(number for number in range(1, 7) if str(number) not in taken)

    def other_town(self, firms: list[Firm]) -> str:
        """A town in a county in which none of some firms is."""
        taken = {firm.plate for firm in firms}
        return self.dice.choice([each[2] for each in self.towns if each[0] not in taken])
