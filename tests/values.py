"""The rooms' values: what is computed once is read in many places, and none of them changes it."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from msgspec import Struct


def changeable(room: str) -> list[str]:
    """The structs of a room that could be changed after they were made."""
    package = import_module(room)
    modules = [import_module(name) for _finder, name, _is_package in
               pkgutil.walk_packages(package.__path__, f"{room}.")]  # fmt: skip
    return [
        f"{each.__module__}.{each.__name__}"
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Struct)
        and each.__module__ == module.__name__ and not each.__struct_config__.frozen
    ]  # fmt: skip
