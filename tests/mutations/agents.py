"""Faults in what agents are answered, and in what they may spend."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A call may cost one request more than is left",
        "agents/guard.py",
        "if left is not None and price > left:",
        "if left is not None and price > left + 1:",
        ("tests/agents/test_mcp.py",),
    ),
    Mutant(
        "A handle confirms any number of calls",
        "agents/guard.py",
        "if now > until or handle in self._used:",
        "if now > until:",
        ("tests/agents/test_mcp.py",),
    ),
    Mutant(
        "A handle confirms another call, too",
        "agents/guard.py",
        "call = json.dumps([stamp, tool, arguments], sort_keys=True, default=str)",
        "call = json.dumps([stamp, tool], sort_keys=True, default=str)",
        ("tests/agents/test_mcp.py",),
    ),
    Mutant(
        "A name of the register ends the fence around it",
        "agents/rendering.py",
        '.replace("<", "\\\\u003c")',
        "",
        ("tests/agents/test_mcp.py",),
    ),
    Mutant(
        "People are named without being asked for",
        "agents/toolbox.py",
        "if not self._with_people and any(PARTS[name].names_people for name in names):",
        "if False:",
        ("tests/agents/test_mcp.py",),
    ),
    Mutant(
        "A page of another host may call /mcp",
        "agents/http.py",
        'if origin is None or urlsplit(origin).netloc == request.headers.get("host"):',
        "if True:",
        ("tests/agents/test_mcp.py",),
    ),
)
