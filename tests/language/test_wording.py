"""The words that were agreed on, in both languages, and the words they took the place of."""

from __future__ import annotations

import ast
import re

import pytest
from babel.messages.pofile import read_po

from tests.language.catalogues import PACKAGE, PO

AGREED = {
    "Overview": "Sinteză",
    "Finance": "Cifre",
    "Cases": "Dosare",
    "Contact": "Contact",
    "Signals": "Semnale",
    "Events": "Repere",
    "Links": "Legături",
    "Money": "SEAP",
    "Search": "Căutare",
    "New": "Noi",
    "Screen": "Filtre",
    "Changes": "Mențiuni",
    "Watch": "Urmărite",
    "Visited": "Vizite",
    "Not loaded · {key} load ({price})": "Neîncărcat · {key} încarcă ({price})",
    "Offline: connection lost": "Offline: conexiune pierdută",
    "Offline: cached answers only": "Offline: doar răspunsuri din cache",
    "Connection refused by {host}.": "Conexiune refuzată de {host}.",
    "Key rejected by {host}{message}.": "Cheie respinsă de {host}{message}.",
    "Saver mode: {key} confirms each request": "Mod economic: {key} confirmă fiecare cerere",
    "No matching command": "Nicio comandă găsită",
    "Not paged": "Fără pagini",
    "Reverse the sort": "Inversează sortarea",
    "Clear marks": "Anulează marcajele",
    "clear marks": "anulează marcajele",
    "Nothing is marked.": "Niciun rând marcat.",
    "curl command, without the key": "comanda curl, fără cheie",
    "Sent {what} to the clipboard (OSC 52)": "Trimis în clipboard (OSC 52): {what}",
    "Annual figures (RON)": "Situație anuală (lei)",
    "Top {count} · type more to narrow": "Primele {count} · tastați mai mult pentru a restrânge",
    "Invalid tax id (check digit)": "CUI nevalid (cifra de control este greșită)",
    "Quit (resumes here)": "Închide (se reia de aici)",
    "⏎ run · {escape} closes": "⏎ execută · {escape} închide",
    "Liabilities": "Datorii",
    "Cash-basis VAT": "TVA la încasare",
    "VAT split payment": "Plata defalcată a TVA",
    "No history yet": "Niciun istoric încă",
    "Keys: {pane}": "Taste: {pane}",
    "loaded {when}": "preluat la {when}",
    "cached {when}": "din cache, {when}",
    "refresh": "reîncarcă",
    "Credit score": "Scor de credit",
    "high risk": "risc ridicat",
    "medium risk": "risc mediu",
    "low risk": "risc scăzut",
    "Turnover": "Cifra de afaceri",
    "Equity": "Capitaluri proprii",
    "Cash": "Casa și conturi la bănci",
    "Employees": "Nr. mediu de salariați",
    "Registry number": "Nr. Reg. Com.",
    "{year} vs {before}": "{year} față de {before}",
    "search": "caută",
    "by county": "după județ",
    "only…": "doar…",
    "what to do, a tax id, a day, a theme": "comandă, CUI, dată, temă",
}

REPLACED = (
    r"Enter\b",
    r"not asked yet",
    r"line is lost",
    r"takes no connection",
    r"does not take the API key",
    r"kept from",
    r"past the kept",
    r"\brenew",
    r"thrifty",
    r"\bfloor\b",
    r"called so",
    r"has pages",
    r"that hold a text",
    r"marks away",
    r"curl line",
    r"by year \(",
    r"\} the year before",
    r"best shown",
    r"does not fit",
    r"opens here again",
    r"Esc leaves",
    r"^On record$",
    r"\bDebts\b",
    r"VAT on cash",
    r"Split VAT",
    r"was looked at",
    r"Keys in",
    r"fetched",
    r"made anew",
    r"\bholds? a\b",
    r"nobody told",
    r"is asked for it",
    r"in no sum",
    r"takes? away",
    r"a (common )?word (more|less)",
)

TRANSLATED = (
    r"^Do it\.",
    r"\bof which (it|they) (was|is|were)\b",
    r"\bthat is none\b",
    r"\bwhat is no\b",
    r"\bwhat nobody\b",
    r"(?<!there )\b(is|are) no (text|file|day|number|table|list|link|error|amount|change)s?\b",
    r"\b(so|begins?|ends?) so many\b",
    r"\bgrave(r|st)\b",
    r"\bof (two|several) the (last|first) counts\b",
    r"\btold and asked\b",
    r"\bmade anew\b",
    r"\btakes? the place of\b",
)
"""Turns of phrase that read as translated, in the docstrings of the package."""

REPLACED_IN_ROMANIAN = (
    r"Enter\b",
    r"\((high|medium|low)\)",
    r"Cifră de afaceri",
    r"^Capitaluri$",
    r"^Numerar$",
    r"^Angajați$",
    r"TVA defalcat",
    r"Nr\. registru|număr de registru",
    r"de ani vechime",
    r"cu un an înainte",
    r"lei întregi",
    r"neîntrebat",
    r"⏎ întreabă",
    r"păstrat din|^primit",
    r"reînnoiește",
    r"demarchează|este marcat\b",
    r"linie curl|linia curl",
    r"ce să fac",
    r"^Înregistrate$",
    r"nu primește conexiuni|linia s-a pierdut",
    r"[Ii]nelul de chei|pune o cheie",
    r"se numește așa",
    r"\bcer\.",
    r"după loc\b",
    r"cifra de control nu",
)


@pytest.fixture(scope="module")
def words() -> dict[str, str]:
    """Every text of the screen in English and in Romanian."""
    with PO.open("rb") as file:
        catalogue = read_po(file, locale="ro")
    found: dict[str, str] = {}
    for message in catalogue:
        ids = message.id if isinstance(message.id, list | tuple) else (message.id,)
        said = message.string if isinstance(message.string, list | tuple) else (message.string,)
        joined = " | ".join(str(form) for form in said)
        found |= {str(text): joined for text in ids if text}
    return found


def test_the_agreed_words_are_used(words: dict[str, str]) -> None:
    assert {text: words.get(text) for text in AGREED} == AGREED


def test_the_words_of_before_are_gone(words: dict[str, str]) -> None:
    for old in REPLACED:
        assert not [text for text in words if re.search(old, text, re.IGNORECASE)], old
    for old in REPLACED_IN_ROMANIAN:
        assert not [said for said in words.values() if re.search(old, said)], old


def test_docstrings_do_not_read_as_translated() -> None:
    phrase = re.compile("|".join(TRANSLATED))
    anywhere = re.compile("|".join(TRANSLATED).replace("^", ""))
    sources = {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}
    assert not [
        f"{file.relative_to(PACKAGE)}:{node.lineno}: {text}"
        for file, source in sources.items()
        # Parsing is slow, and most have no such words between triple quotes.
        if any(anywhere.search(" ".join(q.split())) for q in source.split('"""')[1::2])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(text := node.value.value, str)
        and phrase.search(" ".join(text.split()))
    ]
