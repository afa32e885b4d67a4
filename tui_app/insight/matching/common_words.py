"""Words in very many company names, for sources that do not count words."""

from __future__ import annotations

from typing import Final

_WORDS: Final = """
agency agro alfa art asist asociatii auto beauty bio birou business cabinet cafe center centru com
comert comertul comimpex company concept confort cons const constr construct constructii
constructions consult consulta consultanta consulting contab cont credit daily de design dent dental
development distributie distribution din dis eco edil electric electro elite energy eu euro europa
expert expres express farm farmacia farming fast fit food forest future garden general global gold
grand green group grup holding home hotel house imobiliare impex import imob in inst instal
instalatii intermed international invest investment it la land lemn line logistic logistics lux
magazin management market marketing mar max mec media med medical mobila mobile montaj net new nord
nova office online opti optim pan partner partners park plus power prest prestari prim pro proiect
prod prodcom prodimpex product production productions profesional project property quality real
restaurant rom romania romtrans sat security serv service servicii services shop si sistem smart
soft software solar solution solutions spedition star stil store studio sud systems tech technology
tehnic tehno tex the time top total tour tours trade trading trans transport travel turism universal
vest vet viva web wood work world
"""
_COMMON: Final = frozenset(_WORDS.split())


def is_common_anywhere(word: str) -> bool:
    """Whether a folded word is in too many names to distinguish them; short numbers are, too."""
    return word in _COMMON or len(word) == 1 or (word.isdecimal() and len(word) < 3)
