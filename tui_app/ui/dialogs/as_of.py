"""The dialog for the day in the past that everything is shown for."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from textual.widgets import Input

from tui_app.client.errors import ClientError
from tui_app.contract.dates import read_typed_day
from tui_app.contract.operations import CHANGES
from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import FieldDialog
from tui_app.ui.remote.value import start
from tui_app.ui.text import past as wording
from tui_app.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession

_SHOWN = 12
"""The most days that are listed."""


class AsOfDialog(FieldDialog[dt.date]):
    """Returns the day, or ``None``."""

    def __init__(self, session: ScreenSession) -> None:
        field = TextField(placeholder="2022-12-31", id="as-of-day")
        super().__init__(_("As of a day"), _("⏎ shows that day · {escape} closes"), field)
        self._session = session
        self._days: tuple[str, ...] = ()

    def on_mount(self) -> None:
        """Say which days are known."""
        start(self, self._read_days(), description="read the days")

    async def _read_days(self) -> None:
        try:
            companies = await self._session.companies()
            await companies.learn_extensions()
            if not companies.answers_extension(CHANGES):
                self._message.say(_(wording.NO_HISTORY), "warn")
                return
            answer = await companies.changes(limit=1)
        except ClientError as error:
            self._message.say(str(error), "warn")
            return
        self._days = answer.data.days
        shown = [wording.day(each) for each in self._days]
        if len(shown) > _SHOWN:
            shown = [shown[0], "…", *shown[-_SHOWN:]]
        text = _("Snapshots of the register: {days}")
        self._message.say(text.format(days=", ".join(shown)))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept a day that the history knows."""
        event.stop()
        day = read_typed_day(event.value, self._session.today())
        if day is None:
            self._message.say(_("Not a day: write 2022-12-31 or 31.12.2022"), "warn")
        elif self._days and day.isoformat() < self._days[0]:
            text = _("The history begins on {day}")
            self._message.say(text.format(day=wording.day(self._days[0])), "warn")
        elif self._days:
            self.dismiss(day)
