"""Which methods of a class handle a message is looked up once: else it is a twentieth of a test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from textual.message import Message
from textual.message_pump import MessagePump

methods_of_textual = MessagePump._get_dispatch_methods
_Key = tuple[type[MessagePump], str, type[Message]]
# Any: methods of any class, not bound yet.
_Methods = list[tuple[type, list[Callable[..., Any]]]]
_found: Final[dict[_Key, _Methods | None]] = {}
"""By class and message, in the order of classes; None where a selector decides anew each time."""


def dispatch_methods(
    pump: MessagePump, method_name: str, message: Message
) -> Iterable[tuple[type, Callable[[Message], Awaitable[None]]]]:
    """Replaces ``MessagePump._get_dispatch_methods``."""
    key = type(pump), method_name, type(message)
    if key not in _found:
        _found[key] = _methods(*key)
    methods = _found[key]
    if methods is None:
        yield from methods_of_textual(pump, method_name, message)
        return
    for owner, of_class in methods:
        # A handler before this one may have prevented it.
        if message._no_default_action:
            return
        for method in of_class:
            yield owner, method.__get__(pump, owner)


def _methods(handler: type[MessagePump], name: str, message: type[Message]) -> _Methods | None:
    methods: _Methods = []
    known: set[object] = set()
    for owner in handler.__mro__:
        of_class = []
        decorated = owner.__dict__.get("_decorated_handlers", {})
        for method, selectors in (
            each for kind in message.__mro__ for each in decorated.get(kind, ())
        ):
            if selectors:
                return None
            if method not in known:
                of_class.append(method)
                known.add(method)
        by_name = owner.__dict__.get(f"_{name}") or owner.__dict__.get(name)
        if by_name is not None and not getattr(by_name, "_textual_on", None):
            of_class.append(by_name)
        if of_class:
            methods.append((owner, of_class))
    return methods
