"""Faults in what client, service and registry agree on."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A state after a name is part of it",
        "contract/search_text.py",
        '_STATE().sub("", fold(_ATTACHED().sub("SC ", text)))',
        'fold(_ATTACHED().sub("SC ", text))',
        ("tests/contract/test_search_text.py",),
    ),
    Mutant(
        "A year in a name is taken for a tax id",
        "contract/search_text.py",
        "    return len(tax_id) >= least and has_valid_control_digit(tax_id)\n",
        "    return len(tax_id) >= 2\n",
        ("tests/contract/test_search_text.py",),
    ),
    Mutant(
        "A mail service is taken for the company",
        "contract/search_text.py",
        "    return None if _name_of(host) in _PROVIDERS else host\n",
        "    return host\n",
        ("tests/contract/test_search_text.py",),
    ),
    Mutant(
        "Both spellings of a Romanian name no longer find the same companies",
        "contract/folding.py",
        'if category[0] == "M" or category == "Cf":',
        'if category == "Cf":',
        ("tests/contract/test_folding.py",),
    ),
    Mutant(
        "The check digit of the registry number forgets its letter",
        "contract/registry_numbers.py",
        "(sum(body.encode()) - 12 * ord('0')) % 10",
        "(sum(body[1:].encode()) - 12 * ord('0')) % 10",
        ("tests/contract/test_identifiers.py",),
    ),
    Mutant(
        "A county in the spelling before 1993 is none",
        "contract/counties.py",
        'county.name.replace("â", "î")',
        "county.name",
        ("tests/contract/test_counties.py",),
    ),
    Mutant(
        "Only the capital has sectors, and Cluj has one",
        "contract/counties.py",
        "return CAPITAL if not name or _by_letters(name) is CAPITAL else None",
        "return _by_letters(name) or CAPITAL",
        ("tests/contract/test_counties.py",),
    ),
    Mutant(
        "A registry number without its letter joins with nothing",
        "contract/registry_numbers.py",
        "    if number := new_registry_number(compact):\n        return number_key(number)\n",
        "",
        ("tests/contract/test_registry_numbers.py",),
    ),
    Mutant(
        "A name with SRL-D in its middle ends in it",
        "contract/legal_forms.py",
        'rf".* srl ?d(?: {STATE})?"',
        'r".*srl ?d.*"',
        ("tests/contract/test_legal_forms.py",),
    ),
    Mutant(
        "A month is the first day of it",
        "contract/dates.py",
        "return first, after - dt.timedelta(days=1)",
        "return first, first",
        ("tests/contract/test_dates.py",),
    ),
    Mutant(
        "A bare class is in no section",
        "contract/screening/sections.py",
        "if numbers and _is_number(known[0][0]):",
        "if numbers and not known:",
        ("tests/registry/screening/test_screening.py",),
    ),
    Mutant(
        "Of 111, a class of agriculture, the zero is forgotten",
        "contract/screening/sections.py",
        "if numbers and _lacks_zero(known[0][0], numbers):",
        "if numbers and not known:",
        ("tests/registry/screening/test_screening.py",),
    ),
    Mutant(
        "A registry number is destroyed as a personal code",
        "contract/registry_numbers.py",
        "return (county in COUNTIES or not county) and text == _new_form(",
        "return county in COUNTIES and text != _new_form(",
        ("tests/contract/test_personal_codes.py",),
    ),
    Mutant(
        "A personal code broken by a blank is stored",
        "contract/personal_codes.py",
        '_GAP: Final = " {0,4}(?:[._/-] {0,2})?"',
        '_GAP: Final = "(?:[._/-] {0,2})?"',
        ("tests/contract/test_personal_codes.py",),
    ),
    Mutant(
        "A decimal of a spreadsheet makes another company",
        "contract/identifier_spelling.py",
        "(?:(?:\\s?['_-]\\s?|\\s)?[0-9])*",
        "(?:(?:\\s?['._-]\\s?|\\s)?[0-9])*",
        ("tests/contract/test_identifiers.py",),
    ),
    Mutant(
        "A code in an unusual spelling is not masked",
        "contract/personal_codes.py",
        "return control == (1 if rest == 10 else rest)",
        "return False",
        ("tests/contract/test_personal_codes.py",),
    ),
    Mutant(
        "Any fourteen characters are a registry number, also one with a person's code",
        "contract/registry_numbers.py",
        "return (county in COUNTIES or not county) and text == _new_form(",
        "return (county in COUNTIES or not county) and text[:1] == _new_form(",
        ("tests/contract/test_personal_codes.py",),
    ),
)
