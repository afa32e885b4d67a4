"""The Search list: results while typing."""

from __future__ import annotations

import datetime as dt
import time
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from tui_app.client.errors import AllowanceError
from tui_app.contract import views
from tui_app.contract.dates import read_day
from tui_app.contract.identifiers import read_tax_id, whole_tax_id
from tui_app.contract.operations import MAXIMUM_RESULTS, PROFILE, QUERY, REGISTERED
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.pasted_text import without_invisible
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.resources import CompanySummary
from tui_app.contract.search_text import as_sent, with_whole_year
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.columns import NOTE
from tui_app.ui.lists.search_text import (
    TaxIds,
    near_words,
    nothing_found,
    personal_code_refusal,
    several_tax_ids,
    typing_hint,
    why_not,
)
from tui_app.ui.lists.tax_id_lookup import TaxIdLookup
from tui_app.ui.panes.action import Action, Intent
from tui_app.ui.panes.company import CompanyEntry, from_record
from tui_app.ui.remote.questions import Questions, about, as_text, of_search, price_label, question
from tui_app.ui.remote.value import Debounce, Phase, RemoteValue, TypingPace, start
from tui_app.ui.remote.wording import age_of_cached, doubts_of, error_text, loading_text
from tui_app.ui.text import formatting as fmt
from tui_app.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from tui_app.client.answer import Answer
    from tui_app.client.companies import Companies


class SearchList(ListPane):
    """The field and the ten best matches. Old rows stay until new ones arrive."""

    tab, title = views.SEARCH.name, views.SEARCH.title
    topic = "search"
    note_title = N_("Known")
    note_width = 12

    class DayWanted(Message):
        """Enter was pressed on a day, whose list should open."""

        def __init__(self, day: dt.date) -> None:
            super().__init__()
            self.day = day

    def __init__(self) -> None:
        super().__init__()
        self.field = self.field_above = TextField(
            placeholder=_("name, tax id or registry number"), id="search-field", selects=False
        )
        self._typing = Debounce(self)
        self._pace = TypingPace()
        self.results: RemoteValue[tuple[CompanySummary, ...]] = RemoteValue(
            self, "autocomplete", self._request_finished
        )
        self._listed = ""
        """The text whose companies are listed; ``searched`` is the one that was asked last."""
        self._lookup = TaxIdLookup(self)
        self.field.read_pasted = self._lookup.read_pasted
        self._earlier: tuple[str, ...] = ()
        """The earlier searches while walking back through them, newest first."""
        self._is_left = False
        """Whether a restored text was not searched, because that costs."""
        self._is_confirmed = False
        """Whether Enter asked for the last search."""

    @property
    def focus_target(self) -> Widget:
        """The field, until there are results."""
        return self.field

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search after a pause in typing; unsent requests for older texts are dropped."""
        event.stop()
        if event.value.startswith("/"):
            # The list's own key, pressed again; no search begins with it.
            event.input.value = event.value.lstrip("/")
            return
        self._typing.cancel()
        self.results.stop_following()
        self._lookup.value.stop_following()
        self._is_left = False
        text = event.value.strip()
        value = self._lookup.value if self.several else self.results
        if text == self.searched and value.phase not in (Phase.IDLE, Phase.FAILED):
            return  # answered, or under way
        if self.several is not None or self._cannot_ask(text):
            self.results.drop()
            self._lookup.value.drop()
            self.searched = self._listed = ""
            # The rows stay while another text is typed.
            self.show_entries(self.entries if text else (), keep_cursor=True)
            return
        if self._lookup.value.phase is not Phase.IDLE:
            self._lookup.value.drop()
        rest = self.session.debounce
        if not self.session.source.embedded:
            rest = self._pace.typed(time.monotonic(), rest)
        self._typing.call(rest, self.ask)
        self.redraw_status()

    @property
    def several(self) -> TaxIds | None:
        """The tax ids in the field, if it contains several."""
        return several_tax_ids(self.field.value)

    @property
    def is_awaited(self) -> bool:
        """Whether the rows of the typed text are under way, or will be."""
        return self.is_waiting or self._is_pending

    async def rows_come(self) -> bool:
        """Wait for the answer to the text in the field; ask it now, if it was not sent yet."""
        if self.is_waiting:
            self.ask()
        value = self._lookup.value if self.several else self.results
        await value.settled()
        error = value.error
        is_held_back = isinstance(error, AllowanceError) and not error.requests
        if is_held_back and self.will_open and not self._is_confirmed:
            # Enter came before the answer that it is needed: it confirms the search.
            self.ask(confirm=True)
            await value.settled()
        return bool(self.entries) and value.phase is Phase.READY

    @property
    def is_waiting(self) -> bool:
        """Whether the typed text was not sent yet."""
        return self._typing.is_waiting

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Search at once, or open the first result, even if it is still under way."""
        event.stop()
        self.submit()

    def enter_field(self) -> Intent | None:
        """List a day, or search, unless the result is shown."""
        if (day := read_day(self.field.value)) is not None:
            run = partial(self.post_message, self.DayWanted(day))
            return Intent(_("list the day"), self._questions_of_field(), run)
        is_shown = self.field.value.strip() == self.searched
        if self.several is not None:
            is_shown = is_shown and self._lookup.is_answered
        else:
            value = self.results
            is_shown = is_shown and value.phase is Phase.READY and not self._asks_again
        if is_shown:
            return None
        label = _("look up") if self.several else _("search")
        return Intent(label, self._questions_of_field(), self._search_at_once)

    def _search_at_once(self) -> None:
        """Search now, or open the first result once it is there, as of a tax id."""
        is_tax_id = whole_tax_id(self.field.value.strip()) is not None
        opens = self.is_awaited or is_tax_id
        if not self._is_pending and not self.results.was_sent_early:
            self.ask(fresh=self._asks_again, confirm=True)
        if opens and self._is_pending:
            self.open_first()
            self.redraw_status()

    @property
    def _is_pending(self) -> bool:
        """Whether the answer to the text in the field is awaited."""
        value = self._lookup.value if self.several else self.results
        return self.field.value.strip() == self.searched and value.is_pending

    @property
    def _asks_again(self) -> bool:
        """Whether Enter asks the same text again: for similar names, or after a failed request.

        Then a cached answer is shown.
        """
        text, answer = self.field.value.strip(), self.results.answer
        has_failed = text == self.searched and answer is not None and answer.failure is not None
        return has_failed or self._should_ask_similar

    @property
    def _should_ask_similar(self) -> bool:
        """Whether Enter should ask for similar names, after a derived answer without companies.

        Only a server that tolerates typing errors is asked, and only on Enter: further typing costs
        nothing as long as nothing can be found.
        """
        client, answer = self.session.client, self.results.answer
        if client is None or answer is None or answer.data or not answer.from_cache:
            return False
        return client.finds_similar and client.allowance.metered and not client.offline

    def _questions_of_field(self) -> Questions:
        """One request, unless answered from the cache; one per tax id."""
        if (day := read_day(self.field.value)) is not None:
            return (question(REGISTERED, {"registration_date": day.isoformat()}),)
        return self._questions(self.field.value.strip(), fresh=self._asks_again)

    def ask(self, *, fresh: bool = False, confirm: bool = False) -> None:
        """Send the current text."""
        self._typing.cancel()
        self._is_left = False
        text = self.field.value.strip()
        if self.several is not None:
            self.results.drop()
            self.searched = text
            self._lookup.ask(self.several, fresh=fresh)
            return
        if self._cannot_ask(text):
            return
        self.searched, self._is_confirmed = text, confirm
        # If requests cost, a pasted tax id is answered by the profile, which is opened next.
        costs = not self.session.source.embedded
        tax_id = whole_tax_id(text) if costs and fresh else None

        async def search(companies: Companies) -> Answer[tuple[CompanySummary, ...]]:
            send = companies.search if costs else companies.autocomplete
            answer = await send(text, fresh=fresh, confirm=confirm)
            if tax_id is not None:
                await self.answers.renew(tax_id, {PROFILE.name})
            return answer

        self.results.ask(search)

    def _questions(self, text: str, *, fresh: bool = False) -> Questions:
        client = self.session.client
        if several := several_tax_ids(text):
            return tuple(about(PROFILE, each, fresh=fresh) for each in several.tax_ids)
        tax_id = None
        if client is not None and not self.session.source.embedded:
            tax_id = client.looked_up(text, fresh=fresh)
        return (of_search(text, tax_id, fresh=fresh),)

    @property
    def is_answered_slowly(self) -> bool:
        """Whether a live source's answer is awaited."""
        client = self.session.client
        is_live = client is not None and client.live is not None
        return is_live and self.results.phase in (Phase.WAITING, Phase.LOADING)

    def stop_waiting(self) -> bool:
        """Stop the look-up of a tax id."""
        client, is_slow = self.session.client, self.is_answered_slowly
        if is_slow and client is not None and client.live is not None:
            client.live.stop(read_tax_id(self.searched))
        return is_slow

    def reload(self) -> None:
        """Ask again, bypassing the cache."""
        self.ask(fresh=True)

    def questions_of_reload(self) -> Questions:
        """One request if there is a text."""
        return self._questions(self.field.value.strip(), fresh=True)

    @property
    def saved_state(self) -> tuple[str, int]:
        """The text in the field, without possible personal codes, which are stored nowhere."""
        text, several = self.field.value, self.several
        if several is not None:
            return several.text if several.personal else text, 1
        return "" if may_be_personal_code(text) else text, 1

    def restore(self, text: str, page: int) -> None:
        """Put the text into the field; typing replaces it."""
        with self.prevent(Input.Changed):
            self.field.value = text
        self.field.select_all()

    def questions_of_restoring(self, text: str, page: int) -> Questions:
        """What any search asks."""
        return self._questions(text.strip()) if text.strip() else ()

    def ask_restored(self, text: str, page: int, tax_id: str) -> None:
        """Search for the text, unless another one was typed meanwhile."""
        if text.strip() and text == self.field.value:
            self.cursor_target = tax_id
            self.ask()

    def hold_restored(self) -> None:
        """Say how to search for the text, which costs a request."""
        self._is_left = bool(self.field.value.strip())
        self.redraw_status()

    def _cannot_ask(self, text: str) -> str:
        """Why a text cannot be searched, for people; empty if it can."""
        if may_be_personal_code(text):
            return personal_code_refusal(text)
        text = without_invisible(text)
        if not text:
            return self._hint()
        if (day := read_day(text)) is not None:
            hint = _("⏎ lists the companies registered on a day")
            return self.with_price(f"{fmt.date(day)}: {hint}", self._questions_of_field())
        try:
            QUERY.read(as_sent(text))
        except InvalidParameter as error:
            return why_not(text, error)
        return ""

    def search_for(self, text: str) -> None:
        """Put a text into the field, as if it were typed."""
        self.field.focus()
        self.field.value = text
        self.field.cursor_position = len(text)

    def earlier_search(self) -> None:
        """Put an earlier search into the field; each call goes to an older one."""
        start(self, self._earlier_search(), description="read searches")

    async def _earlier_search(self) -> None:
        nothing: tuple[str, ...] = ()
        if self.field.value not in self._earlier:
            # Not read again on the way: each text that is visited is searched, and becomes the
            # newest.
            self._earlier = await self.session.workspace_thread.ask(
                lambda workspace: workspace.history.searches(), nothing
            )
        earlier, text = self._earlier, self.field.value
        if earlier:
            index = earlier.index(text) if text in earlier else -1
            self.search_for(earlier[(index + 1) % len(earlier)])

    def _hint(self) -> str:
        """What to type; the welcome, if the start page is not visible."""
        if self.session.settings.offline:
            return _("Offline: cached answers only")
        if self.screen.has_class("-narrow"):
            return self.session.source.welcome
        client = self.session.client
        if client is None or client.live is not None or not price_label(1, client):
            return _("Type at least 3 characters")
        return _("Type at least 3 characters (1 request)")

    def _request_finished(self) -> None:
        answer = self.results.answer
        if self.results.phase is Phase.READY and answer is not None:
            similar = answer.search.similar
            # The same search once more leaves the cursor where it is, whether or not it failed.
            is_again = bool(self.entries) and self.searched == self._listed
            self._listed = self.searched
            entries: list[CompanyEntry] = []
            for each in answer.data:
                entries.append(from_record(each, _("similar") if each.tax_id in similar else ""))
            self.show_entries(entries, keep_cursor=is_again)
        else:
            self.redraw_status()

    def state(self) -> tuple[str, str]:
        """Hint, loading, count, nothing found, or the failure."""
        if self.several is not None:
            requested = self.field.value.strip() == self.searched
            asks = self.with_price(_("⏎ looks them up"), self._questions_of_field())
            return self._lookup.state(self.several, asks, requested=requested)
        if reason := self._cannot_ask(self.field.value.strip()):
            return reason, "dim"
        if self.results.phase is Phase.LOADING:
            progress = self.session.progress.get(read_tax_id(self.searched) or "", "")
            stop = self.session.first_key("escape") if progress else ""
            loading = loading_text(progress, stop, waited=self.results.waited)
            kept = [_("⏎ opens the first result")] if self.will_open else []
            return " · ".join([loading, *kept]), "dim"
        if self.results.phase is Phase.FAILED and self.results.error:
            return error_text(self.results.error, self.session, in_field=True), "bad"
        answer = self.results.answer
        if answer is None and not self._is_left:
            return "", "dim"
        if answer is None:
            left = _("Not loaded · ⏎ in the search field searches ({price})")
            price = as_text(self.answers.price(self._questions_of_field()))
            return left.format(price=price), "dim"
        hint = typing_hint(self.searched)
        if hint and not (answer.data and with_whole_year(self.searched)):
            return hint, "warn"
        counted = self._counted(answer)
        if answer.partial:
            # Fewer letters would take even longer.
            counted = counted if answer.data else _("Nothing found")
            return " · ".join([counted, _("not searched to the end: type more")]), "warn"
        if doubts := doubts_of(answer, self.session):
            return " · ".join([counted, *doubts]), "warn"
        return " · ".join(filter(None, (counted, age_of_cached(self, answer)))), "dim"

    @property
    def shown_columns(self) -> tuple[str, ...]:
        """With the notes column, if some companies were not found, or not as typed."""
        names = super().shown_columns
        return (*names, NOTE) if any(entry.note for entry in self.entries) else names

    def _counted(self, answer: Answer[tuple[CompanySummary, ...]]) -> str:
        count, notes = len(answer.data), answer.search
        near = near_words(notes) if count <= len(notes.similar) else []
        if count == 0:
            client = self.session.client
            nothing = nothing_found(finds_similar=client is not None and client.finds_similar)
            hint = _("{nothing} · try fewer letters, or {key} screen")
            hint = hint.format(nothing=nothing, key=self.session.first_key("screen", here=True))
            ask = [_("⏎ asks for similar names")] if self._should_ask_similar else []
            return " · ".join([*near, *ask, hint])
        if count == len(notes.similar):
            return " · ".join([_("Not found as typed"), *(near or [_("similar names")])])
        if count >= MAXIMUM_RESULTS:
            return _("Top {count} · type more to narrow").format(count=count)
        return ngettext("{count} company", "{count} companies", count).format(count=count)

    actions = (
        *ListPane.actions,
        Action(
            name="earlier_search",
            keys="ctrl+r",
            label=N_("earlier search"),
            help=N_("Walk back through earlier searches"),
            do=earlier_search,
        ),
    )
