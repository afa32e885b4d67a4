"""The invented cases of the look-alike, and the SOAP that carries them."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
CASE = """<Dosar><parti>
<DosarParte><nume>{party}</nume><calitateParte>{role}</calitateParte></DosarParte>
<DosarParte><nume>POPESCU-PROBA ANA</nume><calitateParte>Intimat Pârât</calitateParte></DosarParte>
</parti><sedinte><DosarSedinta><complet>C1</complet><data>2024-01-10T00:00:00</data>
<ora>09:00</ora><solutie>Respinge</solutie></DosarSedinta></sedinte>
<numar>{number}</numar><numarVechi/><data>{date}T00:00:00</data>
<institutie>CurteadeApelBUCURESTI</institutie><departament>{department}</departament>
<categorieCaz>Litigiicuprofesionistii</categorieCaz><stadiuProcesual>Recurs</stadiuProcesual>
<obiect>pretenţii</obiect><dataModificare>2024-01-17T23:07:20.007</dataModificare>
<categorieCazNume>Litigii cu profesioniştii</categorieCazNume>
<stadiuProcesualNume>Recurs</stadiuProcesualNume></Dosar>"""

Case = tuple[str, str, str, str]
"""Party, role, number, date."""

CASES: list[Case] = [
    ("ATELIERUL DEMONSTRATIV SRL", "Recurent Reclamant", "9999/3/2023/a1", "2023-12-04"),
    ("S.C. ATELIERUL DEMONSTRATIV S.R.L. - în insolvenţă", "Debitor", "77/3/2024", "2024-02-01"),
    ("ATELIERUL DEMONSTRATIV SA", "Martor", "12/3/2021", "2021-05-06"),
    ("ATELIERUL DEMONSTRATIV NORD SRL", "Pârât", "13/3/2021", "2021-05-07"),
    *(
        ("FABRICA DE ŢESUT PROBA SA", "Creditor", f"{n}/109/2022", f"2022-03-{n % 28 + 1:02}")
        for n in range(1, 46)
    ),
]
BIG: list[Case] = [
    ("ATELIERUL DEMONSTRATIV SRL", "Creditor", f"{n}/3/{2020 + n % 5}", f"{2020 + n % 5}-06-01")
    for n in range(1, 1501)
]
DAY = r"(?:<{0} xsi:nil=\"true\"/>|<{0}>(?P<{1}>\d{{4}}-\d\d-\d\d)T00:00:00</{0}>)\s*"
ORDER = re.compile(
    r"<CautareDosare xmlns=\"portalquery.just.ro\">\s*<numarDosar></numarDosar>\s*"
    r"<obiectDosar></obiectDosar>\s*<numeParte>(?P<name>[^<]+)</numeParte>\s*"
    r"<institutie xsi:nil=\"true\"/>\s*"
    + DAY.format("dataStart", "start")
    + DAY.format("dataStop", "stop")
    + r"</CautareDosare>"
)


def search(request: str, *, big: bool) -> list[Case] | None:
    """The cases whose party begins with the name asked for; ``None`` for a request in disorder.

    As the portal does, a name with today's comma-below letters finds nothing.
    """
    asked = ORDER.search(request)
    if asked is None:
        return None
    name, start, stop = asked["name"], asked["start"], asked["stop"]
    if re.search("[șțȘȚ]", name):
        return []
    words = name.rsplit(" ", 1)[0].casefold()
    found = [
        case
        for case in (BIG if big else CASES)
        if words in case[0].casefold() and (start is None or start <= case[3] <= (stop or ""))
    ]
    return found[:1000]


def envelope(cases: list[Case], *, lost: bool = False) -> str:
    """The answer; ``lost`` puts ``?`` where the ministry lost letters."""
    inner = "".join(
        CASE.format(
            party=escape(party),
            role=role,
            number=number,
            date=date,
            department="Secţia a VI-a Civilă",
        )
        for party, role, number, date in cases
    )
    if lost:
        inner = re.sub("[ţşȚȘŢŞ]", "?", inner)
    result = f"<CautareDosareResult>{inner}</CautareDosareResult>" if inner else ""
    return soap(
        f'<CautareDosareResponse xmlns="portalquery.just.ro">{result}</CautareDosareResponse>'
    )


def fault(reason: str) -> str:
    """A SOAP fault."""
    return soap(
        "<soap:Fault><faultcode>soap:Server</faultcode>"
        f"<faultstring>{escape(reason)}</faultstring><detail/></soap:Fault>"
    )


def soap(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>'
        f'<soap:Envelope xmlns:soap="{SOAP}"><soap:Body>{body}</soap:Body></soap:Envelope>'
    )
