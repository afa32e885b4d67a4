"""``firmeterm data``: imports public data. Results go to stdout, messages to stderr."""

from __future__ import annotations

import datetime as dt
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec import structs

from tui_app.cli.data_history import history
from tui_app.cli.ending import FailedError, NothingError, WrongUseError, stop, tell_lines
from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.output import OutputOptions, show_record, show_rows, takes_output
from tui_app.cli.registry import changing_registry, registry_file, settings_with
from tui_app.cli.source_flags import is_typed, refuse_idle, typed_flags
from tui_app.registry.errors import RegistryError
from tui_app.sources.public import open_services
from tui_app.sources.source import SourceKind, kind_of
from tui_app.system.language import _, ngettext
from tui_app.system.nearest import nearest
from tui_app.system.streams import takes_ascii_only

if TYPE_CHECKING:
    from tui_app.opendata.ckan import RemoteFile
    from tui_app.opendata.plan import ImportOptions, ImportPlan


def _try_services(output: OutputOptions) -> None:
    """Send one small request to each service and print the results.

    Raises ``FailedError`` if one of them did not answer as it should.
    """
    from tui_app.client.sanitize import clean
    from tui_app.public.probe import ProbeResult, probe

    settings = settings_with({})
    if settings.offline:
        raise FailedError(_("Offline: nothing was sent. To try, set offline = false."))
    output.of(ProbeResult.__struct_fields__)
    services = open_services(settings)
    found = []
    with closing(services):
        for result in probe(services):
            found.append({name: clean(value) if isinstance(value, str) else value
                          for name, value in structs.asdict(result).items()})  # fmt: skip
            if output.is_for_people:
                click.echo("{service} ({address}): {text}".format(**found[-1]))
    if not output.is_for_people:
        show_rows("Services", ProbeResult.__struct_fields__, found, output)
    if not all(each["works"] for each in found):
        raise FailedError(
            _(
                "Not everything answers. If this lasts while a browser reaches the service,"
                " it may have changed: report it with these lines."
            )
        )


@click.group()
def data() -> None:
    """Import public data about every company of the country, and look after it.

    The registry lies in the folder for application data, and firmeterm opens it from then on
    when no server is set.
    """


data.add_command(history)


@data.command("import", short_help="Import files, folders, .zip and .gz.")
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--county", metavar="CJ,…", help="Only companies of these counties.")
@click.option("--form", metavar="SRL,…", help="Only these legal forms.")
@click.option("--caen", metavar="62,…", help="Only activities that begin like this.")
@click.option("--trading-only", is_flag=True, help="Only companies that are in business.")
@click.option(
    "--with-administrators",
    is_flag=True,
    help="Read the names of legal representatives: personal data.",
)
@click.option(
    "--year", type=click.IntRange(2000, 2049), help="Year of statements whose files do not give it."
)
@click.option(
    "--accept-smaller",
    is_flag=True,
    help=(
        "Use a file although it is cut off, has far fewer rows than its predecessor, "
        "or is about other companies."
    ),
)
@click.option(
    "--all-purchases",
    is_flag=True,
    help="Keep every direct purchase in full, not the largest 50 of a buyer and a winner.",
)
@click.option("--no-history", is_flag=True, help="Do not keep the month that a newer one replaces.")
@click.option("--strict", is_flag=True, help="Stop at the first row that cannot be read.")
@click.option(
    "-o",
    "--format",
    "output",
    type=NearestChoice(["table", "json"]),
    help="The summary for people, or as JSON; JSON when piped.",
)
def import_(paths: tuple[Path, ...], **chosen: Any) -> None:
    """Import files, folders, .zip and .gz: each is recognised by its header.

    The data of each file are kept beside the registry, until the same source is imported again. The
    register's differences from the month before stay in the history. Until the import is complete,
    the existing registry stays in use.
    """
    from tui_app.cli.import_report import describe, plan_lines, progress_listener, summary_json
    from tui_app.cli.watched_news import report_watched_changes
    from tui_app.opendata.history.adding import newest_day
    from tui_app.opendata.importing import import_files, plan_import
    from tui_app.registry.generation import next_generation

    output = registry_file()
    options = _import_options(chosen)
    with changing_registry(output):
        plan = plan_import(paths, output, options)
        known_until = newest_day(output)
        tell_lines(plan_lines(plan, output))
        _refuse_idle(plan)
        with progress_listener(plan.size) as progress, next_generation(output) as change:
            summary = import_files(plan, change, progress)
        tell_lines(report_watched_changes(output, known_until))
    if (chosen["output"] or ("table" if sys.stdout.isatty() else "json")) == "json":
        found = summary_json(summary, plan, output)
        click.echo(json.dumps(found, indent=2, ensure_ascii=takes_ascii_only()))
    else:
        click.echo("\n".join(describe(summary, output, by_itself=_is_chosen(output))))


def _refuse_idle(plan: ImportPlan) -> None:
    """Refuse options that do nothing for the files of a plan."""
    acting = {
        "year": any(step.year == plan.options.year for step in plan.steps),
        "all_purchases": bool(plan.procurement),
        **dict.fromkeys(("county", "form", "caen", "trading_only", "no_history"), bool(plan.steps)),
    }
    for name, acts in acting.items():
        if is_typed(name) and not acts:
            refuse_idle(f"--{name.replace('_', '-')}", _("these files"))


@data.command(short_help="Describe the registry, and what was left out.")
@takes_output()
def info(output: OutputOptions) -> None:
    """Describe the registry: companies, years, sources, what was left out and why."""
    from tui_app.opendata.contents import contents_lines, contents_of

    path = registry_file()
    contents = contents_of(path)
    if not output.of(contents).is_for_people:
        show_record("Registry", contents, output)
    else:
        click.echo("\n".join(contents_lines(contents)))


@data.command(short_help="Remove a source, by its name in data info.")
@click.argument("source", metavar="SOURCE…", nargs=-1, required=True)
def remove(source: tuple[str, ...]) -> None:
    """Remove a source and its kept data, by its name in data info.

    The name may be given without quotation marks: firmeterm data remove statements 2024 small.
    """
    from tui_app.cli.import_report import progress_listener
    from tui_app.opendata.removing import remove_source
    from tui_app.registry.generation import next_generation

    path = registry_file()
    with changing_registry(path), progress_listener(0) as progress, next_generation(path) as change:
        removed = remove_source(" ".join(source), change, progress)
    if removed.companies is None:
        text = _("{label} was removed from the contracts beside {path}.")
    else:
        text = ngettext(
            "{label} was removed: {count} company in {path}.",
            "{label} was removed: {count} companies in {path}.",
            removed.companies,
        )
    click.echo(text.format(label=removed.label, count=removed.companies, path=path))


@data.command()
@click.option(
    "--live", is_flag=True, help="Try the live public services instead, with one request to each."
)
@takes_output()
def check(*, live: bool, output: OutputOptions) -> None:
    """Read the whole registry and find damage.

    Exits with 1 if it finds damage. It also reports dates of sources that are far apart,
    years with far fewer statements than their neighbours, and columns without values.
    """
    from tui_app.opendata.findings import findings
    from tui_app.registry.sqlite.registry_file import RegistryFile

    if live:
        for option in typed_flags().values():
            if option != "--lang":
                refuse_idle(option, "--live")
        _try_services(output)
        return
    path = registry_file()
    if not path.exists():
        raise WrongUseError(_("There is no registry at {path}.").format(path=path))
    try:
        with closing(RegistryFile(path)) as opened:
            opened.check()
            companies = opened.info.companies
        remarks = findings(path)
    except RegistryError as error:
        raise NothingError(str(error)) from None
    result = {"registry": str(path), "companies": companies, "remarks": remarks}
    if not output.of(result).is_for_people:
        show_record("Registry", result, output)
        return
    text = ngettext(
        "{path} is sound: {count} company.", "{path} is sound: {count} companies.", companies
    )
    click.echo(text.format(path=path, count=companies))
    for remark in remarks:
        click.echo(_("remark: {remark}.").format(remark=remark))


@data.command(short_help="Fetch the newest public files.")
@click.option("--dry-run", is_flag=True, help="List what would be downloaded, and stop.")
@click.option("--only", metavar="firms,statements", help="Only these: firms, names, statements,"
              " taxpayers, activities.")  # fmt: skip
@click.option("--years", default=3, show_default=True, help="Number of years of statements.")
@click.option("--procurement", is_flag=True, help="Fetch public procurement files instead.")
@click.option(
    "--history", "of_history", is_flag=True, help="Fetch the snapshots of the register instead."
)
@click.option(
    "--since", type=click.IntRange(2015, 2100), help="Procurement or snapshots since this year."
)
@click.option(
    "--to",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where to put the files.",
)
def download(folder: Path | None, *, dry_run: bool, **chosen: Any) -> None:
    """Fetch the newest public files from data.gov.ro (setting portal_url).

    Each file is checked against the announced size, and always downloaded from its start.
    """
    from tui_app.cli.import_report import progress_listener
    from tui_app.opendata.download import fetch_all, listed

    _refuse_mixed(chosen)
    of_history = bool(chosen["of_history"])
    target = folder or Path("firmeterm-history" if of_history else "firmeterm-data")
    try:
        files, notes = _found(chosen)
        tell_lines(notes)
        for line in listed(files, target):
            click.echo(line, err=not dry_run)
        if not dry_run:
            with progress_listener(sum(file.size or 0 for file in files)) as progress:
                fetch_all(files, target, progress)
            command = "data history add" if of_history else "data import"
            text = _("All are there. Next: firmeterm {command} {folder}")
            click.echo(text.format(command=command, folder=target))
    except KeyboardInterrupt:
        stop(_("Interrupted: complete files stay."))


def _refuse_mixed(chosen: dict[str, Any]) -> None:
    """Refuse options that do not apply to the chosen files."""
    others = [name for name in ("--procurement", "--history") if chosen[_ARGUMENT_OF[name]]]
    if len(others) > 1:
        raise click.UsageError(_("--procurement and --history fetch other files: choose one."))
    without_years = [*others, *(f"--only {only}" for only in [chosen["only"]] if only)]
    if is_typed("years") and without_years and "statements" not in _kinds(chosen):
        text = _("--years counts statements, without {option}.")
        raise click.UsageError(text.format(option=without_years[0]))
    if chosen["since"] and not others:
        raise click.UsageError(_("--since needs --procurement or --history."))
    if chosen["only"] and others:
        message = _("--only chooses among the newest files, without {option}.")
        raise click.UsageError(message.format(option=others[0]))


def _kinds(chosen: dict[str, Any]) -> list[str]:
    """The kinds of files that --only names."""
    return _listed((chosen["only"] or "").lower())


_ARGUMENT_OF: Final = {"--procurement": "procurement", "--history": "of_history"}


def _found(chosen: dict[str, Any]) -> tuple[list[RemoteFile], list[str]]:
    """The chosen files in the portal's catalogue; prints a line on each that is left out."""
    from tui_app.opendata import download as portals
    from tui_app.opendata.ckan import EVERY_KIND

    portal, since = settings_with({}).portal_url, chosen["since"]
    if chosen["procurement"]:
        return portals.find_procurement(portal, since, dt.datetime.now(dt.UTC).year)
    if chosen["of_history"]:
        return portals.find_history(portal, since)
    kinds = frozenset(_kinds(chosen)) or None
    for kind in sorted(kinds or ()):
        if kind not in EVERY_KIND:
            known = _("There is no kind {kind}: {names}.").format(
                kind=repr(kind), names=", ".join(EVERY_KIND)
            ) + nearest(kind, EVERY_KIND)
            raise click.BadParameter(known, param_hint="'--only'")
    return portals.find_files(portal, kinds, chosen["years"])


def _is_chosen(registry: Path) -> bool:
    """Whether the settings choose this registry without any flag."""
    settings = settings_with({})
    return kind_of(settings) is SourceKind.REGISTRY and settings.registry == str(registry)


def _import_options(chosen: dict[str, Any]) -> ImportOptions:
    from tui_app.contract.vocabulary.counties import read_county
    from tui_app.contract.vocabulary.legal_forms import forms_of, plain_form
    from tui_app.opendata.plan import ImportOptions
    from tui_app.registry.sqlite.merge import CompanyFilter

    counties = {name: read_county(name) for name in _listed(chosen["county"])}
    unknown = [name for name, county in counties.items() if county is None]
    if unknown:
        text = _("No county is called {names}: write CJ or Cluj.")
        raise click.UsageError(text.format(names=", ".join(unknown)))
    classes = tuple(_listed(chosen["caen"]))
    if not all(code.isdigit() and len(code) <= 4 for code in classes):
        raise click.UsageError(_("Activities are digits from the left: 62, 620 or 6201."))
    return ImportOptions(
        company_filter=CompanyFilter(
            counties=frozenset(county.name for county in counties.values() if county),
            forms=frozenset(
                plain_form(each) for form in _listed(chosen["form"]) for each in forms_of(form)
            ),
            classes=classes,
            trading_only=bool(chosen["trading_only"]),
        ),
        is_strict=bool(chosen["strict"]),
        with_administrators=bool(chosen["with_administrators"]),
        accept_smaller=bool(chosen["accept_smaller"]),
        all_purchases=bool(chosen["all_purchases"]),
        keeps_history=not chosen["no_history"],
        year=chosen["year"],
    )


def _listed(value: str | bool | None) -> list[str]:
    return [part.strip() for part in str(value or "").split(",") if part.strip()]
