"""Keys in an address stay out of logs, as they are and encoded."""

from __future__ import annotations

import logging

import pytest

from factscore.llm.log_filter import WithoutSecrets


def test_secrets_are_replaced_from_install_to_remove(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    log = logging.getLogger("httpx2")
    secrets = WithoutSecrets(["pass word/1", ""])
    secrets.install()
    log.info("GET %s", "http://host/v1?key=pass%20word/1&b=pass+word%2F1 pass word/1")
    secrets.remove()
    log.info("GET %s", "pass word/1")
    assert [record.getMessage() for record in caplog.records] == [
        "GET http://host/v1?key=[key]&b=[key] [key]",
        "GET pass word/1",
    ]


def test_without_secrets_nothing_is_filtered() -> None:
    before = list(logging.getLogger("httpx2").filters)
    WithoutSecrets([]).install()
    assert logging.getLogger("httpx2").filters == before
