"""The divisions of the common procurement vocabulary (CPV 2008), by their Romanian names.

Source: Regulation (EC) No 213/2008. Names of single codes are not included.
"""

from __future__ import annotations

from typing import Final

DIVISIONS: Final = {
    "03": "Produse agricole, de pescuit, silvice și produse conexe",
    "09": "Produse petroliere, combustibil, electricitate și alte surse de energie",
    "14": "Produse miniere, metale de bază și produse conexe",
    "15": "Alimente, băuturi, tutun și produse conexe",
    "16": "Utilaje agricole",
    "18": "Îmbrăcăminte, încălțăminte, articole de voiaj și accesorii",
    "19": "Piele și textile, materiale plastice și din cauciuc",
    "22": "Imprimate și produse conexe",
    "24": "Produse chimice",
    "30": "Echipament informatic și accesorii de birou",
    "31": "Mașini, aparate, echipamente și consumabile electrice; iluminat",
    "32": "Echipament de radio, televiziune, comunicații și telecomunicații",
    "33": "Echipamente medicale, produse farmaceutice și produse de îngrijire personală",
    "34": "Echipament de transport și produse auxiliare pentru transport",
    "35": "Echipament de securitate, de luptă împotriva incendiilor, de poliție și de apărare",
    "37": "Instrumente muzicale, articole de sport, jocuri, jucării, articole de artizanat",
    "38": "Echipamente de laborator, optice și de precizie",
    "39": "Mobilier, decorațiuni interioare, aparate electrocasnice și produse de curățenie",
    "41": "Apă captată și epurată",
    "42": "Echipamente industriale",
    "43": "Echipamente pentru minerit, exploatarea în cariere și construcții",
    "44": "Structuri și materiale de construcții; produse auxiliare pentru construcții",
    "45": "Lucrări de construcții",
    "48": "Pachete software și sisteme informatice",
    "50": "Servicii de reparare și întreținere",
    "51": "Servicii de instalare",
    "55": "Servicii hoteliere, de restaurant și de vânzare cu amănuntul",
    "60": "Servicii de transport",
    "63": "Servicii de transport anexe și auxiliare; servicii ale agențiilor de turism",
    "64": "Servicii poștale și de telecomunicații",
    "65": "Servicii publice",
    "66": "Servicii financiare și de asigurări",
    "70": "Servicii imobiliare",
    "71": "Servicii de arhitectură, de construcții, de inginerie și de inspecție",
    "72": "Servicii IT: consultanță, dezvoltare de software, internet și asistență",
    "73": "Servicii de cercetare și dezvoltare și servicii de consultanță conexe",
    "75": "Servicii de administrație publică, de apărare și de asigurări sociale",
    "76": "Servicii privind industria petrolului și a gazelor",
    "77": "Servicii pentru agricultură, silvicultură, horticultură, acvacultură și apicultură",
    "79": "Servicii pentru întreprinderi: drept, marketing, consultanță, tipărire și securitate",
    "80": "Servicii de învățământ și formare profesională",
    "85": "Servicii de sănătate și servicii de asistență socială",
    "90": "Servicii de evacuare a apelor reziduale, de eliminare a deșeurilor și privind mediul",
    "92": "Servicii de recreere, culturale și sportive",
    "98": "Alte servicii comunitare, sociale și personale",
}
"""By the first two digits of a code."""
