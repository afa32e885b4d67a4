"""Names for what has no type before it is read. Each ``Any`` elsewhere says its own reason."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

Json = Any
"""What a JSON document holds."""

JsonObject = dict[str, Any]

FieldValue = Any
"""A value of a resource, as it stands in a row: text, number, flag, list, object or nothing."""

DbValue = Any
"""A value of a column: engines do not say its type."""

DbRow = tuple[Any, ...]

Work = Coroutine[Any, Any, object]
"""A coroutine that is run for what it does: asyncio defines what it yields and receives."""
