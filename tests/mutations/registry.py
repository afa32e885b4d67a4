"""Faults in the company databases."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A word whose first letter is wrong has no near words",
        "registry/words/errors.py",
        "        if at == 0 or text[at - 1] != letter:\n",
        "        if at > 0 and text[at - 1] != letter:\n",
        ("tests/registry/test_words.py",),
    ),
    Mutant(
        "An error after the head of a long word is not found",
        "registry/words/index.py",
        "    if len(typed) >= errors.LONGEST_HEAD:\n",
        "    if len(typed) >= 40:\n",
        ("tests/registry/test_words.py",),
    ),
    Mutant(
        "Names of another form are equal",
        "registry/words/names.py",
        "if name.equals(CompanyName.read(found))]",
        "if name.words == CompanyName.read(found).words]",
        ("tests/registry/test_words.py",),
    ),
    Mutant(
        "After a timeout a criterion with not excludes too few",
        "registry/screening/selection.py",
        "if criterion.negated and not has_all:",
        "if False:",
        ("tests/registry/test_screening.py",),
    ),
    Mutant(
        "A cursor of other criteria gives a page of this list",
        "registry/screening/ordering.py",
        "if match is None or match[1] != list_id:",
        "if match is None:",
        ("tests/registry/test_screening.py", "tests/service/test_screening.py"),
    ),
    Mutant(
        "A dead replica delays every request",
        "registry/postgres/registry.py",
        "        self.skipped_until = time.monotonic() + _SKIP_SECONDS\n",
        "        self.skipped_until = time.monotonic()\n",
        ("tests/registry/test_postgres_faults.py",),
    ),
    Mutant(
        "A company that moved loses its first registration",
        "registry/sqlite/merge.py",
        "  ORDER BY founding_year IS NULL, founding_year, registration_date IS NULL",
        "  ORDER BY founding_year IS NULL, founding_year DESC, registration_date IS NULL",
        ("tests/opendata/test_labels.py",),
    ),
    Mutant(
        "Firms of two revisions of CAEN are peers",
        "registry/peers.py",
        'return f"{match[1]} {zlib.crc32(fold(match[2]).encode()):08x}" if match else None',
        'return f"{match[1]} {len(match[1]):08x}" if match else None',
        ("tests/registry/test_research.py",),
    ),
    Mutant(
        "The growth of a screen skips years without a statement",
        "registry/sqlite/screening/build.py",
        "financial_year.year = latest.year - 1",
        "financial_year.year < latest.year",
        ("tests/registry/test_screening.py",),
    ),
    Mutant(
        "The sectors of the capital are not in Bucharest",
        "registry/screening/selection.py",
        'own += ["sector", "sectorul", "bucuresti", "municipiul"]',
        "pass",
        ("tests/registry/test_screening.py", "tests/opendata/test_labels.py"),
    ),
    Mutant(
        "SRL-D in a name is not found",
        "registry/sqlite/screening/texts.py",
        "            if names_debutant(name):\n",
        "            if name is None:\n",
        ("tests/opendata/test_labels.py",),
    ),
    Mutant(
        "A single stray year makes every company late with its statement",
        "registry/lookup.py",
        "10 * companies >=",
        "100_000 * companies >=",
        ("tests/registry/test_screening.py",),
    ),
    Mutant(
        "What was imported last counts, whatever its day",
        "registry/sqlite/sources.py",
        "return sorted(counted, key=lambda source: source.precedence)",
        "return list(counted)",
        ("tests/opendata/test_any_order.py",),
    ),
    Mutant(
        "Two contents have one version",
        "registry/sqlite/sources.py",
        "digest.update(repr((source.label, source.name, day, source.digest)).encode())",
        "digest.update(repr((source.label, source.name, day)).encode())",
        ("tests/opendata/test_kept_sources.py", "tests/opendata/test_any_order.py"),
    ),
    Mutant(
        "What a removed source said stays on disk",
        "registry/sqlite/kept_sources.py",
        "            if path.name not in used:\n",
        "            if False:\n",
        ("tests/opendata/test_kept_sources.py",),
    ),
    Mutant(
        "The day on which a register was saved passes for its day",
        "registry/sqlite/builder.py",
        "default=None) if is_dated else None",
        "default=None)",
        ("tests/opendata/test_partial_files.py",),
    ),
    Mutant(
        "A first registration is said to be from the newest one's line",
        "registry/provenance.py",
        "    apart = {name for _source, _line, given in public for name in given}\n",
        "    apart: set[str] = set()\n",
        ("tests/opendata/test_provenance.py",),
    ),
    Mutant(
        "With a source that is removed another one of its kind goes",
        "opendata/removing.py",
        "if source is not gone]",
        "if source.kind != gone.kind]",
        ("tests/opendata/test_any_order.py",),
    ),
)
