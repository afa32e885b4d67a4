"""What tests in a terminal share: the explorer, started, and the misbehaving server."""

from tests.faulty.fixtures import faulty, faulty_process_of_session
from tests.terminal.explorer import start

__all__ = ["faulty", "faulty_process_of_session", "start"]
