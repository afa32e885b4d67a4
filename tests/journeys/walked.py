"""The program of a walk: ``tui_app``, with what it logs written to the file ``WALK_LOG``."""

from __future__ import annotations

import logging
import os

from tui_app.__main__ import main

if __name__ == "__main__":
    logging.basicConfig(filename=os.environ["WALK_LOG"], level=logging.WARNING)
    main()
