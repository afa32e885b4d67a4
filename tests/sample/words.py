"""The words that invented companies and people are called by."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Trade(Struct, frozen=True):
    """A line of business: how its names begin, what else they hold, its CAEN Rev.2 classes."""

    stems: tuple[str, ...]
    nouns: tuple[str, ...]
    classes: tuple[str, ...]
    weight: int = 2


TRADES: Final = (
    Trade(("AGRO", "AGRI"), ("FERMA", "CEREAL", "RECOLTA"), ("0111", "0150", "4621", "0161"), 7),
    Trade(("PETRO",), ("CARBURANT", "COMBUSTIBIL"), ("4730", "4671", "0910"), 5),
    Trade(("CON", "CONSTRUCT"), ("CONSTRUCTII", "SANTIER"), ("4120", "4399", "4211", "4321"), 8),
    Trade(("SOFT", "SOFTWARE "), ("PROGRAM", "DATE", "COD"), ("6201", "6202", "6209", "6311"), 7),
    Trade(("TRANS",), ("LOGISTIC", "CARGO"), ("4941", "5229", "4939", "5210"), 6),
    Trade(("ELECTRO",), ("INSTAL", "CURENT"), ("4321", "2712", "4669"), 4),
    Trade(("MEDI", "MEDICA"), ("CLINICA", "CABINET"), ("8621", "8622", "8690"), 4),
    Trade(("FARMA",), ("FARMACIA", "REMEDIU"), ("4773", "4646", "2120"), 3),
    Trade(("LEMN", "SILVA"), ("TAMPLARIA", "MOBILA"), ("1610", "3109", "0220", "1623"), 3),
    Trade(("TEX", "MODA"), ("CROITORIA", "CONFECTII"), ("1413", "4771", "1330"), 3),
    Trade(("AUTO",), ("SERVICE", "PIESE"), ("4520", "4511", "4531"), 5),
    Trade(("PANI", "DULCE"), ("BRUTARIA", "COFETARIA"), ("1071", "4724", "1072"), 3),
    Trade(("VIN", "PODGORIA "), ("CRAMA", "PODGORIE"), ("1102", "0121", "4634"), 2),
    Trade(("TUR", "HOTEL "), ("PENSIUNEA", "VACANTA"), ("5510", "7912", "5520", "7911"), 4),
    Trade(("EDU",), ("SCOALA", "CURS"), ("8559", "8510", "8553"), 2),
    Trade(("CONSULT", "CONT"), ("AUDIT", "EXPERT"), ("7022", "6920", "7021"), 4),
    Trade(("MEDIA", "FOTO"), ("STUDIO", "TIPAR"), ("7311", "7420", "1812", "5911"), 3),
    Trade(("METAL", "FER"), ("ATELIERUL", "UZINA"), ("2511", "2562", "4672", "2599"), 3),
    Trade(("HORTI", "FLORA"), ("GRADINA", "SERA"), ("0119", "4776", "8130"), 2),
    Trade(("ECO", "VERDE "), ("RECICLARE", "MEDIU"), ("3811", "3832", "3900"), 2),
    Trade(("IMO",), ("LOCUINTE", "TEREN"), ("6820", "6831", "4110"), 3),
    Trade(("GASTRO", "BISTRO "), ("HANUL", "CANTINA"), ("5610", "5630", "5629"), 4),
    Trade(("MARKET", "MINI"), ("BACANIA", "MAGAZIN"), ("4711", "4719", "4791"), 4),
    Trade(("ENER", "SOLAR "), ("ENERGIE", "PANOU"), ("3511", "4322", "2611"), 2),
)

ENDINGS: Final = (
    "NOVA", "VEST", "LUX", "DAVA", "MAR", "LINE", "GAL", "TERM", "STAR", "ALFA", "PRIM", "SUD",
    "ZENIT", "ROM", "DELTA", "VIS", "PLUS", "TIS", "ARIS", "BEL", "CRIS", "DOR", "FEN", "LUNA",
)  # fmt: skip
PROPER_NOUNS: Final = (
    "CARPATI", "LUCEAFARUL", "CODRU", "LUNCA", "VALEA", "IZVORUL", "BRADUL", "CEAHLAU", "DUNAREA",
    "FAGUL", "COCORUL", "POIANA", "SOMESUL", "RETEZAT", "BUCIUM", "SALCAMUL", "DACIA", "MIORITA",
    "ZORI", "AMURG", "GHIOCELUL", "STEJARUL", "CUMPANA", "HORA", "DOINA", "FLUTURE", "ARGINT",
)  # fmt: skip
MARKS: Final = ("DEMO", "PROBA", "INVENTAT", "FICTIV", "IMAGINAR", "EXEMPLU")
"""Every name holds one of these, so that nobody takes it for a real one."""

SURNAMES: Final = (
    "POPESCU", "IONESCU", "MARINESCU", "DUMITRU", "STOICA", "RUSU", "MUNTEANU", "MATEI", "LAZAR",
    "CIOBANU", "FLOREA", "NISTOR", "OPREA", "VOICU", "BARBU", "TOMA", "SANDU", "MOLDOVAN",
)  # fmt: skip
FIRST_NAMES: Final = (
    "ANA", "MIHAI", "IOANA", "ANDREI", "ELENA", "RADU", "MARIA", "VLAD", "CRISTINA", "STEFAN",
    "GABRIELA", "TUDOR", "SIMONA", "PAUL", "RALUCA", "EMIL", "LIVIA", "HORIA", "DIANA", "IULIAN",
)  # fmt: skip
