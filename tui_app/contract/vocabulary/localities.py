"""Towns and villages, as people and files write them: kinds, short forms and old spellings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.vocabulary.counties import CAPITAL, county_named, read_sector
from tui_app.contract.vocabulary.lost_letters import fits, is_cut, restored

_VILLAGE: Final = frozenset({"sat", "satul", "loc", "localitatea", "localitate", "cartier"})
_COMMUNE: Final = frozenset({"com", "comuna"})
_TOWN: Final = frozenset(
    {"mun", "municipiul", "municipiu", "oras", "orasul", "ors", "or", "town", "city"}
)
KINDS: Final = _VILLAGE | _COMMUNE | _TOWN
"""Words for a kind of place, which people write before its name."""

COUNTY_WORDS: Final = frozenset({"jud", "judet", "judetul"})

_WORDS: Final = {
    "tg": "targu", "tgu": "targu", "tirgu": "targu", "tirgul": "targu", "targ": "targu",
    "rm": "ramnicu", "rmn": "ramnicu", "rimnicu": "ramnicu", "ramnic": "ramnicu",
    "sf": "sfantu", "sft": "sfantu", "sfanta": "sfantu", "sfintu": "sfantu", "sfinta": "sfantu",
    "sfint": "sfantu", "sfant": "sfantu", "sfintul": "sfantu", "st": "sfantu",
    "tr": "turnu", "dr": "drobeta", "drob": "drobeta", "gh": "gheorghe", "vf": "varfu",
    "virfu": "varfu", "mold": "moldovenesc", "moldov": "moldovenesc",
}  # fmt: skip
"""Short forms and old spellings of folded words in names of places, written one way."""

TOWNS: Final = tuple(
    """
alba iulia|baia de aries|baia de arama|baia mare|baia sprie|baile govora|baile herculane
baile olanesti|baile tusnad|bolintin vale|boldesti scaeni|bumbesti jiu|campia turzii
campulung moldovenesc|chisineu cris|cluj napoca|copsa mica|cristuru secuiesc|curtea de arges
draganesti olt|drobeta turnu severin|eforie nord|eforie sud|gura hont|gura humorului
intorsura buzaului|lehliu gara|miercurea ciuc|miercurea nirajului|moldova noua|negresti oas
negru voda|ocna mures|ocna sibiului|ocnele mari|odorheiu secuiesc|otelu rosu|piatra neamt|piatra olt
podu iloaiei|podu turcului|popesti leordeni|ramnicu sarat|ramnicu valcea|rosiorii de vede
saliste de sus|sangeorgiu de padure|sangeorz bai|sannicolau mare|satu mare|sfantu gheorghe
sighetu marmatiei|simleu silvaniei|somcuta mare|targu bujor|targu carbunesti|targu frumos
targu jiu|targu lapus|targu logresti|targu mures|targu neamt|targu ocna|targu secuiesc
tautii magheraus|turnu magurele|valea lui mihai|valenii de munte|vanju mare|vatra dornei
vicovu de sus|viseu de sus
""".strip()
    .replace("\n", "|")
    .split("|")
)
"""Towns whose names have several words, folded, in the spelling of ``Locality.name``."""

_CITIES: Final = """
abrud adjud agnita aiud alexandria anina aninoasa arad ardud avrig azuga babadag bacau baicoi
bailesti balan balcesti bals baraolt barlad bechet beclean beius berbesti beresti bicaz bistrita
blaj bocsa borsa botosani brad bragadiru braila brasov breaza brezoi brosteni bucecea bucuresti
budesti buftea buhusi busteni buzau buzias cajvana calafat calan calarasi calimanesti campeni
campina campulung caracal caransebes carei cavnic cazanesti cehu cernavoda chiajna chitila ciacova
cisnadie codlea comanesti comarnic constanta corabia costesti covasna craiova cugir curtici
dabuleni darabani darmanesti dej deta deva dobroesti dolhasca dorohoi dragasani dragomiresti
dumbraveni eforie fagaras faget falticeni faurei fetesti fieni fierbinti filiasi flamanzi floresti
focsani frasin fundulea gaesti galati gataia geoagie gheorgheni gherla ghimbav giurgiu harlau
harsova hateg horezu huedin hunedoara husi ianca iasi iernut ineu isaccea jibou jimbolia lipova
liteni livada ludus lugoj lupeni macin magurele mangalia marasesti marghita medgidia medias
milisauti mioveni mizil mogosoaia moinesti moreni motru murfatlar murgeni nadlac nasaud navodari
negresti nehoiu novaci nucet odobesti oltenita onesti oradea orastie oravita orsova otopeni ovidiu
panciu pancota pantelimon pascani patarlagele pecica petrila petrosani pitesti ploiesti plopeni
pogoanele potcoava predeal pucioasa racari radauti ramnicu reghin resita roman rosu rovinari
roznov rupea sacele sacueni salcea saliste salonta santana sarmasu saveni scornicesti sebes sebis
segarcea seini sibiu sighisoara simeria sinaia slanic slatina slobozia solca sovata stefanesti
stei strehaia suceava sulina talmaciu tandarei targoviste tarnaveni tasnad techirghiol tecuci
teius ticleni timisoara tismana titu toplita topoloveni tulcea turceni turda ulmeni ungheni
uricani urlati urziceni vascau vaslui videle viseu vlahita voluntari vulcan zalau zarnesti
zimnicea zlatna
"""
CITIES: Final = frozenset(_CITIES.split())
"""Towns of one word, folded, in the spelling of ``Locality.name``, and a few large communes."""

_OTHER_NAMES: Final = {
    "cluj": "cluj napoca", "drobeta": "drobeta turnu severin",
    "turnu severin": "drobeta turnu severin", "severin": "drobeta turnu severin",
    "drobeta severin": "drobeta turnu severin", "sighet": "sighetu marmatiei",
    "odorhei": "odorheiu secuiesc", "campulung muscel": "campulung",
    "rosiori": "rosiorii de vede", "rosiori de vede": "rosiorii de vede",
    "gheorghe gheorghiu dej": "onesti", "drobeta petru groza": "stei", "basarabi": "murfatlar",
    "c ta": "constanta", "cta": "constanta", "c lung": "campulung",
    "c lung moldovenesc": "campulung moldovenesc",
    "buc": "bucuresti", "bucharest": "bucuresti", "bucurestii": "bucuresti", "b": "bucuresti",
}  # fmt: skip
"""Names that people or old files use for a town."""

# Until 1993 the sound of â within words was written î; without marks that is i.
_OLD_LETTER: Final = lazy_pattern(r"(?<=\w)[îÎ](?=\w)")
_OLD_SPELLING: Final = lazy_pattern(
    "^(b|br|c|d|f|fr|g|h|m|p|r|s|t|v)i(?=ndu|nce|nca|nco|ngeo|nmar|nmih|nnic|npau|npet|nta|nti|ntio"
    "|ntim|nju|mpi|mpu|mbov|mbat|rgov|rjol|rlad|rnav|rsov|rlau|mnic|lce|nis|ul|usor|rvul)"
)
_SECTOR_IN_TEXT: Final = lazy_pattern(r"\b(?:bucuresti s|sect(?:or(?:ul)?)?) ?0?[1-6]\b")
_PARTS: Final = lazy_pattern(r"[,;/()]+")


class Locality(Struct, frozen=True):
    """A place: its folded ``name`` with short forms written out, the ``commune`` of a village.

    ``sector`` is the capital's; its ``name`` is the capital. A sign for lost letters stays in it.
    """

    name: str
    commune: str = ""
    sector: int | None = None

    @property
    def key(self) -> str:
        """A text that is equal for all spellings of a place."""
        return f"{self.name}|{self.sector or self.commune}"


_SHORTEST_SHORT: Final = 3
_NOWHERE: Final = Locality("")


@lru_cache(maxsize=65_536)
def read_locality(text: str) -> Locality:
    """The place that a text names; its ``name`` is empty if it names none.

    ``Mun. Tg. Mureș``, ``Tîrgu-Mureş`` and ``TARGU MURES, jud. Mureș`` are one, as are ``Sat
    Probota Comuna Probota`` and ``Probota``, and ``Bucuresti S3`` and ``Sectorul 3``.
    """
    if sector := read_sector(text):
        return Locality(fold(CAPITAL.name), sector=sector)
    texts = [part for part in _PARTS().split(restored(text)) if part.strip()]
    if len(texts) > 1 and county_named(texts[0]) and fold(texts[1]).split(" ")[0] in KINDS:
        # Brăila, com. Chiscani
        del texts[0]
    parts = [found for part in texts if (found := _part(part)).name]
    if not parts:
        return _NOWHERE
    # What follows is the commune, the county, or a part of an address.
    first, *rest = parts
    sector = next((each for part in _PARTS().split(text)[1:] if (each := read_sector(part))), None)
    if sector and first.name == fold(CAPITAL.name):
        return Locality(first.name, sector=sector)
    commune = first.commune or next((each.commune for each in rest if each.commune), "")
    return Locality(first.name, commune if commune != first.name else "")


def names_place(text: str, place: Locality) -> bool:
    """Whether a free text, such as an address, names a place."""
    if place.sector:
        return any(read_sector(part) == place.sector for part in _sectors(text))
    return bool(place.name) and f" {place.name} " in _spelt(text)


@lru_cache(maxsize=4096)
def _spelt(text: str) -> str:
    """The words of a text in the spelling of names of places, between blanks."""
    folded = fold(_OLD_LETTER().sub("â", restored(text)).replace(".", " "))
    return f" {' '.join(map(_word, folded.split()))} "


@lru_cache(maxsize=4096)
def _sectors(text: str) -> list[str]:
    return _SECTOR_IN_TEXT().findall(fold(text.replace(".", " ")))


@lru_cache(maxsize=4096)
def is_town(place: Locality) -> bool:
    """Whether a place is a town or a sector of the capital, so that its name says a place."""
    if place.sector or place.name in CITIES or place.name in TOWNS:
        return True
    is_written_short = len(place.name) >= _SHORTEST_SHORT and not place.commune
    return is_written_short and any(_are_alike(place.name, town) for town in (*TOWNS, *CITIES))


def is_same_place(one: Locality, other: Locality, county: str = "") -> bool | None:
    """Whether two texts name the same place; ``None`` if one of them does not say enough.

    The capital and one of its sectors may be the same, as may a commune and its village. With the
    name of their ``county``, one may have it as an addition: ``Dej Cluj``.
    """
    if not one.name or not other.name:
        return None
    if one.sector and other.sector:
        return one.sector == other.sector
    if one.sector or other.sector:
        return None if one.name == other.name else False
    if not _are_alike(one.name, other.name) and not _are_alike_in(one.name, other.name, county):
        if one.commune and other.commune:
            return False
        around, name = (one.commune, other.name) if one.commune else (other.commune, one.name)
        return bool(around) and _are_alike(around, name)
    return not (one.commune and other.commune) or _are_alike(one.commune, other.commune)


def _are_alike_in(one: str, other: str, county: str) -> bool:
    return bool(county) and (f"{one} {county}" == other or one == f"{other} {county}")


def _are_alike(one: str, other: str) -> bool:
    """Whether names of places are equal, apart from abbreviated, cut and lost letters."""
    if one == other or one.replace(" ", "") == other.replace(" ", ""):
        return True
    short, long = sorted((one, other), key=len)
    if is_cut(short, long) or fits(one, other) or fits(other, one):
        return True
    first, second = short.split(), long.split()
    if len(first) != len(second) or len(first) < 2:
        return False
    # P. Neamț, Câmpulung Mold., Negrești O.
    pairs = list(zip(first, second, strict=True))
    return any(a == b for a, b in pairs) and all(
        b.startswith(a) or a.startswith(b) for a, b in pairs
    )


def _part(text: str) -> Locality:
    """The place in a part of a text without commas; nothing for a county alone."""
    found: dict[str, list[str]] = {"": [], "village": [], "commune": [], "town": []}
    kind = ""
    words = fold(_OLD_LETTER().sub("â", text).replace(".", " ")).split()
    for at, word in enumerate(words):
        if word in COUNTY_WORDS and words[at + 1 :]:
            break
        is_last = at == len(words) - 1
        if word in KINDS and not (is_last and not any(found.values())):
            kind = "village" if word in _VILLAGE else "commune" if word in _COMMUNE else "town"
        else:
            found[kind].append(word)
    settlement = _name(found["village"] or found[""])
    around = _name(found["commune"] or found["town"])
    if not settlement:
        settlement, around = around, ""
    is_commune = bool(found["commune"]) and not (found["village"] or found[""])
    return Locality(settlement, settlement if is_commune else around)


def _name(words: Sequence[str]) -> str:
    """The name of a place in the spelling that is kept."""
    name = " ".join(map(_word, words))
    if name in _OTHER_NAMES:
        return _OTHER_NAMES[name]
    return _by_letters().get(name.replace(" ", ""), name)


def _word(folded: str) -> str:
    """A word of a place in the spelling that is kept."""
    word = _OLD_SPELLING().sub(r"\1a", folded)
    word = _WORDS.get(word, word)
    return word.removesuffix("l") if word.endswith("ul") else word


@lru_cache(maxsize=1)
def _by_letters() -> dict[str, str]:
    """Towns by their letters, glued or with the first word as an initial: ``pneamt``."""
    found: dict[str, str] = {}
    for town in TOWNS:
        first, _blank, rest = town.partition(" ")
        short = f"{first[0]}{rest}".replace(" ", "")
        # S. Mare may be Satu Mare or Sânnicolau Mare.
        found[short] = "" if short in found else town
    found = {letters: town for letters, town in found.items() if town}
    return found | {town.replace(" ", ""): town for town in TOWNS}
