"""Romanian spelling for every third company: servers write some records with it, some without."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from tui_app.registry.sqlite.record import CompanyRecord

_WORDS: Final = """
Argeș Bacău Bistrița Năsăud Botoșani Brașov Brăila Buzău Caraș Constanța Dâmbovița Galați
Ialomița Iași Maramureș Mehedinți Mureș Neamț Sălaj Timiș Vâlcea București Călărași Sebeș
Pitești Câmpulung Mioveni Onești Moinești Beiuș Năsăud Săveni Făgăraș Săcele Făurei Râmnicu
Sărat Reșița Caransebeș Oravița Florești Sfântu Târgu Târgoviște Băilești Berești Petroșani
Urziceni Fetești Pașcani Hârlău Popești Sighetu Marmației Borșa Orșova Sighișoara Câmpina
Ploiești Negrești Oaș Zalău Șimleu Cisnădie Fălticeni Roșiori Măgurele Timișoara Dumbrăvița
Mediaș Măcin Bârlad Huși Drăgășani Focșani Oltenița Mihăilești Invenției Ficțiunii Demonstrației
Încercării Sălcâmilor Gării Închipuirii Piața Șos
CONSTRUCȚII ȘANTIER CROITORIA CONFECȚII TÂMPLĂRIA MOBILĂ BRUTĂRIA COFETĂRIA VACANȚĂ ȘCOALA
GRĂDINA BĂCĂNIA CARPAȚI CEAHLĂU DUNĂREA SOMEȘUL SALCÂMUL MIORIȚA CUMPĂNA ȘTEFAN
LAZĂR ÎNTREPRINDERE INDIVIDUALĂ FAMILIALĂ PROBĂ
"""
_SPECIAL: Final = 14
"""The companies named in ``landmarks`` come first and are written as their stories say."""

_WITHOUT: Final = str.maketrans("ĂÂÎȘȚăâîșț", "AAISTaaist")
_SPELLED: Final = {word.translate(_WITHOUT): word for word in _WORDS.split()}


def has_diacritics(number: int) -> bool:
    """Whether the n-th company is written with them."""
    return number > _SPECIAL and number % 3 == 0


def spelled(text: str) -> str:
    """A text with the diacritics that its words have."""
    return re.sub("[A-Za-z]+", lambda word: _SPELLED.get(word[0], word[0]), text)


def with_diacritics(record: CompanyRecord) -> CompanyRecord:
    """The record in Romanian spelling; addresses on the net stay as they are."""
    profile = record.profile
    fields = ("company_name", "county", "locality", "street_name", "full_address")
    texts = {name: spelled(text) for name in fields if (text := getattr(profile, name))}
    return msgspec.structs.replace(
        record,
        profile=msgspec.structs.replace(profile, **texts),
        administrators=tuple(map(spelled, record.administrators)),
    )
