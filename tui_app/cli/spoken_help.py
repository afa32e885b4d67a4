"""Help and errors in the language of the run: what click prints itself, too."""

from __future__ import annotations

from collections.abc import Iterable

import click

from tui_app.cli.source_flags import flags_of_run
from tui_app.config.loading import load_settings
from tui_app.config.settings import SettingsError
from tui_app.system.language import N_, _, set_language, system_language

_OF_CLICK = (
    N_("Options"), N_("Commands"), N_("Usage:"), N_("Usage: "), N_("Examples: "),
    N_("Error: {message}"), N_("Try '{command} {option}' for help."),
    N_("Invalid value: {message}"), N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"), N_("Missing option"), N_("Missing parameter"), N_("Missing command."),
    N_("No such option {name!r}."), N_("No such command {name!r}."), N_("default: {default}"),
    N_("Argument {name!r} takes {nargs} values."), N_("Option {name!r} does not take a value."),
    N_("{value!r} is not a valid {number_type}."), N_("{value} is not in the range {range}."),
    N_("Show this message and exit."), N_("required"),
)  # fmt: skip
"""What click itself writes in help and in errors."""


class SpokenHelp(click.HelpFormatter):
    """Writes help in the language of the run; a text without a translation stays English."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line, with which each help begins."""
        if click.get_current_context(silent=True) is not None:  # not above an error
            speak_language_of_run()
        super().write_usage(prog, args, prefix or _("Usage: "))

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        super().write_heading(_(heading))

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        super().write_text("\n\n".join(map(_translated, text.split("\n\n"))))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options or commands."""
        spoken = [(name, _spoken(text)) for name, text in rows]
        super().write_dl(spoken, col_max, col_spacing)


def _spoken(text: str) -> str:
    """A description; what click appends in brackets is in the right language already."""
    about, blank, rest = text.rpartition("  [")
    return _(text) if _(text) != text or not about else _(about) + blank + rest


def _translated(paragraph: str) -> str:
    text = " ".join(paragraph.split())
    if text.startswith("Examples: "):
        return paragraph.replace("Examples: ", _("Examples: "), 1)
    return _(text) if text and _(text) != text else paragraph


def speak_language_of_run() -> None:
    """Print from now on in the language that was set, else in the system's."""
    try:
        chosen = load_settings(flags_of_run()[0]).settings.lang
    except SettingsError:  # the command itself reports it
        chosen = None
    set_language(chosen or system_language())


click.Context.formatter_class = SpokenHelp
for _part in (click.exceptions, click.core, click.formatting, click.parser, click.types):
    vars(_part)["_"] = _
