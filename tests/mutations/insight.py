"""Faults in what is worked out from figures and cases."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "Of two companies that fit alike the first is chosen",
        "insight/matching/scoring.py",
        "    if len(alike) == 1:\n        return",
        "    if alike:\n        return",
        ("tests/insight/matching/test_matching.py",),
    ),
    Mutant(
        "A name that agrees in common words alone is a match",
        "insight/matching/names.py",
        "is_related = bool(telling) or not (left or right)",
        "is_related = bool(same)",
        ("tests/insight/matching/test_matching.py",),
    ),
    Mutant(
        "An active firm is chosen before a struck-off one of another name",
        "insight/matching/scoring.py",
        "        lead -= _struck_off(best) - _struck_off(other)\n",
        "        pass\n",
        ("tests/insight/matching/test_matching.py",),
    ),
    Mutant(
        "Of more namesakes than were compared the best one is chosen",
        "insight/matching/scoring.py",
        "    if found.decision != Decision.MATCHED or found.confidence == 1.0:",
        "    if True:",
        ("tests/insight/matching/test_matching.py",),
    ),
    Mutant(
        "A digit in a name may be mistyped",
        "insight/matching/names.py",
        "    if any(map(str.isdigit, one + other)):\n        return False\n",
        "",
        ("tests/insight/matching/test_matching.py",),
    ),
    Mutant(
        "A struck-off firm is as good as an active one",
        "insight/matching/features.py",
        "Feature.STRUCK_OFF: -0.06",
        "Feature.STRUCK_OFF: 0.0",
        ("tests/insight/matching/test_matching.py",),
    ),
    Mutant(
        "A valid tax id of another company does not speak against a name",
        "insight/matching/features.py",
        "Feature.OTHER_TAX_ID: -0.5",
        "Feature.OTHER_TAX_ID: 0.0",
        ("tests/insight/matching/test_matching.py",),
    ),
    Mutant(
        "A company whose turnover was zero has grown",
        "insight/growth.py",
        "or before <= 0 or after < 0:",
        "or before < 0 or after < 0:",
        ("tests/insight/test_ratios.py",),
    ),
    Mutant(
        "A figure that is missing counts as zero in a ratio",
        "insight/ratios.py",
        "return sum(known) if len(known) == len(values) else None",
        "return sum(known) if known else None",
        ("tests/insight/test_ratios.py",),
    ),
    Mutant(
        "The order in which a server sends the years decides which is the latest",
        "insight/growth.py",
        "return tuple(known[year] for year in sorted(known))",
        "return tuple(known.values())",
        ("tests/insight/test_ratios.py",),
    ),
    Mutant(
        "A current ratio is told where a company owes nothing",
        "insight/ratios.py",
        "if above is None or below is None or below <= 0:",
        "if above is None or not below:",
        ("tests/insight/test_ratios.py",),
    ),
    Mutant(
        "A server's figure of an older year is the year before",
        "insight/growth.py",
        "    if ordered:\n        return latest, year_before(ordered) or YearlyRecord()\n",
        "",
        ("tests/cli/test_comparing.py",),
    ),
    Mutant(
        "Who filed nothing for years is not known, while the source lacks the last year",
        "insight/figure_rules.py",
        "if expected < due and (expected in years or is_too_young):",
        "if expected < due:",
        ("tests/insight/test_signals.py",),
    ),
    Mutant(
        "The percentile of a large group is told as exact",
        "insight/peers.py",
        "precision=None if value is None or firms <= len(cuts) else PRECISION,",
        "precision=None,",
        ("tests/insight/test_peers.py",),
    ),
    Mutant(
        "A value that most firms share lies at the end of its group",
        "insight/peers.py",
        "return ordered[below] + (place - below) * (ordered[above] - ordered[below])",
        "return ordered[below] * (1 - place + below) + ordered[above] * (place - below)",
        ("tests/insight/test_peers.py",),
    ),
)
