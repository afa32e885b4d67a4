"""What tests of the screen share: the misbehaving server."""

from tests.faulty.fixtures import faulty, faulty_process_of_session

__all__ = ["faulty", "faulty_process_of_session"]
