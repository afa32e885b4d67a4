"""Links that may be opened: a record's text becomes a link only if that is safe."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from urllib.parse import quote, urlsplit

from tui_app.contract.lazy_pattern import lazy_pattern

LONGEST: Final = 500
"""The longest link that may be opened: about eight lines of a narrow screen."""

_HOST: Final = lazy_pattern(r"(?:[\w-]+\.)+[^\W\d_]{2,}(?::\d+)?(?:/.*)?")
_MAIL: Final = lazy_pattern(r"[\w.!#$'*+/=^`{|}~-]+@(?:[\w-]+\.)+[\w-]{2,}")
_PHONE: Final = lazy_pattern(r"\+?[\d\s()./-]{5,30}")
_CASE: Final = lazy_pattern(r"(\d{1,7}/\d{1,4}/\d{4})(?!\d)")
_DIGITS: Final = range(5, 16)
"""The number of digits in a phone number; two numbers in one text have more (ITU-T E.164)."""


def may_open(address: str) -> bool:
    """Whether an address is http or https with a host and without user information.

    Programs disagree on a blank or a backslash in an address, so neither is allowed. It must also
    fit into the dialog that shows it in full.
    """
    if (
        len(address) > LONGEST
        or not address.isprintable()
        or any(c.isspace() or c == "\\" for c in address)
    ):
        return False
    try:
        parts = urlsplit(address)
        # Reading an invalid port raises.
        return parts.port != 0 and (
            parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
        )
    except ValueError:
        return False


@lru_cache(256)
def web_link(text: str) -> str:
    """The link of a website as recorded; empty if it must not be opened."""
    text = text.strip()
    address = f"http://{text}" if _HOST().fullmatch(text) else text
    return address if may_open(address) else ""


def mail_link(text: str) -> str:
    """``mailto:`` with exactly one e-mail address; empty if the text is not one."""
    text = text.strip()
    return f"mailto:{quote(text, safe='@+')}" if _MAIL().fullmatch(text) else ""


def case_link(number: str) -> str:
    """The court portal's search for a case; an appeal (``…/a1``) is found by its first number."""
    found = _CASE().match(number.strip())
    return (
        f"https://portal.just.ro/SitePages/cautare.aspx?k={quote(found[1], safe='')}"
        if found
        else ""
    )


def phone_link(text: str) -> str:
    """``tel:`` with the digits; empty if the text is not a phone number."""
    text = text.strip()
    if text.startswith("+"):
        text = text.replace("(0)", "")  # only dialled within the country
    digits = "".join(c for c in text if c in "+0123456789")
    fits = _PHONE().fullmatch(text) and len(digits.removeprefix("+")) in _DIGITS
    return f"tel:{digits}" if fits else ""
