"""For each fault, what a person reads: the one list behind the tests and FAULTS.md.

``{host}`` stands for the server, ``{tax_id}`` for the company, ``{time}`` for a moment. A case
without a text is answered; its faults are the notes under the answer. ``requests`` is what
the question cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

AGAIN: Final = "Press r to try again."
WAIT: Final = "Wait a little, then press r."
TRIED: Final = f"It was tried 3 times. {AGAIN}"
UNTIL: Final = "It asks to wait until {time}. "
LOGIN: Final = "Run firmeterm login to set a key, then press r."
LOST: Final = "The line to {host} broke before the answer was complete. " + TRIED
TOO_FAST: Final = "{host} asks for fewer requests at a time: Too many requests. "
KEPT: Final = "What is kept can still be read. "
ENTER: Final = "Press Enter to ask all the same."
MOVED: Final = (
    "{host} sends this question on to TARGET. The key was not sent there. "
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
        "{host} sends this question round to itself. It was not followed. "
        "Check the base address, then start again."
    )
    return (
        Case(f"redirect-{status}-itself", circle),
        Case(f"redirect-{status}-another-host", MOVED.replace("TARGET", "elsewhere.invalid")),
    )


def _failed(status: int, requests: int) -> tuple[Case, ...]:
    start = f"{{host}} failed with status {status}"
    end = TRIED if requests > 1 else AGAIN
    return (
        Case(f"{status}-problem", f"{start}: No registry. {end}", requests=requests),
        Case(f"{status}-text", f"{start}: Down. {end}", requests=requests),
        Case(f"{status}-nothing", f"{start}. {end}", requests=requests),
    )


_TAKEN_OUT: Final = "characters that do not belong in a text were taken out"

CASES: Final = (
    Case("none"),
    Case(
        "refused",
        f"{{host}} takes no connection. {TRIED}",
        requests=0,
        does="nobody listens at the port",
    ),
    Case(
        "unknown-host",
        "No machine named {host} is known. Nothing was sent. "
        "Check the line and the base address, then press r.",
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
        f"{{host}} could not be reached within 0.5 s. Nothing was sent. {AGAIN}",
        requests=0,
        does="drops every packet",
    ),
    Case("silent", f"{{host}} fell silent for 0.7 s. {AGAIN}"),
    Case("slow-first-byte"),
    Case("drip", f"{{host}} did not answer within 1.5 s. {AGAIN}"),
    Case("reset", LOST, requests=3),
    Case("truncated", LOST, requests=3),
    Case("wrong-length", f"{{host}} sent something that is not JSON. {AGAIN}"),
    Case("gzip-bomb", f"{{host}} sent more than 4 MB; reading stopped there. {AGAIN}"),
    Case("bad-gzip", f"{{host}} sent an answer that cannot be unpacked. {AGAIN}"),
    Case("gzip"),
    Case("large-body", f"{{host}} sent more than 4 MB; reading stopped there. {AGAIN}"),
    Case(
        "many-results",
        faults=("data: 10000 items, the first 1000 are kept",),
        operation="autocomplete",
    ),
    Case("html", f"{{host}} sent a web page instead of data. Check the base address. {AGAIN}"),
    Case("empty", f"{{host}} sent an empty answer. {AGAIN}"),
    Case("invalid-json", f"{{host}} sent something that is not JSON. {AGAIN}"),
    Case("deep-nesting", f"{{host}} sent data nested too deeply to be read. {AGAIN}"),
    Case("null-data", f"{{host}} answered without data. {AGAIN}"),
    Case(
        "success-false", f"{{host}} answered that it failed: The registry is being rebuilt. {AGAIN}"
    ),
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
    Case("400", "{host} refused the question: Bad text. Change it and ask again."),
    Case("401", f"{{host}} does not take the API key: Unknown key. {LOGIN}"),
    Case(
        "403",
        "{host} does not allow this with the API key: Your plan has no court cases. " + LOGIN,
    ),
    Case("404", "{host} knows no company with the tax id {tax_id}. Press / to search for another."),
    Case("409", f"{{host}} answered with status 409: Conflict. {AGAIN}"),
    Case("418", f"{{host}} answered with status 418. {AGAIN}"),
    Case("429-seconds", TOO_FAST + UNTIL + WAIT),
    Case("429-date", TOO_FAST + UNTIL + WAIT),
    Case("429-absurd", TOO_FAST + WAIT),
    Case("429-absent", TOO_FAST + WAIT),
    Case(
        "429-quota", "The allowance at {host} is used up: Quota exceeded. " + KEPT + UNTIL + ENTER
    ),
    Case("429-bare", "{host} asks for fewer requests at a time. " + WAIT),
    *_failed(500, 1),
    *_failed(502, 3),
    *_failed(503, 3),
    Case("slow-503", f"{{host}} failed with status 503. {TRIED}", requests=3),
    Case("evil-tax-id", operation="autocomplete"),
    Case("503-hours", "{host} failed with status 503. " + UNTIL + WAIT),
    Case("503-absurd", f"{{host}} failed with status 503. {AGAIN}"),
    Case("500-huge", f"{{host}} failed with status 500. {AGAIN}"),
    Case("flaky", requests=3),
    Case("busy-for-a-second", requests=2),
    Case("out-of-order", operation="autocomplete"),
    Case(
        "pages-too-few",
        faults=("totalPages: said to be 0, and yet page 1 holds something",),
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
        f"{{host}} does not take the API key: No such key: Bearer [key]. {LOGIN}",
    ),
)
