"""What a registry file says of itself."""

from __future__ import annotations

import datetime as dt

from msgspec import Struct


class RegistryInfo(Struct, frozen=True, kw_only=True):
    """``version`` names the content; ``invented`` says that no company in it exists."""

    version: str
    built_at: dt.datetime
    companies: int
    invented: bool
