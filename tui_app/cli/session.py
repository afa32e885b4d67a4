"""How a command gets its data, and its exit code.

Exit codes: 0 found, 1 nothing found or changed, 2 wrong use, 3 not allowed, 4 the server or the
connection failed, 5 the allowance is used up.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

import click
from msgspec import Struct

from tui_app.cli.age_options import day_of_command, is_stale_ok
from tui_app.cli.completion import complete_tax_ids
from tui_app.cli.ending import tell_lines
from tui_app.cli.source_flags import flags_of_run
from tui_app.client import errors
from tui_app.client.credentials import explicit_key
from tui_app.config.loading import load_settings
from tui_app.config.settings import Settings
from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.registry_numbers import new_registry_number, read_registry_number
from tui_app.sources import source
from tui_app.sources.public import UNENCRYPTED
from tui_app.system.language import N_, _

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.client.credentials import FoundKey
    from tui_app.contract.live import LiveSource, Progress


def report_progress(live: LiveSource) -> None:
    """Report unencrypted requests on standard error, and on a terminal the progress.

    The line is written before the name is sent; running the command was the consent.
    """
    from tui_app.contract.operations import COURT_CASES

    told: set[str] = set()

    def listen(progress: Progress) -> None:
        if progress.operation == COURT_CASES.name and not told:
            told.add(progress.operation)
            click.echo(_(UNENCRYPTED), err=True)
        if sys.stderr.isatty():
            click.echo(f"{progress.text} …", err=True)

    live.listen(listen)


NOTHING: Final = 1
WRONG_USE: Final = 2
NOT_ALLOWED: Final = 3
FAILED: Final = 4
USED_UP: Final = 5

_SAMPLE: Final = N_(
    "The sample has invented companies only; real ones come with firmeterm data import,"
    " firmeterm login or --source public."
)

T = TypeVar("T")


def end(message: str, exit_code: int, **values: object) -> NoReturn:
    """End the command with a message, which may repeat what was typed, but no personal code."""
    message = message.format(**values) if values else message
    click.echo(f"{_('Error')}: {without_personal_codes(message)}", err=True)
    raise SystemExit(exit_code)


def exit_code_of(error: errors.ClientError) -> int:
    """The exit code for a failed request."""
    if isinstance(error, errors.CredentialError):
        return NOT_ALLOWED
    if isinstance(error, errors.AllowanceError):
        return USED_UP
    if isinstance(error, errors.UnusableSourceError):
        return WRONG_USE
    if isinstance(error, errors.NotFoundError | errors.NotKnownToSourceError):
        return NOTHING
    if isinstance(error, errors.InvalidRequestError):
        return _of_refusal(error)
    return FAILED


def exit_for_parts(failures: Iterable[errors.ClientError]) -> None:
    """End a command that found a company but not all of its parts.

    A part that the source never has is not a failure.
    """
    codes = [
        exit_code_of(each)
        for each in failures
        if not isinstance(each, errors.NotKnownToSourceError)
    ]
    if codes:
        raise SystemExit(max(codes))


def _of_refusal(error: errors.InvalidRequestError) -> int:
    if not error.requests:
        return WRONG_USE
    tax_id = error.request.tax_id if error.request else ""
    # Some servers refuse an impossible tax id instead of saying that it is unknown.
    unknown = tax_id.isdecimal() and not has_valid_control_digit(tax_id)
    return NOTHING if unknown else FAILED


def fail(error: errors.ClientError) -> NoReturn:
    """End the command for a failed request."""
    end(str(error), exit_code_of(error))


@contextmanager
def report_client_errors(
    advice: str = "", exit_code: Callable[[errors.ClientError], int] = exit_code_of
) -> Iterator[None]:
    """End the command for a failed request; ``advice`` is for one that found nothing."""
    try:
        yield
    except errors.ClientError as error:
        end(f"{error}{advice if exit_code(error) == NOTHING else ''}", exit_code(error))


class Session(Struct, frozen=True):
    """The settings of this run, its key, and the day in the past that it is about.

    ``stale_ok``: an old answer may stand in for a fresh one that fails.
    """

    settings: Settings
    key: FoundKey | None
    as_of: dt.date | None
    stale_ok: bool

    @property
    def source_name(self) -> str:
        """The source in words, with the day in the past."""
        name = source.name_of(self.settings)
        as_of = _("{name}, as of {day}")
        return as_of.format(name=name, day=self.as_of) if self.as_of else name

    @property
    def invented(self) -> bool:
        """Whether all companies are invented."""
        return source.kind_of(self.settings) is source.SourceKind.SAMPLE

    @property
    def advice(self) -> str:
        """What to add if nothing was found: the sample has no real company."""
        return f" {_(_SAMPLE)}" if self.invented else ""

    def ask(self, question: Callable[[Companies], Awaitable[T]]) -> T:
        """The answer to a question; ends the command if the request fails."""
        with report_client_errors(self.advice):
            return asyncio.run(self._ask(question))

    def tax_id(self, text: str) -> str:
        """The tax id for an argument, which may also be a trade-register number.

        A number costs a search, unless that is cached.
        """
        if text.isdecimal():
            return text
        found = self.ask(lambda companies: companies.search(text, confirm=True)).data
        equal = [c for c in found if new_registry_number(c.company_id) == new_registry_number(text)]
        if len(equal) != 1:
            message = _("No company has the registry number {text}.")
            end(message.format(text=text) + self.advice, NOTHING)
        return equal[0].tax_id

    async def _ask(self, question: Callable[[Companies], Awaitable[T]]) -> T:
        async with source.connect(self.settings, self.key) as companies:
            companies.stale_ok = self.stale_ok
            if self.as_of is not None:
                await companies.look_back(self.as_of)
            if companies.live is not None:
                report_progress(companies.live)
            try:
                return await question(companies)
            finally:
                tell_lines(companies.pop_notices())


def session() -> Session:
    """The settings and the key of this run; ends the command if they cannot be used."""
    settings = settings_of_run()
    stale_ok = is_stale_ok(offline=settings.offline)
    with report_client_errors():
        return Session(settings, explicit_key(flags_of_run()[1]), day_of_command(), stale_ok)


def settings_of_run() -> Settings:
    """The settings from command line, environment and configuration file; ends with wrong use."""
    return load_settings(flags_of_run()[0]).settings


def read_tax_id_argument(_ctx: click.Context, _param: click.Parameter, text: str) -> str:
    """A pasted tax id or registry number; a wrong control digit is only a hint."""
    found = read_tax_id(text)
    if found is None and (number := read_registry_number(text)) is not None:
        return number.old or number.new
    if found is None:
        # A possible personal code is not repeated.
        shown = repr(text) if sum(map(str.isdigit, text)) <= 10 else _("A long number")
        message = _("{shown} is not a tax id: 2 to 10 digits, with or without RO.")
        raise click.BadParameter(message.format(shown=shown))
    return found


def read_tax_id_arguments(
    ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]
) -> tuple[str, ...]:
    """Pasted tax ids, without repeats."""
    found = [read_tax_id_argument(ctx, param, text) for text in texts]
    for number in found:
        if not number.isdecimal():
            message = _("{number} is a registry number: give the tax id.")
            raise click.BadParameter(message.format(number=number), ctx, param)
    return tuple(dict.fromkeys(found))


TAX_ID: Final = click.argument(
    "tax_id", callback=read_tax_id_argument, shell_complete=complete_tax_ids
)
