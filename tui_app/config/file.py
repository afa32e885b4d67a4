"""The configuration file: parsed with line numbers, checked, created, and edited.

Imported only if such a file exists, or is about to be written.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from tui_app.config.settings import FileError, Origin, Server, Settings, config_file, variable_of
from tui_app.config.user_command import UserCommand, fault_of
from tui_app.system.atomic_file import replace_file
from tui_app.system.language import _
from tui_app.system.nearest import nearest, nearest_word

_MAP: Final = 'run = "xdg-open https://www.openstreetmap.org/search?query={locality}"'
_TABLE: Final = re.compile(r"\s*\[\s*([\w.\"'-]+)\s*\]")
_ITEM: Final = re.compile(r"\s*\[\[\s*([\w.\"'-]+)\s*\]\]")
_EXAMPLES: Final = {
    "keys": ("[keys]", 'search = "f"'),
    "server": ("[server.work]", 'base_url = "https://companies.example"'),
    "command": ("[[command]]", 'name = "map"', 'key = "f6"', _MAP),
}
_KEY: Final = re.compile(r"\s*([\w.\"'-]+)\s*=")
_TABLES: Final = ("keys", "server", "command")


# Any: a raw value may have any type until Settings has checked it.
def read(path: Path) -> dict[str, Any]:
    """The contents of a configuration file. Raises ``FileError``."""
    try:
        return tomllib.loads(_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FileError(path, _("is not valid TOML"), str(error)) from None


def _text(path: Path) -> str:
    try:
        # utf-8-sig: editors of Windows begin a file with a byte order mark.
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise FileError(path, _("cannot be read"), str(error.strerror)) from None
    except UnicodeDecodeError as error:
        raise FileError(path, _("is not valid TOML"), str(error)) from None


def lines_of(path: Path) -> dict[str, int]:
    """The line of each key and table by its full name: ``keys.search``, ``command.0.run``."""
    found: dict[str, int] = {}
    items: Counter[str] = Counter()
    table = ""
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if item := _ITEM.match(line):
            name = _bare(item[1])
            table = f"{name}.{items[name]}."
            items[name] += 1
            found[table[:-1]] = number
        elif header := _TABLE.match(line):
            table = _bare(header[1]) + "."
            found.setdefault(table[:-1], number)
        elif key := _KEY.match(line):
            found.setdefault(table + _bare(key[1]), number)
    return found


def _bare(name: str) -> str:
    return re.sub("[\"']", "", name)


def key_lines(environment: Mapping[str, str] = os.environ) -> dict[str, int]:
    """The line where each action's key is set; empty without a file."""
    try:
        found = lines_of(config_file(environment))
    except FileError:
        return {}
    keys = {name.removeprefix("keys."): n for name, n in found.items() if name.startswith("keys.")}
    own = {re.fullmatch(r"command\.(\d+)\.key", name): n for name, n in found.items()}
    return keys | {f"command-{match[1]}": n for match, n in own.items() if match}


def explain(layer: Mapping[str, Any], origin: Origin, path: Path) -> str:
    """All errors in the settings of one origin: where each is and what is allowed."""
    known = lines_of(path) if origin is Origin.FILE else {}

    def written(name: str) -> str:
        if origin is Origin.ENVIRONMENT:
            return variable_of(name)
        if origin is Origin.FLAG:
            return f"--{name.replace('_', '-')}"
        line = known.get(name)
        return _("{path}, line {line}").format(path=path, line=line) if line else str(path)

    return "\n".join(f"{written(name)}: {what}" for name, what in _faults(layer))


def _faults(layer: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    for name, value in layer.items():
        if name not in fields:
            yield name, _unknown(name, list(fields))
        elif name == "server" and isinstance(value, Mapping):
            yield from _server_faults(value)
        elif name == "command" and isinstance(value, list):
            yield from _command_faults(value)
        elif not _fits(value, fields[name].type):
            yield name, _invalid(name, value, fields[name].type)


def _server_faults(servers: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, table in servers.items():
        if not isinstance(table, Mapping):
            yield f"server.{name}", _("a server is a table: [server.{name}]").format(name=name)
        else:
            needed = {"base_url": "https://…"}
            yield from _table_faults(f"server.{name}", f"[server.{name}]", table, Server, needed)


def _command_faults(commands: list[Any]) -> Iterator[tuple[str, str]]:
    for index, table in enumerate(commands):
        table_name = f"command.{index}"
        if not isinstance(table, Mapping):
            yield table_name, _("a command is a table: [[command]]")
            continue
        needed = {"name": "…", "run": "…"}
        yield from _table_faults(table_name, "[[command]]", table, UserCommand, needed)
        run = table.get("run")
        is_in_shell = table.get("shell") is True
        if isinstance(run, str) and run and (fault := fault_of(run, shell=is_in_shell)):
            yield f"{table_name}.run", fault


def _table_faults(
    table_name: str,
    header: str,
    table: Mapping[str, Any],
    kind: type[msgspec.Struct],
    needed: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    """The missing ``needed`` keys of a table, each with an example, and its wrong keys."""
    for name, example in needed.items():
        if name not in table:
            yield (
                table_name,
                _('the table {header} needs {name} = "{example}"').format(
                    header=header, name=name, example=example
                ),
            )
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for key, value in table.items():
        if key not in fields:
            yield f"{table_name}.{key}", _unknown(key, list(fields))
        elif not _fits(value, fields[key].type):
            yield f"{table_name}.{key}", f"{key} takes {allowed(fields[key].type)}"


def _invalid(name: str, value: object, kind: Any) -> str:
    words = re.findall(r'"([^"]+)"', allowed(kind))
    return f"{name} takes {allowed(kind)}.{nearest(str(value), words)}".removesuffix(".")


def _fits(value: object, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def _unknown(name: str, known: list[str]) -> str:
    if "api_key" in name.lower():
        return _(
            "{name} is not a setting: keys do not belong in this file, firmeterm login stores them"
        ).format(name=name)
    near = nearest_word(name, known)
    hint = _(", did you mean {near}?").format(near=near) if near else ""
    return _("there is no setting {name}{hint}").format(
        name=name, hint=hint or _("; known are {names}").format(names=", ".join(known))
    )


def allowed(kind: Any) -> str:
    """The allowed values of a setting's type, in words."""
    return _words(inspect.type_info(kind))


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(type=inner):
            return _words(inner)
        case inspect.UnionType(types=types):
            return next(_words(t) for t in types if not isinstance(t, inspect.NoneType))
        case inspect.BoolType():
            return _("true or false")
        case inspect.LiteralType(values=values):
            return " or ".join(f'"{value}"' for value in values)
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most):
            number = _("a whole number") if isinstance(kind, inspect.IntType) else _("a number")
            if most is None:
                return _("{number} from {least}").format(number=number, least=least)
            return _("{number} from {least} to {most}").format(
                number=number, least=least, most=most
            )
        case inspect.DictType():
            return _("a table of texts")
        case _:
            return _("a text in quotes")


def start(path: Path) -> None:
    """Write a file with every setting and its default, commented out."""
    _write(path, template())


def template() -> str:
    """The commented file: each setting with an explanation, its default, its variable."""
    parts = [
        "# Settings of firmeterm. Remove the # from a line to change it.\n"
        "# Flags go before environment variables, and those before this file.\n"
    ]
    tables = []
    for field in msgspec.structs.fields(Settings):
        about = inspect.type_info(field.type)
        text = (
            (about.extra_json_schema or {})["description"]
            if isinstance(about, inspect.Metadata)
            else ""
        )
        if field.name in _TABLES:
            tables.append((field.name, text))
            continue
        parts.append(
            f"# {text} Takes {allowed(field.type)}. {variable_of(field.name)}\n"
            f"# {field.name} = {toml_value(field.default)}\n"
        )
    for name, text in tables:
        parts.append(f"# {text}\n" + "".join(f"# {line}\n" for line in _EXAMPLES[name]))
    return "\n".join(parts)


def toml_value(value: object) -> str:
    """A value in TOML syntax; empty quotes for ``None``. TOML uses JSON's strings and numbers."""
    return msgspec.json.encode("" if value is None else value).decode()


def save_base_url(base_url: str) -> None:
    """Write the server's address into the configuration file and leave the rest unchanged.

    Raises ``FileError``.
    """
    # A source, or a server chosen by name, would override the address.
    _save("base_url", base_url, drops=("use_server", "source"))


def save_setting(name: str, text: str) -> object:
    """Write a setting, or a key as ``keys.search``, as it was typed; comments stay.

    Returns the value. Raises ``FileError`` for an unknown setting or a value that it does not take.
    """
    path = config_file()
    table, _dot, key = name.rpartition(".")
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    value = _typed(text, fields[name].type) if name in fields else text
    layer = {table: {key: value}} if table == "keys" else {name: value}
    if faults := [what for _name, what in _faults(layer)]:
        raise FileError(path, _("was not changed"), "; ".join(faults))
    if name in _TABLES or (table and table != "keys"):
        raise FileError(
            path,
            _("was not changed"),
            _("{name} is a table: firmeterm config edit").format(name=name),
        )
    _save(key, value, table=table)
    return value


def _typed(text: str, kind: Any) -> object:
    """A text of the command line as the setting takes it: a flag, a number or a text."""
    with suppress(tomllib.TOMLDecodeError):
        value = tomllib.loads(f"value = {text}")["value"]
        if isinstance(value, bool | int | float) and _fits(value, kind):
            return value
    return text


def _save(key: str, value: object, *, table: str = "", drops: Collection[str] = ()) -> None:
    """Write one line, and leave the rest of the file unchanged; raises ``FileError``."""
    path = config_file()
    wanted = read(path)
    line = f"{key} = {toml_value(value)}\n"
    head, tables = _split(_text(path))
    if table:
        tables = _with_line_in_table(tables, table, key, line)
        wanted = {**wanted, table: {**wanted.get(table, {}), key: value}}
    else:
        for name in drops:
            head = re.sub(rf"(?m)^[ \t]*{name}[ \t]*=.*\n?", "", head)
        wanted = {n: v for n, v in wanted.items() if n not in drops} | {key: value}
        head = _with_line(head, key, line)
    try:
        is_intact = tomllib.loads(head + tables) == wanted
    except tomllib.TOMLDecodeError:
        is_intact = False
    if not is_intact:
        raise FileError(
            path,
            _("cannot be changed"),
            _("set it there yourself: {line}").format(line=line.strip()),
        )
    _write(path, head + tables)


def _with_line(text: str, key: str, line: str) -> str:
    """The text with a key's line replaced; a new one stands first."""
    found = re.compile(rf"(?m)^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=.*\n?")
    return found.sub(lambda _match: line, text, count=1) if found.search(text) else line + text


def _with_line_in_table(text: str, table: str, key: str, line: str) -> str:
    header = re.search(rf"(?m)^[ \t]*\[[ \t]*{re.escape(table)}[ \t]*\].*\n?", text)
    if header is None:
        return f"{text.rstrip()}\n\n[{table}]\n{line}".lstrip("\n")
    following = re.compile(r"(?m)^[ \t]*\[").search(text, header.end())
    end = following.start() if following else len(text)
    inside = _with_line(text[header.end() : end], key, line)
    return text[: header.end()].rstrip("\n") + "\n" + inside + text[end:]


def _split(text: str) -> tuple[str, str]:
    """The part before the first table, and the tables."""
    first = re.search(r"(?m)^[ \t]*\[", text)
    at = first.start() if first else len(text)
    return text[:at], text[at:]


def _write(path: Path, text: str) -> None:
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
        replace_file(path, text.encode(), mode=mode)
    except OSError as error:
        raise FileError(path, _("cannot be written"), str(error.strerror)) from None
