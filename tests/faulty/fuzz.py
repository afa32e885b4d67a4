"""Texts made to be obeyed by a terminal, a markup parser or a writing system; always others."""

from __future__ import annotations

import json
import random
from typing import Final

from tests.faulty.exchange import Exchange

MARKUP: Final = "[@click=app.quit]click[/] [red]RED[/red] [link=https://evil.invalid]l[/link]"
"""Stands in many texts, to be shown as it is."""

_SEQUENCES: Final = (
    "\x1b[31;45m", "\x1b[3J", "\x1b[77;66H", "\x1b[?1049l", "\x1b[?1003l", "\x1b[6n", "\x1b[c",
    "\x1b[21t", "\x1b[4~", "\x1b[200~", "\x1b[>7u", "\x1bc", "\x1b7", "\x1b8", "\x1bM", "\x1b#8",
    "\x1b]0;owned\x07", "\x1b]2;owned\x1b\\", "\x1b]8;;https://evil.invalid\x1b\\",
    "\x1b]52;c;b3duZWQ=\x07", "\x1b]52;c;?\x07", "\x1b]10;?\x07", "\x1b]1337;SetMark\x07",
    "\x1bP$q\"p\x1b\\", "\x1bPtmux;\x1b\x1b]52;c;b3duZWQ=\x07\x1b\\", "\x1b_Gq=2\x1b\\",
    "\x1b^pm\x1b\\", "\x1bX\x1b\\", "\x9b31;45m", "\x9d0;owned\x9c", "\x90$q\"p\x9c", "\x9f\x9c",
    "\x1b", "\x1b[", "\x1b]", "\x0e", "\x0f", "\x1a", "\x00", "\x07", "\x08\x08\x08", "\x7f",
)  # fmt: skip
_CHARACTERS: Final = (
    *map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)),
    *"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    *"\u200b\u200c\u200d\u2060\ufeff\u180e\u00ad\u2028\u2029\ufff9\u034f\u3164\u115f\u2800",
    *"\ud800\udbff\udc00\udfff\U000e0041\U000e0001\ue000\uffff\ufe0f",
    *"\u0301\u0308\u20dd\u0489", *"\u05d0\u0627\u0e01\u5e7f\U0001f468\U0001f1f7",
)  # fmt: skip
_REFUSALS: Final = (400, 401, 403, 404, 409, 418, 429, 500, 502, 503)
_LONG: Final = 100


def _piece(chance: random.Random) -> str:
    match chance.randrange(6):
        case 0 | 1:
            return chance.choice(_SEQUENCES)
        case 2 | 3:
            return "".join(chance.choices(_CHARACTERS, k=chance.randint(1, 6)))
        case 4:
            return MARKUP
        case _:
            return chance.choice(("a" + "\u0301" * 60, "\t", "\r\n", "x" * 300, "[", "\\[", "]"))


def text(chance: random.Random, before: str = "") -> str:
    """A text that begins with another, if that is given."""
    made = before + "".join(_piece(chance) for _each in range(chance.randint(1, 8)))
    return made * _LONG if chance.random() < 0.02 else made


def texts(value: object, chance: random.Random) -> object:
    """JSON-like data with every text changed, but for those that name a company."""
    if isinstance(value, dict):
        return {n: v if n == "taxId" else texts(v, chance) for n, v in value.items()}
    if isinstance(value, list):
        return [texts(inner, chance) for inner in value]
    return text(chance, value) if isinstance(value, str) else value


def _header(chance: random.Random) -> str:
    """What a header can carry: no line break, which would end it."""
    said = text(chance).translate({0: None, 10: None, 13: None})
    return said.encode("latin-1", "ignore").decode("latin-1")[:200]


async def fuzz_texts(exchange: Exchange) -> None:
    """Answer as asked, with hostile texts wherever a text may stand."""
    chance = random.Random(exchange.count)
    envelope = exchange.envelope()
    envelope["data"] = texts(envelope["data"], chance)
    await exchange.send_json(envelope)


async def fuzz_errors(exchange: Exchange) -> None:
    """Refuse, in hostile words and headers."""
    chance = random.Random(exchange.count)
    error = {name: text(chance, "refused ") for name in ("code", "message", "reason")}
    body: dict[str, object] = {"success": False, "error": error}
    if chance.random() < 0.4:
        body = {"error": text(chance, "refused ")} if chance.random() < 0.5 else {
            "title": text(chance, "refused "), "detail": text(chance)
        }  # fmt: skip
    headers = {name: _header(chance) for name in ("retry_after", "ratelimit", "x_request_id")}
    headers["content_type"] = "application/problem+json"
    await exchange.send(json.dumps(body).encode(), chance.choice(_REFUSALS), **headers)


FUZZ: Final = {"fuzz-texts": fuzz_texts, "fuzz-errors": fuzz_errors}
"""Misbehaviour without an exact text: what may be shown of it is a rule."""
