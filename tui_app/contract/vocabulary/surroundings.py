"""What people write around a company's name in lists: labels, units, places of banks."""

from __future__ import annotations

from typing import Final

from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.vocabulary.streets import words_for

_LABELS: Final = """
agent agentul antreprenor antreprenorul apelant apelanta asociat asociatul beneficiar beneficiarul
buyer catre client clienti clientul cod comerciala compania companie company contractant
contractantul contractor creditoare creditoarea creditor creditorul crt cumparator cumparatorul
customer debitoare debitoarea debitor debitorul denumire denumirea destinatar destinatarul
distribuitor economic emitent emitentul executant executantul expeditor expeditorul firma furnizor
furnizori furnizorul importator intimat intimata intreprinderea juridica lider liderul locatar
locator name nr nume numele ofertant ofertantul operator operatorul parat parata partener
partenerul persoana platitor platitorul prestator prestatorul producator producatorul reclamant
reclamanta seller soc societate societatea subcontractant subcontractantul supplier titular
titularul transportator transportatorul unitate unitatea utilizator vanzator vanzatorul vendor
"""
LABELS: Final = frozenset(_LABELS.split())
"""Words before a name that say what the company is to the writer."""

_UNITS: Final = (
    "punct(?:ul|e)? (?:de )?lucru|pct (?:de )?lucru|p l|pl|pdl|sucursal[ae]|suc|filial[ae]|fil"
    "|agenti[ae]|reprezentant[ae]|sediul? secundar|sed sec|depozit(?:ul)?|magazin(?:ul)?|hala"
    "|atelier(?:ul)?|showroom|santier(?:ul)?|fabrica|birou(?:l)?|punct(?:ul)? (?:de )?vanzare"
    "|statia|benzinaria|ferma|uzina|sectia|sediul? central|sediul? social|branch|subsidiary"
)
UNIT_AFTER_FORM: Final = lazy_pattern(rf"(?:{_UNITS})\b")
"""A part of a company, where a legal form or a sign stands before it."""

UNIT: Final = lazy_pattern(
    r"\b(?:punct(?:ul|e)? (?:de )?lucru|pct (?:de )?lucru|sucursal[ae]|filial[ae]"
    r"|sediul? secundar|agenti[ae] (?!de)|reprezentant[ae] )"
)
"""A unit of a company, wherever it stands in a text: its name does not contain these words."""

UNIT_OF: Final = lazy_pattern(
    r"(?:punct(?:ul|e)? (?:de )?lucru|pct (?:de )?lucru|sucursal[ae]|filial[ae]|agenti[ae]"
    r"|reprezentant[ae]|sediul? secundar)(?: nr [0-9]+)?(?:.{0,30}? (?:a|al|ale))? "
)
"""A unit before the company that it belongs to: ``SUCURSALA CLUJ A ANA SRL``."""

SEAT: Final = lazy_pattern(r"\b(?:cu|avand) sedi(?:ul|u)\b")
"""What leads from a name to its address, with or without a legal form before it."""

BEFORE_PLACES: Final = lazy_pattern(
    r"^(?:(?:(?:cu|avand) )?(?:sedi(?:ul|u)(?: social)?|adresa|din|in)\b ?)+"
)
"""What stands before a place behind a name."""

REPRESENTATIVE_OF: Final = lazy_pattern(
    r"^(?:(?!\bprin\b).)*?\b(?:administrator|lichidator|practician)(?:ul)?"
    r"(?: judiciar| provizoriu| special)?(?: in insolventa)? (?:al|a|(?:.{1,60}? )?pentru) "
    r"(?:(?:debitoare[ai]|debitorul(?:ui)?|societat(?:ii|ea)|firmei) )?(.+)"
)
"""An insolvency practitioner and then the company that is meant."""

FORMER: Final = lazy_pattern(r"(?:fosta?|fostul|ex|denumita anterior|anterior|formerly)\b")
"""What introduces a former name beside the one of today."""

ADDRESS_WORDS: Final = words_for("strada", "bulevardul", "soseaua") | {
    "nr", "jud", "judet", "judetul",
}  # fmt: skip
"""Words that begin an address where no sign divides it from the name."""
