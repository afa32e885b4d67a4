"""A small page about a company, for a frame in another program."""

from __future__ import annotations

from html import escape
from typing import Final

from tui_app.contract.resources import CompanyProfile
from tui_app.service.reconcile.answers import description

HEADERS: Final = {
    # Nothing is loaded from elsewhere, and no site learns the address, which may contain a key.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

_PAGE: Final = """<!doctype html>
<html lang="ro"><head><meta charset="utf-8"><title>{title}</title></head>
<body style="font: 14px sans-serif; margin: 8px">
<p><b>{title}</b></p>
<p>{facts}</p>
<p>{note}</p>
</body></html>
"""


def page(profile: CompanyProfile, *, invented: bool) -> str:
    """The page; every value is escaped."""
    facts = [
        profile.company_id or "",
        description(profile),
        profile.full_address or "",
        profile.caen[-1] if profile.caen else "",
    ]
    return _PAGE.format(
        title=escape(profile.company_name),
        facts="<br>".join(escape(fact) for fact in facts if fact),
        note="Invented company" if invented else "",
    )
