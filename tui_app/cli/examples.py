"""Examples for the help of commands that are parts of a group, and of the group itself."""

from __future__ import annotations

from typing import Final

import click

EXAMPLES: Final = """
ask autocomplete petroterm
ask profile 990000013
ask financial RO990000013
ask court-cases 990000013 --page 2
ask registered 2020-05-14
ask phones 990000013
ask emails 990000013
ask administrators 990000013
ask websites 990000013
ask peers 990000013
ask connections 990000013
ask history 990000013
ask public-money 4305857 --side authority
ask contracts 4305857 --side authority
cache info
cache clear
config show
config path
config edit
config get theme
config set theme firmeterm-light
data download --only firms,statements --to public-files
data import public-files --county CJ,BH
data info -o json
data remove representatives
data check
data history add snapshots --date 2022-04-07
data history info
data history remove 2022-04-07
keys backup backup.db
keys restore backup.db
keys create --label "accounting" --quota 5000
keys list
keys set 0a1b2c3d4e --quota 20000 --expires 2027-12-31
keys rotate 0a1b2c3d4e --overlap 7
keys revoke 0a1b2c3d4e
keys prepare postgresql://db.example/accounts
keys migrate accounts.db postgresql://db.example/accounts
login --base-url https://companies.example
login --status
registry build companies.jsonl.gz companies.db
registry publish companies.db postgresql://db.example/companies
serve
serve --host 0.0.0.0 --port 8765 --workers 2
watch add 990000013 RO990000056
watch list
watch check --yes -o json
watch remove 990000013
workspace export kept.jsonl
workspace import kept.jsonl
""".strip().splitlines()


def add_examples(command: click.Command, path: str) -> None:
    """Put the examples of a command, and of all below it, at the end of its help."""
    found = [f"firmeterm {each}" for each in EXAMPLES if f"{each} ".startswith(f"{path} ")]
    if found and "Examples: " not in (command.epilog or ""):
        several = found[:: -(-len(found) // 4)]
        command.epilog = "\n\n".join(
            filter(None, (command.epilog, "Examples: " + " · ".join(several)))
        )
    # A command keeps the names of its help from the context that asks first, whichever that is.
    command.context_settings.setdefault("help_option_names", ["-h", "--help"])
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            add_examples(inner, f"{path} {name}")
