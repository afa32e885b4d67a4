"""Replaces a whole file at once: no reader sees half of it, and a full disk keeps the old one."""

from __future__ import annotations

import os
from pathlib import Path


def replace_file(path: Path, content: bytes, *, mode: int = 0o600, durable: bool = False) -> None:
    """Write a file; a link is followed to its target. Raises ``OSError``.

    ``durable`` waits until the data are on the disk, so that even a power failure loses nothing.
    """
    import tempfile

    target = path.resolve()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def new_file_mode() -> int:
    """The permissions of a new file of the user. The umask can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
