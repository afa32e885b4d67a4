"""The manual's table of keys, made from the actions. Run it to renew the page."""

from pathlib import Path

from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.text.keys import shown_key

ACTIONS = ActionTable()
README = Path(__file__).parents[2] / "README.md"
PAGE = README.parent / "tui_app" / "manual" / "keys.md"
START, END = "<!-- keys: made by python -m tests.docs.keys -->", "<!-- keys end -->"


def table() -> str:
    """One row an action."""
    keys = ACTIONS.keymap
    rows = [
        f"| {' '.join(f'`{shown_key(key)}`' for key in keys[action.name])} "
        f"| {action.help} | `{action.name}` |"
        for action in ACTIONS
    ]
    return "\n".join(["| key | what it does | name in `[keys]` |", "|---|---|---|", *rows])


def renewed(page: str) -> str:
    """The page with the table as it should be."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
