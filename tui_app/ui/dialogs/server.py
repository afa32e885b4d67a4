"""The dialog to connect to a server: its address and key are tested before they are saved."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Input

from tui_app.client.connection import Connection
from tui_app.client.errors import ClientError
from tui_app.config import settings as configuration
from tui_app.system.language import _
from tui_app.system.web_address import WebAddressError, read_web_address, with_scheme
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.remote.value import start
from tui_app.ui.remote.wording import remedy_in_dialog
from tui_app.ui.session import ScreenSession
from tui_app.ui.text.drawing import styled
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane


class ServerScreen(Dialog[str]):
    """Returns the address that was tested and saved, or ``None``."""

    def __init__(self, session: ScreenSession) -> None:
        super().__init__(_("Connect to a server"), _("⏎ tries it · {escape} closes"))
        self._settings = session.settings
        self._address = TextField(placeholder="https://…", id="server-address")
        self._address.value = self._settings.base_url or ""
        self._key = TextField(placeholder=_("your API key"), id="server-key")
        self._key.password = True
        self._message = TextPane()
        self._trying = False

    def compose_body(self) -> ComposeResult:
        """Two fields, and the result of the test."""
        yield TextPane(lambda width: styled(_("Base address"), "dim"))
        yield self._address
        yield TextPane(lambda width: styled(_("API key (not shown, kept for you alone)"), "dim"))
        yield self._key
        yield self._message

    def on_mount(self) -> None:
        """Focus the address; say what the test costs."""
        self._address.focus()
        self._say(_("Trying them costs 1 request."), "dim")

    def _say(self, text: str, style: str) -> None:
        self._message.say(f"\n{text}", style)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go from the address to the key; from the key to the test."""
        event.stop()
        if event.input is self._address:
            self._address.value = with_scheme(self._address.value)
            self._key.focus()
        elif not self._trying:
            self._begin()

    def _begin(self) -> None:
        """Try the address that is shown, with the scheme that it lacked."""
        self._address.value = with_scheme(self._address.value)
        try:
            address = read_web_address(self._address.value)
        except WebAddressError as error:
            self._say(f"{_(str(error))} {_('Type it like this: https://host.example')}", "bad")
            self._address.focus()
            return
        self._trying = True
        self._say(_("Trying {address}…").format(address=address.base), "dim")
        start(self, self._try(), description="try a server")

    async def _try(self) -> None:
        from tui_app.client.credentials import StoredCredential, store
        from tui_app.client.login_check import check_login
        from tui_app.config.file import save_base_url
        from tui_app.sources.connection import cache_of_answers

        try:
            connection = self._connection()
            await check_login(connection, cache_of_answers())
            if connection.key is not None:
                key = StoredCredential(key=connection.key.reveal())
                store(connection.base_url, key, configuration.credentials_file())
            save_base_url(connection.base_url)
        except ClientError as error:
            self._say(" ".join((error.summary, remedy_in_dialog(error))).rstrip(), "bad")
            # The next key that is typed or pasted replaces the rejected one.
            self._key.select_all()
        except configuration.FileError as error:
            text = _("The address cannot be kept in {path}: {why}")
            self._say(text.format(path=error.path, why=error.why), "bad")
        else:
            self._key.value = ""
            self.dismiss(connection.base_url)
        finally:
            self._trying = False

    def _connection(self) -> Connection:
        from tui_app.client.address import read_address
        from tui_app.client.credentials import key_typed
        from tui_app.sources.connection import connection_to

        typed = self._address.value
        allow_http = configuration.may_use_http(self._settings, typed)
        address = read_address(typed, allow_http=allow_http)
        return connection_to(address.base, self._settings, key_typed(self._key.value))
