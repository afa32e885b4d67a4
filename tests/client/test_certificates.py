"""The authorities are read once, and again where the environment names others."""

from __future__ import annotations

import pytest

from tests.faulty import untrusted_certificate
from tui_app.system.certificates import trusted


def test_authorities_are_read_once_for_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    usual = trusted()
    assert trusted() is usual
    monkeypatch.setenv("SSL_CERT_FILE", str(untrusted_certificate()))
    own = trusted()
    assert len(own.get_ca_certs()) < len(usual.get_ca_certs())
    assert trusted(trust_env=False) is usual


def test_a_file_that_is_not_there_is_an_error_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere/authorities.pem")
    for _ in range(2):
        with pytest.raises(OSError, match="No such file"):
            trusted()
