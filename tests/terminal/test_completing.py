"""TAB in a real shell that was set up as the manual says."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.explorer import INSTALLED, Start
from tests.terminal.tty import Tty
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.workspace import Workspace

AWKWARD = 'O\'NEILL & CO: "A\\B", $HOME `ID` (X) SRL'
SET_UP = {
    "bash": (".bashrc", "PS1='% '; eval \"$(firmeterm completion bash)\""),
    "zsh": (".zshrc", "PS1='%% '; eval \"$(firmeterm completion zsh)\""),
    "fish": ("config/fish/config.fish", "firmeterm completion fish | source\n"
             "function fish_prompt; echo '% '; end"),
}  # fmt: skip


@pytest.fixture(params=SET_UP)
def shell(request: pytest.FixtureRequest, start: Start, tmp_path: Path) -> Iterator[Tty]:
    name = request.param
    if not (program := shutil.which(name)):
        pytest.skip(f"{name} is not installed")
    file, lines = SET_UP[name]
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(lines + "\n")
    (tmp_path / "a list.txt").touch()
    (tmp_path / "list.csv").write_text("CUI,Furnizor\n990000013,PETROTERM\n")
    with Workspace(tmp_path / "data" / "firmeterm" / "workspace.db") as workspace:
        for tax_id, company_name in (("990000013", AWKWARD), ("990000056", "M&M")):
            seen = CompanySummary(tax_id=tax_id, company_name=company_name)
            workspace.history.look(seen, invented=True)
    with socket.create_server(("127.0.0.1", 0)) as server:
        environment = {
            "PATH": f"{INSTALLED.parent}:/usr/bin:/bin",
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "FIRMETERM_BASE_URL": f"http://127.0.0.1:{server.getsockname()[1]}",
        }
        within = ("env", f"--chdir={tmp_path}", program, "-i")
        with start(command=within, **environment) as tty:
            tty.wait_for("% ")
            assert "compdef" not in tty.text()
            yield tty
            tty.close()
        server.setblocking(False)
        with pytest.raises(BlockingIOError):  # nothing was sent
            server.accept()


def test_a_shell_completes_what_the_manual_says(shell: Tty) -> None:
    for typed, arguments in (
        ("sho", "<show>"),
        ("show RO9900000\t1", "<show><RO990000013>"),
        ("search o", f"<search><{AWKWARD}>"),
        ("search 'o", f"<search><{AWKWARD}>"),
        ("screen county:Clu", "<county:Cluj>"),
        ("check a", "<check><a list.txt>"),
        ("screen --sort -turn", "<--sort><-turnover>"),
        ("screen --sort=-turn", "<--sort=-turnover>"),
        ("screen --fields taxId,netP", "<--fields><taxId,netProfit>"),
        ("check list.csv --column Furn", "<--column><Furnizor>"),
    ):
        # The shell reads on once TAB is done; what it then runs says which arguments it sees.
        shell.type(f"firmeterm {typed}\t\x01clear; printf '<%s>' \x05\r")
        shell.wait_for(arguments)
