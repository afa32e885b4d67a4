"""When a question is asked once more without being told to."""

from __future__ import annotations

import random
from typing import Final

from tui_app.client.errors import ClientError
from tui_app.contract.operations import AUTOCOMPLETE, Operation

MOST_SENDS: Final = 3
"""A question is sent at most this often; each may cost the user a request."""

LONGEST_WAIT: Final = 5.0
"""Seconds. A server that asks for a longer wait is left alone: the user decides."""

FIRST_WAIT: float = 0.3
"""Seconds before the second try, at most; thrice as long before the third."""


def wait_before_next(operation: Operation[object], error: ClientError, tries: int) -> float | None:
    """Seconds to wait before another try, or ``None`` when the error stands.

    ``tries`` counts those made. A search is never repeated: the next letter asks again.
    """
    if operation is AUTOCOMPLETE or error.repeat_after is None or tries >= MOST_SENDS:
        return None
    if error.repeat_after > LONGEST_WAIT:
        return None
    # Full jitter: many clients that lost the same server do not come back in step.
    backoff = FIRST_WAIT * 3 ** (tries - 1)
    return max(error.repeat_after, random.uniform(backoff / 2, backoff))  # noqa: S311 (no secret)
