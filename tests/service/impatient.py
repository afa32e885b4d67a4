"""The program with limits for its callers of one second instead of ten; run as a module."""

from __future__ import annotations

from tui_app.__main__ import main
from tui_app.service import serving

if __name__ == "__main__":
    for name in ("HEAD_SECONDS", "UNREAD_SECONDS"):
        setattr(serving, name, 1)
    main()
