"""What the batch half of a chat model on a provider's SDK is, whichever provider."""

from __future__ import annotations

import asyncio

from factscore.errors import CallError
from factscore.llm.base import ChatRequest, Message, Reply
from factscore.llm.endpoint import Endpoint
from factscore.llm.failures import Failed, Fault, LastingError, Subject, call_failure
from factscore.llm.sdk import SdkChat, reply_in
from factscore.records import JsonValue
from factscore.settings import Calling

_ANY = ChatRequest((Message("user", "?"),), max_tokens=1, top_logprobs=1)
"""A request with every parameter that there is."""
_GONE = {404, 410}
"""The status of results that the provider has thrown away."""


class SdkBatches(SdkChat):
    """A chat model behind an SDK, with the parts of a batch API that all providers share."""

    def __init__(self, model: str, calling: Calling, endpoint: Endpoint, subject: Subject) -> None:
        super().__init__(model, calling, endpoint, subject)
        self._tried = False
        self._trying = asyncio.Lock()

    async def close(self) -> None:
        """Close the connections; a later call opens new ones."""
        await super().close()
        self._trying = asyncio.Lock()  # the next batch may be sent in another loop

    def _reply_or_error(self, body: dict[str, JsonValue]) -> Reply | CallError:
        """The reply of a batch's entry that went well, should there be one in it."""
        try:
            return self._reply(body)
        except Failed as failed:
            return self._failed_entry(failed.fault)

    def _failed_entry(self, fault: Fault) -> Reply | CallError:
        """What the fault of a batch's entry is; the next batch goes without a parameter to blame.

        It never stops a run, as the batch is through anyway.
        """
        said = reply_in(fault)
        if said is not None:
            return said
        error = call_failure(fault, self._subject)
        # As it was sent: entries before this one may have told of the same parameter.
        name = fault.refused(self._may_do_without(self._body(_ANY, frozenset()), frozenset()))
        if name is not None:
            self._refused |= {name}
        return error if isinstance(error, LastingError) and name is None else CallError(str(error))

    async def _try_parameters(self) -> None:
        """Before the first batch, find out by a call what the model does not take.

        A batch with it would fail whole, and the next one for the next parameter.

        Raises:
            Failed: no call can succeed.
        """
        async with self._trying:
            if self._tried:
                return
            try:
                await self._asked(_ANY)
            except Failed as failed:
                if failed.fault.fatal:
                    raise
                return  # the batch itself will tell
            self._tried = True

    async def _results_in(self, path: str) -> bytes:
        """The results of a batch; none where the provider has thrown them away."""
        try:
            return await self._got_bytes(path)
        except Failed as failed:
            if failed.fault.status in _GONE:
                return b""
            raise
