"""Keys that are part of an address stay out of what the SDKs and their transport log."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

_LOGGERS = ("anthropic._base_client", "httpx2", "openai._base_client")
"""Those that log addresses of requests. Keys in headers are left out by the SDKs."""


class WithoutSecrets(logging.Filter):
    """Replaces secrets in log records, from ``install`` to ``remove``.

    Args:
        secrets: texts that no record may show, as they are or encoded for a URL.
    """

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__()
        given = [secret for secret in secrets if secret]
        self._secrets = sorted(
            {form for secret in given for form in (secret, quote(secret), quote_plus(secret))},
            key=len,
            reverse=True,
        )

    def install(self) -> None:
        """Filter what is logged from now on."""
        if self._secrets:
            for name in _LOGGERS:
                logging.getLogger(name).addFilter(self)

    def remove(self) -> None:
        """Leave the loggers as they were."""
        for name in _LOGGERS:
            logging.getLogger(name).removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without the secrets."""
        message = record.getMessage()
        for secret in self._secrets:
            message = message.replace(secret, "[key]")
        record.msg, record.args = message, ()
        return True
