"""Faults in settings and commands of the user."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A value runs as a command of a shell",
        "config/user_command.py",
        "if shell and _names_in(run):",
        "if shell and not run:",
        ("tests/ui/actions/test_user_commands.py",),
    ),
    Mutant(
        "Code after two dashes takes a value",
        "config/user_command.py",
        'if word != "--"',
        "if word",
        ("tests/ui/actions/test_user_commands.py",),
    ),
    Mutant(
        "A source that was chosen gives way to a server of the settings",
        "config/loading.py",
        'if settings.source not in (None, "server"):',
        'if settings.source == "sample":',
        ("tests/architecture/test_complete_kinds.py::test_nothing_is_missing_of_a_source",),
    ),
)
