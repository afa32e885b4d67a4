"""The message that a person reads for each fault: the one list behind the tests and FAULTS.md.

``{host}`` stands for the server, ``{tax_id}`` for the company, ``{time}`` for a moment. A case
without a text is answered; its faults are the notes under the answer. ``requests`` is the number of
requests it cost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

DEADLINES: Final = {"black-hole": {"connect": 0.3}, "silent": {"read": 0.3}, "drip": {"total": 0.5}}
"""The one deadline, in seconds, that ends a fault and is short in its tests.

All others wait for a busy machine: it must not be one of them that ends it.
"""
TRIED: Final = " (3 attempts)."
_WHEN: Final = re.compile(r"(until|after) (\d{4}-\d\d-\d\d \d\d:\d\d|\d\d:\d\d(:\d\d)?)(?![\d:])")
UNTIL: Final = " Try again after {time}."
LOGIN: Final = "Run firmeterm login to set a key."
LOST: Final = "The connection to {host} broke before the answer was complete" + TRIED
TOO_FAST: Final = "{host} asks for fewer requests at a time: Too many requests."
MOVED: Final = (
    "{host} redirects this request to TARGET. The key was not sent there. "
    "If TARGET is right, set it as the base address and start again."
)


@dataclass(frozen=True)
class Case:
    """A fault met by one operation."""

    fault: str
    text: str = ""
    faults: tuple[str, ...] = ()
    requests: int = 1
    operation: str = "profile"
    does: str = ""


def _moved(status: int) -> tuple[Case, Case]:
    circle = (
        "{host} redirects this request to itself. It was not followed. "
        "Check the base address, then start again."
    )
    return (
        Case(f"redirect-{status}-itself", circle),
        Case(f"redirect-{status}-another-host", MOVED.replace("TARGET", "elsewhere.invalid")),
    )


def _failed(status: int, requests: int) -> tuple[Case, ...]:
    start = f"{{host}} failed with status {status}"
    end = TRIED if requests > 1 else "."
    return (
        Case(f"{status}-problem", f"{start}: No registry{end}", requests=requests),
        Case(f"{status}-text", f"{start}: Down{end}", requests=requests),
        Case(f"{status}-nothing", f"{start}{end}", requests=requests),
    )


_TAKEN_OUT: Final = "characters that do not belong in text were removed"

CASES: Final = (
    Case("none"),
    Case(
        "refused",
        "Connection refused by {host}" + " (3 attempts). Nothing was sent.",
        requests=0,
        does="nobody listens at the port",
    ),
    Case(
        "unknown-host",
        "The address of {host} was not found. Nothing was sent. "
        "Check the connection and the base address.",
        requests=0,
        does="the name has no address",
    ),
    Case(
        "untrusted-certificate",
        "The certificate of {host} is not trusted. Nothing was sent. "
        "Check the base address; SSL_CERT_FILE names an authority of your own.",
        requests=0,
        does="its certificate is signed by nobody known",
    ),
    Case(
        "no-tls",
        "{host} does not speak https. Nothing was sent. Check the base address.",
        requests=0,
        does="speaks http at an https address",
    ),
    Case(
        "black-hole",
        "{host} could not be reached within 0.3 s. Nothing was sent.",
        requests=0,
        does="drops every packet",
    ),
    Case("silent", "{host} stopped answering for 0.3 s."),
    Case("slow-first-byte"),
    Case("drip", "{host} did not answer within 0.5 s."),
    Case("reset", LOST, requests=3),
    Case("truncated", LOST, requests=3),
    Case("wrong-length", "{host} sent something that is not JSON."),
    Case("gzip-bomb", "{host} sent more than 4 MB; reading stopped there."),
    Case("gzip-padding", "{host} sent more than 4 MB; reading stopped there."),
    Case("bad-gzip", "{host} sent an answer that cannot be unpacked."),
    Case("gzip"),
    Case("large-body", "{host} sent more than 4 MB; reading stopped there."),
    Case(
        "many-results",
        faults=("data: 10000 items, the first 1000 are kept",),
        operation="autocomplete",
    ),
    Case("html", "{host} sent a web page instead of data. Check the base address."),
    Case("empty", "{host} sent an empty answer."),
    Case("invalid-json", "{host} sent something that is not JSON."),
    Case("deep-nesting", "{host} sent data nested too deeply to be read."),
    Case("null-data", "{host} answered without data."),
    Case("success-false", "{host} answered that it failed: The registry is being rebuilt."),
    Case(
        "wrong-types",
        faults=(
            "courtCases: not a list",
            "totalPages: not a whole number",
            "currentPage: not a whole number",
            "totalCases: not a whole number",
        ),
        operation="court_cases",
    ),
    Case(
        "wrong-types",
        faults=tuple(
            f"{field}: not a text"
            for field in (
                "taxId",
                "companyId",
                "companyName",
                "companyType",
                "status",
                "locality",
                "county",
            )
        ),
        operation="autocomplete",
    ),
    Case(
        "nasty-text",
        faults=(
            f"companies.companyName: {_TAKEN_OUT}",
            f"companies.companyType: {_TAKEN_OUT}",
        ),
        operation="registered",
    ),
    Case("remaining-missing", faults=("remainingRequests: missing",)),
    Case("remaining-negative", faults=("remainingRequests: below zero",)),
    Case("remaining-text", faults=("remainingRequests: not a whole number",)),
    Case("remaining-rising"),
    Case("remaining-zero"),
    *_moved(301),
    *_moved(302),
    *_moved(307),
    Case("400", "{host} rejected the request: Bad text."),
    Case("401", f"Key rejected by {{host}}: Unknown key. {LOGIN}"),
    Case(
        "403",
        "{host} does not allow this with the API key: Your plan has no court cases. " + LOGIN,
    ),
    Case("404", "{host} knows no company with the tax id {tax_id}."),
    Case(
        "404",
        "{host} has nothing on record here for the tax id {tax_id}: Company not found.",
        operation="financial",
    ),
    Case("409", "{host} answered with status 409: Conflict."),
    Case("418", "{host} answered with status 418."),
    Case("429-seconds", TOO_FAST + UNTIL),
    Case("429-date", TOO_FAST + UNTIL),
    Case("429-absurd", TOO_FAST),
    Case("429-long", "{host} asks for fewer requests at a time: Slow down." + UNTIL),
    Case("429-absent", TOO_FAST),
    Case(
        "429-quota",
        "This month's allowance at {host} is used up; cached answers can still be read." + UNTIL,
    ),
    Case("429-bare", "{host} asks for fewer requests at a time."),
    *_failed(500, 1),
    *_failed(502, 3),
    *_failed(503, 3),
    Case("slow-503", f"{{host}} failed with status 503{TRIED}", requests=3),
    Case("evil-tax-id", operation="autocomplete"),
    Case("503-hours", "{host} failed with status 503." + UNTIL),
    Case("503-absurd", "{host} failed with status 503."),
    Case("500-huge", "{host} failed with status 500."),
    Case("flaky", requests=3),
    Case("busy-for-a-second", requests=2),
    Case("out-of-order", operation="autocomplete"),
    Case(
        "pages-too-few",
        faults=("totalPages: said to be 0, and yet page 1 has entries",),
        operation="court_cases",
    ),
    Case(
        "pages-too-many",
        faults=("totalPages: said to be 50, and yet page 1 is empty",),
        operation="court_cases",
    ),
    Case("page-repeats", operation="court_cases"),
    Case(
        "echoes-key",
        f"Key rejected by {{host}}: No such key: Bearer [key]. {LOGIN}",
    ),
)


def without_times(text: str) -> str:
    """A text with ``{time}`` for each moment until which to wait."""
    return _WHEN.sub(r"\1 {time}", text)
