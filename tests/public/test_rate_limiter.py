"""Requests to one host keep their distance, whichever process sends them."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.public.lookalike.process import lookalike_process
from tui_app.public.active_call import ActiveCall, StoppedError
from tui_app.public.rate_limiter import RateLimiter
from tui_app.sources.public import INTERVAL


def call(seconds: float = 20.0) -> ActiveCall:
    return ActiveCall("profile", "", seconds)


def test_two_processes_send_no_more_than_one_request_a_second(tmp_path: Path) -> None:
    # The real interval. When a request arrives depends on the machine, when it is sent does not.
    with lookalike_process(spacing=0.0) as lookalike:
        command = [sys.executable, "-m", "tests.public.asking", lookalike.base_url, str(tmp_path)]
        processes = [
            subprocess.Popen([*command, count], stdout=subprocess.PIPE, text=True) for count in "21"
        ]
        said = [process.communicate()[0].splitlines() for process in processes]
        assert len(lookalike.log()) == 3
    turns = sorted(tuple(map(float, line.split()[:2])) for lines in said for line in lines if line)
    assert len(turns) == 3
    for (_began, sent), (began, _sent) in itertools.pairwise(turns):
        assert began - sent > INTERVAL - 0.001


def test_threads_wait_for_each_other(tmp_path: Path) -> None:
    limiter = RateLimiter("host", tmp_path, interval=0.05)

    def send(_: int) -> float:
        with limiter.slot(call()) as slot:
            sent_at = time.monotonic()
            slot.sent()
            return sent_at

    with ThreadPoolExecutor(8) as threads:
        times = sorted(threads.map(send, range(8)))
    assert min(b - a for a, b in itertools.pairwise(times)) >= 0.05


def test_hosts_do_not_wait_for_each_other(tmp_path: Path) -> None:
    with RateLimiter("one", tmp_path, interval=1000).slot(call()) as slot:
        slot.sent()
    with RateLimiter("other", tmp_path, interval=1000).slot(call()):
        pass


def test_the_next_waits_while_a_request_is_on_its_way_out(tmp_path: Path) -> None:
    limiter = RateLimiter("host", tmp_path, interval=0.01)
    entered = threading.Event()

    def enter() -> None:
        with limiter.slot(call()):
            entered.set()

    with limiter.slot(call()) as slot:
        waiting = threading.Thread(target=enter)
        waiting.start()
        assert not entered.wait(0.2)
        slot.sent()
    assert entered.wait(10)
    waiting.join()


def test_what_was_not_sent_does_not_count(tmp_path: Path) -> None:
    limiter = RateLimiter("host", tmp_path, interval=1000)
    with pytest.raises(KeyError), limiter.slot(call()):
        raise KeyError
    with limiter.slot(call(1.0)):
        pass


def test_one_can_leave_the_queue(tmp_path: Path) -> None:
    limiter = RateLimiter("host", tmp_path, interval=1000)
    with limiter.slot(call(2000)) as slot:
        slot.sent()
    left = call(2000)
    threading.Timer(0.1, left.stop).start()
    with pytest.raises(StoppedError), limiter.slot(left):
        pass


def test_a_turn_that_comes_too_late_is_none(tmp_path: Path) -> None:
    limiter = RateLimiter("host", tmp_path, interval=1000)
    with limiter.slot(call()) as slot:
        slot.sent()
    with pytest.raises(TimeoutError), limiter.slot(call(1.0)):
        pass


@pytest.mark.parametrize("content", [b"", b"rubbish", b"99999999999.0"])
def test_a_strange_file_holds_nobody_up(tmp_path: Path, content: bytes) -> None:
    # The last one is from before the machine was started again.
    (tmp_path / "gate-host.lock").write_bytes(content)
    with RateLimiter("host", tmp_path, interval=1000).slot(call(1.0)):
        pass


@pytest.mark.skipif(os.getuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_cannot_be_written_is_no_excuse(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    limiter = RateLimiter("closed-home", tmp_path, interval=1000)
    with limiter.slot(call()) as slot:
        slot.sent()
    with pytest.raises(TimeoutError), limiter.slot(call(1.0)):
        pass


def test_a_folder_that_is_a_file_is_no_excuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "file").touch()
    limiter = RateLimiter("host", tmp_path / "file", interval=1000)
    with limiter.slot(call()) as slot:
        slot.sent()
    with pytest.raises(TimeoutError), limiter.slot(call(1.0)):
        pass
