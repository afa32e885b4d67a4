"""Which party of a case is the company."""

from __future__ import annotations

import pytest

from tui_app.public.party_names import MatchKind, PartyName, search_text

ATELIER = "ATELIERUL DEMONSTRATIV SRL"
STATE, LOST = MatchKind.STATE, MatchKind.LOST_LETTERS


@pytest.mark.parametrize(
    ("name", "party", "kind"),
    [
        (ATELIER, "Atelierul  Demonstrativ S.R.L.", MatchKind.EXACT),
        (ATELIER, 'SC "ATELIERUL DEMONSTRATIV" SRL', MatchKind.EXACT),
        (ATELIER, "S.C. ATELIERUL-DEMONSTRATIV S R L", MatchKind.EXACT),
        (ATELIER, "Societatea Atelierul Demonstrativ s. r. l.", MatchKind.EXACT),
        (ATELIER, "ATELIERUL DEMONSTRATIV SRL-D", MatchKind.EXACT),
        (ATELIER, "SOCIETATE CU RĂSPUNDERE LIMITATĂ ATELIERUL DEMONSTRATIV", MatchKind.EXACT),
        ("ATELIERUL DEMONSTRATIV S.R.L.", "ATELIERUL DEMONSTRATIV SRL", MatchKind.EXACT),
        ("FABRICA DE ȚESUT SRL", "FABRICA DE ŢESUT SRL", MatchKind.EXACT),
        ("G & G S.A.", "G SI G SA", MatchKind.EXACT),
        ("SĂ FIE SRL", "SA FIE S.R.L.", MatchKind.EXACT),
        (ATELIER, "ATELIERUL DEMONSTRATIV SRL - în insolvenţă", STATE),
        (ATELIER, "ATELIERUL DEMONSTRATIV SRL prin lichidator judiciar X IPURL", STATE),
        (ATELIER, "SC ATELIERUL DEMONSTRATIV SRL (în faliment)", STATE),
        (f"{ATELIER} - IN LICHIDARE", ATELIER, MatchKind.EXACT),
        ("FABRICA DE ȚESUT SRL", "FABRICA DE ?E?UT SRL", LOST),
        ("FABRICA DE ȚESUT SRL", "FABRICA DE ?ESUT SRL în faliment", LOST),
        (ATELIER, "SC ATELIERUL DEMONSTRATIV", MatchKind.NO_FORM),
        ("ATELIERUL DEMONSTRATIV", ATELIER, MatchKind.NO_FORM),
        ("POPESCU-PROBA ANA SRL", "POPESCU PROBA ANA", MatchKind.BARE_NAME),
        ("POPESCU-PROBA ANA PFA", "Popescu-Proba Ana", MatchKind.BARE_NAME),
        ("POPESCU-PROBA ANA PFA", "PFA POPESCU-PROBA ANA", MatchKind.EXACT),
        ("POPESCU-PROBA ANA II", "Întreprindere Individuală Popescu-Proba Ana", MatchKind.EXACT),
        (ATELIER, "ATELIERUL DEMONSTRATIV SA", MatchKind.OTHER_FORM),
        (ATELIER, "ATELIERUL DEMONSTRATIV SRL prin X IPURL", STATE),
        ("SC DEMO SRL", "SC DEMO prin administrator judiciar X IPURL", MatchKind.NO_FORM),
        ("LUCRĂM PRIN PROBE SRL", "LUCRAM PRIN PROBE SRL", MatchKind.EXACT),
        ("LUCRĂM PRIN PROBE SRL", "LUCRAM SRL", None),
        ("LUCRĂM SRL", "LUCRAM PRIN PROBE SRL", None),
        (ATELIER, "ATELIERUL DEMONSTRATIV SRL SUCURSALA CLUJ", MatchKind.EXTENDED),
        (ATELIER, "ATELIERUL DEMONSTRATIV NORD SRL", None),
        ("ION SRL", "ION POPESCU-PROBA", None),
        (ATELIER, "MARELE ATELIERUL DEMONSTRATIV SRL", None),
        (ATELIER, "ATELIERUL DEMONSTRATIVUL SRL", None),
        (ATELIER, "ATELIERUL SRL", None),
        (ATELIER, "?TELIERUL DEMONSTRATIV SRL", None),  # the letter A is never lost
        (ATELIER, "???", None),
        (ATELIER, "", None),
        ("", "", None),
        ("...", "SRL", None),
    ],
)
def test_a_party_is_taken_for_the_company(name: str, party: str, kind: MatchKind | None) -> None:
    assert PartyName.read(name).match(party) is kind


def test_which_matches_another_may_stand_behind() -> None:
    doubtful = {kind for kind in MatchKind if not kind.is_certain}
    assert doubtful == {MatchKind.EXTENDED, MatchKind.BARE_NAME, MatchKind.OTHER_FORM}


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("ATELIERUL DEMONSTRATIV S.R.L.", "ATELIERUL DEMONSTRATIV SRL"),
        ("Fabrica de ȚESUT și Șes s.r.l", "Fabrica de ŢESUT şi Şes srl"),
        ("Fabrica de T\u0326ESUT SRL", "Fabrica de ŢESUT SRL"),
        ('S.C. "X-IMPEX" S.A.', "X-IMPEX SA"),
        ("A.B.C. CONSULT SRL", "A.B.C. CONSULT SRL"),
    ],
)
def test_what_is_sent_is_what_the_portal_finds(name: str, sent: str) -> None:
    assert search_text(name) == sent
