"""What rows mean, and why, as it was last looked at.

``--snapshot-update`` renews what was told; look at what changed in it.
"""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.insight.matching.test_matching import COMMON, GONE, IN_CLUJ, IN_IASI, NOWHERE, company
from tui_app.contract.matching import CompanyMatch, Decision, MatchRow
from tui_app.contract.resources import CompanySummary
from tui_app.insight.matching.choosing import with_choice
from tui_app.insight.matching.common_words import is_common_anywhere
from tui_app.insight.matching.features import Feature, confidence, in_words, points
from tui_app.insight.matching.names import compare, read_name, search_text
from tui_app.insight.matching.places import compare_places, says_place, without_place
from tui_app.insight.matching.readings import readings
from tui_app.insight.matching.scoring import Candidate, compared, match, without_certainty
from tui_app.insight.matching.wording import because, candidate_text, counted, decision_text

TEXTS = (
    "ANA SRL, Str. Probei nr. 3, Dej, jud. Cluj", "ANA SRL STR. PROBEI NR. 3 DEJ", "ANA SA DEJ",
    "ANA S.R.L. - Dr.Tr.Severin", "ANA SRL cu sediul in mun. Dej, str. Probei 3", "ANA, SRL, Dej",
    "ANA SA CLUJ", "ANA SRL, Romania, Dej", "Furnizor: SC ANASRL, BACAU", "ANA MARIA SA X DEJ",
    "ANA SRL - PUNCT DE LUCRU TURDA, Str. Morii 5", "SUCURSALA TURDA A ANA SRL", "ANA, SRL-D",
    "ANA SRL (fosta MARIA SRL), Dej", "RADIATA - ANA SRL", "ALFA SRL - BETA SRL", "ALFA - BETA",
    "PROBA IPURL lichidator judiciar al debitoarei ANA SRL", "ANAMARIASA", "SCANAMARIA SRL",
    "SCABCD", "SCABC SRL", "ABCDSA", "ABCSA", "ANAMARIASA SRL",
    "ANA SRL, jud. Cluj, Dej, jud. Alba",
    "ANA SRL, Turda, Dej", "ANA SRL, Bacau, Cluj", "ANA SRL, ceva", "ANA, ceva", "ANA, nr 4",
    "ANA SRL, str Probei 3 Dej", "ANA SRL, Sector 3", "ANA SRL în insolvență", "Client ANA SRL",
    "Client 2 - ANA SRL", "1, 2", "CUI 990000013", "ANA RO990000013", "ANA CUI 990000014",
    "990000013", "RO 12",
    "J40/123/2020", "ANA, Nr. Reg. Com. J12/345/2010)", "ANA (J2017015812405)", "2",
    "ANA SRL RO49 AAAA 1B31 0075 9384 0000 BCR", "ANA tel. 0264/123.456", "ANA a@x.ro",
    "1960101410015", "ANA RA Turda", "ANA SA mun. Dej", "ANA SA sucursala Dej", "ANA ra", "",
)  # fmt: skip


def test_rows_are_read_as_they_were(snapshot: SnapshotAssertion) -> None:
    rows = [MatchRow(name=text) for text in TEXTS]
    rows += [
        MatchRow(name="ANA SRL, Dej, jud. Cluj", county="AR", locality="Arad", address="Str. X 1"),
        MatchRow(name="RO990000013", tax_id="2"), MatchRow(name="J40/123/2020",
        registry_number="J"),
        MatchRow(name="ANA RO990000013 J12/345/2010", tax_id="2", registry_number="J1/2/2010"),
        MatchRow(name="ANA", address="Str. 1960101410015"), MatchRow(name=" A " * 400),
    ]  # fmt: skip
    told = []
    for row in rows:
        told.append(f"== {str(row)[:200]}")
        told += [
            f"{each.is_reduced} "
            + " | ".join(f"{key}={value[:60]}" for key in each.row.__struct_fields__
                         if (value := getattr(each.row, key)))
            for each in readings(row)
        ]  # fmt: skip
    assert "\n".join(told) == snapshot


NAMES = (
    "ana impex", "impex ana", "anaimpex", "an aimpex", "ana", "impex", "ana impex trans",
    "ana impex vest", "petroterm construct", "petrotrem construct", "petrotrem constrict",
    "petrotrem constrict albastrx", "petroterm construct albastru", "petroterm", "petrot3rm",
    "petro?erm construct", "cfr", "caile ferate romane", "caile ferate", "cf", "romania ana",
    "stelaris 2000", "stelaris 2001", "stelaris 2", "stelaris doi", "balor", "valor", "valo",
    "zulran constr", "zulran construct", "zulran cnst", "zulran const2000", "zulrantrex", "zul",
    "zulran trnsp", "zulran transport",
    "hold steel", "holdsteel", "oldsteel", "ab", "a & b", "SRL Ana", "Ana SRL Bacau", "Firma Ana",
    "soc com Ana SRL", "firma cu ana", "x" * 300, "i",
)  # fmt: skip


def test_names_are_compared_as_they_were(snapshot: SnapshotAssertion) -> None:
    read = [read_name(each) for each in NAMES]
    told = [f"{name[:20]}: {each.words[:4]!s:.60} {each.form} {search_text(name)!s:.40} "
            f"{len(search_text(name))}" for name, each in zip(NAMES, read,
            strict=True)]  # fmt: skip
    for typed, own in ((a, b) for a in read[:-1] for b in read[:-1]):
        found = compare(typed, own, COMMON.__contains__)
        if found.is_related or len(found.features) < 3:
            told.append(f"{' '.join(typed.words)[:30]} ~ {' '.join(own.words)[:30]}: "
                        f"{found.is_related} {' '.join(found.features)}")  # fmt: skip
    told += [f"{word} {is_common_anywhere(word)}" for word in ("agro", "zulran", "x", "99", "100")]
    told += [f"{total} {confidence(total)}" for total in (-1, 0.5, 0.99, 1.2, 1.89, 1.9, 2)]
    told += [f"{each} {points([each])} {in_words([each])}" for each in Feature]
    assert "\n".join(told) == snapshot


SECTOR = company("51", "VIVALDI TRANS SRL", "Sectorul 3, Municipiul București")
OTHERS = (
    IN_CLUJ, IN_IASI, GONE, NOWHERE, SECTOR, company("52", "VIVALDI BACAU SRL", "Onești, Bacău"),
    company("53", "STELARIS DOI SRL-D"), company("54", "BALOR SRL"), company("55",
    "CAILE FERATE SA"),
    Candidate(IN_CLUJ.company, street="Strada Lunga", former_names=("MARINAS SRL", "ANA IMPEX SA")),
    Candidate(replace(IN_IASI.company, tax_id="2816464"), has_number=True),
    Candidate(CompanySummary(tax_id="56", company_name="FARA FORMA")),
    company("57", "BALOR SRL", status="radiata"), company("58", "IMPERIUR SRL", status="radiata"),
)  # fmt: skip
ROWS = (
    {"name": "ana impex"}, {"name": "ana impex srl"}, {"name": "ana impex sa"}, {"county": "Cluj"},
    {"name": "ana impex", "county": "CJ"}, {"name": "ana impex", "locality": "Cluj Napoca"},
    {"name": "ana impex", "address": "Str. Lunga 3, Cluj-Napoca"}, {"name": "marinas"},
    {"name": "ana impex", "address": "undeva in Cluj"}, {"name": "ana impex", "locality": "Huedin"},
    {"name": "ana impex", "address": "x, Iasi"}, {"name": "ana impex sa cluj"}, {"tax_id": "22"},
    {"name": "ana impex", "tax_id": "22"}, {"name": "balor", "tax_id": "22"},
    {"tax_id": "990000013"},
    {"name": "ana impex", "tax_id": "990000013"}, {"registry_number": "J22/21/2010"},
    {"tax_id": "7"},
    {"name": "ana impex", "registry_number": "J22/99/2010"}, {"name": "vivaldi trans sector 3"},
    {"name": "vivaldi trans sector 5"}, {"name": "vivaldi bacau"}, {"name": "vivaldi onesti"},
    {"name": "vivaldi onesti jud bacau"}, {"name": "ana impex mun iasi jud iasi"},
    {"name": "valor"},
    {"name": "valor", "county": "Iasi"}, {"name": "stelaris 2 srl"}, {"name": "fara forma srl"},
    {"name": "Client ana impex srl"}, {"name": "imperier"}, {"name": "impex"},
    {"name": "caile ferate"},
)  # fmt: skip


def shown(found: CompanyMatch) -> str:
    return (
        f"{found.decision} {found.tax_id} {found.confidence} of {found.of}: {found.because} / "
        f"{because(found)} / " + " + ".join(map(candidate_text, found.candidates))
    )


def test_companies_are_chosen_as_they_were(snapshot: SnapshotAssertion) -> None:
    told = []
    for given in ROWS:
        row = MatchRow(**given)
        found = match(row, OTHERS, COMMON.__contains__)
        told += [f"== {given} {says_place(row)}", shown(found), shown(without_certainty(found))]
        told += [
            f"{each.tax_id} {each.confidence:.3f} {each.because}"
            for each in compared(row, (one.company for one in OTHERS), COMMON.__contains__)
        ]
        for one in OTHERS:
            typed, own = read_name(row.name), read_name(one.company.company_name)
            bare = without_place(typed, own, one.company)
            places = compare_places(row, one.company, one.street)
            told.append(f"  {one.company.tax_id} {' '.join(places)} {bare.words} {bare.form}")
        alone = [match(row, [one], COMMON.__contains__) for one in OTHERS]
        told.append(" ".join(f"{each.decision}{each.confidence:.2f}" for each in alone))
    assert "\n".join(told) == snapshot


def test_decisions_are_told_as_they_were(snapshot: SnapshotAssertion) -> None:
    found = match(MatchRow(name="ana impex"), OTHERS, COMMON.__contains__)
    told = [str(with_choice(found, None)), *(str(with_choice(found, e)) for e in found.candidates)]
    told += [
        shown(with_choice(found, None)),
        shown(CompanyMatch()),
        shown(CompanyMatch(because="x")),
    ]
    told += [f"{each} {decision_text(each)}" for each in (*Decision, "another")]
    told += [counted(each, rows) for each, rows in chain(((e.value, 1) for e in Decision),
                                                         ((e.value,
                                                         2) for e in Decision))]  # fmt: skip
    assert "\n".join(told) == snapshot
