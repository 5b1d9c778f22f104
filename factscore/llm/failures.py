"""What a provider's SDK raises → what we raise, in one line and without a key.

Both SDKs have one set of exceptions (``APIStatusError``, ``APIConnectionError`` and so on), and
what matters of them is the HTTP status, the error's code and the provider's words. They are read
here, by attribute, so that neither SDK is imported; an entry of a batch has the same three.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from factscore.errors import CallError, ModelError
from factscore.llm.reading import list_at, object_of, one_line, text_at
from factscore.llm.redaction import redacted
from factscore.records import JsonValue

_WORDS = 200
"""Characters of the provider's words in a message; the rest of the line is ours."""

_BAD_KEY = {401, 403}
_PASSING = {408, 409, 425, 429}
"""What a client is told is wrong now and may be right later."""
_NO_MONEY = {
    "billing_error",
    "billing_hard_limit_reached",
    "billing_not_active",
    "contract_spend_limit_reached",
    "enforced_spend_limit_reached",
    "insufficient_quota",
}
_NO_MONEY_WORDS = "credit balance is too low"
"""Anthropic says so with status 400 and no code of its own."""
_DECLINED = {
    "content_filter",
    "content_policy_violation",
    "invalid_prompt",
    "ResponsibleAIPolicyViolation",
}
_TOO_LONG = re.compile(
    r"maximum context length|context[_ ](?:length|window|size)|prompt is too long"
    r"|input is too long|too many input tokens",
    re.IGNORECASE,
)
_OUT_OF_RANGE = re.compile(
    r"too (?:large|small|high|low)|at (?:most|least)|m(?:ax|in)imum|exceed|greater|less than"
    r"|below|above|output limit",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a message is about: what to name, and what a user can put right."""

    name: str
    """The SPEC, e.g. ``openai:gpt-5-mini``."""
    key: str
    """The environment variable that holds the key."""
    place: str
    """How the server's address is set, e.g. ``--base-url``."""
    server: str = ""
    """The server's address, without anything secret; empty for the provider's own."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a provider says went wrong."""

    words: str
    """The provider's own, in one line, without keys."""
    status: int | None = None
    """HTTP status; ``None`` where no answer came."""
    codes: frozenset[str] = frozenset()
    """The error's ``code`` and ``type``."""
    parameter: str = ""
    """The parameter that the error is about, where it says so."""

    @property
    def bad_key(self) -> bool:
        """The key is missing, wrong, or may not do this."""
        return self.status in _BAD_KEY

    @property
    def no_money(self) -> bool:
        """The account is empty, or over its limit of spending."""
        if self.status == 402 or self.codes & _NO_MONEY:
            return True
        return _NO_MONEY_WORDS in self.words.lower()

    @property
    def fatal(self) -> bool:
        """No later call can succeed either."""
        return self.status == 401 or self.no_money

    @property
    def busy(self) -> bool:
        """The server is there and the key is good, it only has too much to do now."""
        return self.status in {429, 529} and not self.no_money

    @property
    def cut_short(self) -> bool:
        """The model took the call and had too few tokens to say anything."""
        return self.status == 400 and "output limit" in self.words

    @property
    def too_long(self) -> bool:
        """The prompt does not fit into the model's context."""
        if self.status not in {400, 413, 422, 500}:
            return False
        return bool("context_length_exceeded" in self.codes or _TOO_LONG.search(self.words))

    @property
    def declined(self) -> bool:
        """A filter of the provider refused the prompt."""
        return self.status == 400 and bool(self.codes & _DECLINED)

    @property
    def lasting(self) -> bool:
        """Asking the same again would fail the same way."""
        if self.status is None or self.fatal:
            return False
        return self.too_long or (400 <= self.status < 500 and self.status not in _PASSING)

    def refused(self, sent: Collection[str]) -> str | None:
        """Which of the parameters ``sent`` the model or the server does not take.

        ``None`` where the error is about something else: a value out of range too, as a
        limit on tokens that is higher than the model's.

        >>> Fault("'temperature' is not supported", 400).refused(["n", "temperature"])
        'temperature'
        """
        if self.status not in {400, 422} or self.too_long or self.declined or self.no_money:
            return None
        named = [name for name in sent if self._names(name)]
        if not named:
            return None
        name = self.parameter if self.parameter in named else named[0]
        ranged = name.startswith("max_") and _OUT_OF_RANGE.search(self.words)
        return None if ranged else name

    def _names(self, parameter: str) -> bool:
        if self.parameter == parameter:
            return True
        return bool(re.search(rf"(?<!\w){re.escape(parameter)}(?!\w)", self.words))


class LastingError(CallError):
    """A call that fails the same way however often it is sent."""


class Failed(Exception):
    """A call failed; caught where it is known what that means for the run."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.words)
        self.fault = fault


class NoAnswer(CallError):
    """A call that reached nobody: refused, cut off, or without an answer in time at every try."""


def fault_of(error: Exception, secrets: Collection[str] = ()) -> Fault:
    """Read what an SDK raised; ``secrets`` are taken out of the words as keys are.

    The words are the provider's; where no answer came, those of the transport, which the SDK
    replaces by "Connection error" and keeps as the cause.
    """
    status = getattr(error, "status_code", None)
    if not isinstance(status, int):
        return Fault(_said(_cause(error), secrets))
    body = getattr(error, "body", None)
    return fault_in(status, body if body else _said(error, secrets), secrets)


def fault_in(status: int, body: JsonValue | object, secrets: Collection[str] = ()) -> Fault:
    """Read the body of an answer whose status says that the call failed.

    Understands ``{"error": {"message", "type", "code", "param"}}`` of both providers, the inner
    object alone, ``{"error": "…"}``, ``{"message"}``, ``{"detail"}`` and bodies that are no JSON.
    """
    whole = object_of(body)
    inner = object_of(whole.get("error")) or whole
    words = text_at(inner, "message") or text_at(whole, "error") or _detail(inner) or _text_of(body)
    codes = {text_at(inner, "code"), text_at(inner, "type"), text_at(inner, "innererror", "code")}
    codes.add(text_at(inner, "details", "error_code"))
    return Fault(
        redacted(one_line(words), secrets) or "an empty answer",
        status,
        frozenset(codes - {""}),
        text_at(inner, "param"),
    )


def call_failure(fault: Fault, subject: Subject) -> CallError | ModelError:
    """The error of a call in mid-run: fatal only if no later call can succeed."""
    if fault.fatal:
        return start_failure(fault, subject)
    told = _told(fault, subject)
    if fault.too_long:
        told = f"the prompt is longer than the model's context: {told}"
    kind = NoAnswer if fault.status is None else LastingError if fault.lasting else CallError
    return kind(f"{subject.name}: {told}")


def start_failure(fault: Fault, subject: Subject) -> ModelError:
    """The error that stops a run, with what to do about it."""
    return ModelError(f"{subject.name}: {_told(fault, subject)}; {_remedy(fault, subject)}")


def shortened(words: str, limit: int = _WORDS) -> str:
    """The words in one line of at most ``limit`` characters."""
    line = one_line(words)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _told(fault: Fault, subject: Subject) -> str:
    if fault.status is not None:
        return f"{fault.status} {shortened(fault.words)}"
    where = f" from {subject.server}" if subject.server else ""
    return f"no answer{where}: {shortened(fault.words)}"


def _remedy(fault: Fault, subject: Subject) -> str:
    if fault.no_money:
        return "the account has nothing left to spend"
    if fault.bad_key:
        return f"set {subject.key} to a key that may use this model"
    if fault.status is None:
        return f"check the network and {subject.place}"
    if fault.status >= 500:
        return "the server fails; try later"
    return f"check the model's name and {subject.place}"


def _cause(error: BaseException) -> BaseException:
    """The nearest cause that says something; SDKs wrap it in one that does not."""
    cause = error.__cause__
    while cause is not None:
        if str(cause).strip():
            return cause
        cause = cause.__cause__
    return error


def _said(error: BaseException, secrets: Collection[str]) -> str:
    return redacted(one_line(str(error)), secrets) or type(error).__name__


def _detail(inner: dict[str, JsonValue]) -> str:
    """FastAPI's form: a text, or a list of objects with ``loc`` and ``msg``."""
    entries = list_at(inner, "detail")
    if not entries:
        return text_at(inner, "detail")
    said = []
    for entry in entries:
        place = [str(part) for part in list_at(entry, "loc")]
        said.append(f"{'.'.join(place)}: {text_at(entry, 'msg')}")
    return "; ".join(said)


def _text_of(body: object) -> str:
    return body if isinstance(body, str) else "" if body in (None, {}, []) else str(body)
