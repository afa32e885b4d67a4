"""The certificate authorities that the program trusts, read once for all connections.

Imported, with httpx, only when the first request is sent.
"""

from __future__ import annotations

import os
import ssl
from functools import lru_cache

import httpx


def trusted(*, trust_env: bool = True) -> ssl.SSLContext:
    """The authorities from ``SSL_CERT_FILE`` or ``SSL_CERT_DIR``, else those of certifi.

    Without ``trust_env`` the environment is ignored. Raises ``OSError`` if a named file cannot be
    used.
    """
    if not trust_env:
        return _read("", "")
    return _read(os.environ.get("SSL_CERT_FILE", ""), os.environ.get("SSL_CERT_DIR", ""))


@lru_cache(maxsize=4)
def _read(file: str, folder: str) -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=bool(file or folder))
