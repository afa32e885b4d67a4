"""States behind a name, in the words of the law, the register, courts and lists."""

import pytest

from tui_app.contract.folding import fold
from tui_app.contract.vocabulary.states import is_state, without_state

STATES = (
    "în insolvență, in insolvency, en procédure collective",
    "în reorganizare judiciară, in judicial reorganisation, en redressement",
    "în faliment, in bankruptcy, en faillite",
    "in insolvenţă",
    "- ÎN LICHIDARE",
    "(în dizolvare)",
    "aflată în procedura insolvenței",
    "în procedura generală de insolvență",
    "societate în faliment",
    "in curs de lichidare",
    "under insolvency",
    "in judicial liquidation",
    "en redressement judiciaire",
    "en faillite",
    "in insolven?a",
    "prin administrator judiciar PROBA INSOLV IPURL",
    "prin lichidator judiciar Ionescu SPRL",
    "prin adm. jud. PROBA IPURL",
    "reprezentată legal prin administrator special",
    "(RADIATA)",
    "- radiată",
    "INACTIVA",
    "firma radiată",
)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", ["MERIDIAN GRUP SRL", "MERIDIAN SA", "Ana S.R.L.", "PROBA SRL-D"])
def test_a_name_without_its_state(name: str, state: str) -> None:
    assert without_state(fold(f"{name} {state}")) == fold(name)


@pytest.mark.parametrize("state", STATES)
def test_a_state_alone(state: str) -> None:
    assert is_state(fold(state))


@pytest.mark.parametrize(
    "name",
    [
        "LUCRĂM PRIN PROBE SRL",
        "RADIATA CONSULT SRL",
        "CABINET DE AVOCAT PROBA",
        "FALIMENT SRL",
        "LICHIDARE ȘI VALORIFICARE SRL",
        "EN GROS SRL",
        "IN LINE SRL",
        "INACTIVA",
        "CASA INACTIVA",
    ],
)
def test_a_name_that_has_no_state(name: str) -> None:
    assert without_state(fold(name)) == fold(name)
    assert not is_state(fold("PROBA SRL"))
