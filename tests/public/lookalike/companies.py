"""The invented companies that the look-alike knows."""

from __future__ import annotations

import datetime as dt
from typing import Any

LAST_YEAR = dt.datetime.now(dt.UTC).year - 1

ATELIER = "990000013"
UNKNOWN = "990000021"
TEXTILE = "990000030"
NGO = "990000048"
FABRICA = "990000056"
STRUCK_OFF = "990000064"


def _record(cui: str, name: str, number: str, **other: Any) -> dict[str, Any]:
    return {"cui": int(cui), "denumire": name, "nrRegCom": number, **other}


COMPANIES: dict[str, dict[str, Any]] = {
    ATELIER: _record(
        ATELIER, "ATELIERUL DEMONSTRATIV S.R.L.", "J03/900176/2018", telefon="0252593435",
    ),
    TEXTILE: _record(
        TEXTILE, "TEXTILE INVENTATE SA", "J12/900007/1995", inactive=True,
        stare_inregistrare="INREGISTRAT din data 03.02.1995", data_inregistrare="1995-02-03",
        form="SOCIETATE COMERCIALĂ PE ACŢIUNI", cod_CAEN="1320",
    ),
    NGO: _record(NGO, "ASOCIAŢIA INVENTATĂ PENTRU PROBE", "", form="ALTE FORME DE ASOCIERE"),
    FABRICA: _record(
        FABRICA, "SC &quot;FABRICA DE ŢESUT PROBA&quot; S.A.", "J2015900123120", telefon="",
        form="SOCIETATE COMERCIALĂ PE ACŢIUNI",
    ),
    STRUCK_OFF: _record(
        STRUCK_OFF, "FOSTA FIRMĂ SRL", "J40/99123/2009",
        stare_inregistrare="RADIERE din data 12.03.2021",
    ),
}  # fmt: skip

FIGURES: dict[str, dict[int, tuple[int, int, int, int]]] = {
    # Year: turnover, profit, loss, employees.
    ATELIER: {
        LAST_YEAR: (174_962, 67_840, 0, 1),
        LAST_YEAR - 1: (3_200_000_000, 0, 20_500, 2),
    },
    TEXTILE: {2016: (900_000, 1_000, 0, 40), 2015: (950_000, 0, 7_000, 44)},
    FABRICA: {year: (1_000 * year, year, 0, 10) for year in range(2014, LAST_YEAR + 1)},
}


def taxpayer(cui: str, day: str) -> dict[str, Any]:
    """One entry of ``found``, as version 9 answers it."""
    company = COMPANIES[cui]
    return {
        "date_generale": {
            "cui": company["cui"],
            "data": day,
            "denumire": company["denumire"],
            "adresa": "JUD. ARGEŞ, SAT PROBA COM. PROBA, STR. MODEL, NR.94, ET.PARTER",
            "nrRegCom": company["nrRegCom"],
            **({"telefon": company["telefon"]} if "telefon" in company else {}),
            "fax": "",
            "codPostal": "017430",
            "act": "",
            "stare_inregistrare": company.get(
                "stare_inregistrare", "INREGISTRAT din data 25.01.2018"
            ),
            "data_inregistrare": company.get("data_inregistrare", "2018-01-25"),
            "cod_CAEN": company.get("cod_CAEN", "111"),
            "iban": "",
            "statusRO_e_Factura": False,
            "data_inreg_Reg_RO_e_Factura": "",
            "organFiscalCompetent": "Serviciul Fiscal Municipal Proba",
            "forma_de_proprietate": "PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON",
            "forma_organizare": "PERSOANA JURIDICA",
            "forma_juridica": company.get("form", "SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ"),
        },
        "inregistrare_scop_Tva": {
            "scpTVA": True,
            "perioade_TVA": [{"data_inceput_ScpTVA": "2023-01-25", "mesaj_ScpTVA": ""}],
        },
        "inregistrare_RTVAI": {"statusTvaIncasare": False, "dataInceputTvaInc": ""},
        "stare_inactiv": {
            "statusInactivi": company.get("inactive", False),
            "dataInactivare": "",
            "dataReactivare": "",
            "dataPublicare": "",
            "dataRadiere": "",
        },
        "inregistrare_SplitTVA": {"statusSplitTVA": False, "dataInceputSplitTVA": ""},
        "adresa_sediu_social": {
            "sdenumire_Strada": "Str. Model",
            "snumar_Strada": "94",
            "sdenumire_Localitate": "Sat Proba Com. Proba",
            "scod_Localitate": "338",
            "sdenumire_Judet": "ARGEŞ",
            "scod_Judet": "3",
            "scod_JudetAuto": "AG",
            "stara": "",
            "sdetalii_Adresa": "",
            "scod_Postal": "017430",
        },
        "adresa_domiciliu_fiscal": {"ddenumire_Strada": "Str. Alta", "dcod_Postal": "017431"},
    }


def statement(cui: str, year: int) -> dict[str, Any]:
    """The answer of ``bilant`` for a year, empty where nothing is filed."""
    figures = FIGURES.get(cui, {}).get(year)
    empty = {"an": year, "cui": int(cui), "deni": "", "caen": 0, "den_caen": "", "i": []}
    if figures is None:
        return empty
    turnover, profit, loss, employees = figures
    values = [
        ("I20", employees, "Numar mediu de salariati"),
        ("I19", loss, "Pierdere  neta"),
        ("I18", profit, "Profit net"),
        ("I13", turnover, "Cifra de afaceri neta"),
        ("I11", 200, "Capital subscris varsat"),
        ("I10", 46_000, "CAPITALURI - TOTAL, din care:"),
        ("I9", 0, "PROVIZIOANE"),
        ("I7", 31_000, "DATORII "),
        ("I5", 1_500, "Casa şi conturi la bănci"),
        ("I4", 80_000, "Creanţe"),
        ("I3", 0, "Stocuri"),
        ("I2", 140_300, "ACTIVE CIRCULANTE - TOTAL, din care:"),
        ("I1", 120_000, "ACTIVE IMOBILIZATE - TOTAL"),
    ]
    return {**empty, "deni": COMPANIES[cui]["denumire"], "caen": 111, "i": _lines(values)}


def ngo_statement(cui: str, year: int) -> dict[str, Any]:
    """A statement whose lines are those of an association."""
    values = [
        ("I33", 3, "Efectivul de personal privind activitatile economice sau financiare"),
        ("I10", 9_000, "J. CAPITALURI PROPRII - TOTAL"),
        ("I22", 500, "Venituri din activitatile fara scop patrimonial"),
    ]
    return {"an": year, "cui": int(cui), "deni": "ASOCIAŢIA", "caen": 9499, "i": _lines(values)}


def _lines(values: list[tuple[str, int, str]]) -> list[dict[str, Any]]:
    return [
        {"indicator": code, "val_indicator": value, "val_den_indicator": label}
        for code, value, label in values
    ]
