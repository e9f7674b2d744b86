"""Calls of one piece of work: within a rate limit, tried again, on record, and paid for once."""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from core.errors import ModelError, ModelUnavailable, ReplyUnusable
from core.llm.base import CHARACTERS, PICTURE_TOKENS, Finish, Usage, tokens_in
from core.llm.ledger import Call, now
from core.llm.prompts import with_mark
from core.llm.usage import ModelUse
from core.llm.validation import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    from core.llm.base import Embedded, EmbeddingTask, Reply, Request
    from core.llm.model import LanguageModel
    from core.llm.retrying import Tries

R = TypeVar("R")

_WATCHED = 10.0
"""Seconds that somebody who watches an answer is made to wait for another try."""


class Calls:
    """Calls for one stage of one document; may be shared by threads.

    Every call that reaches the service is in the ledger, also those that failed; one that is
    not even begun, since the model was unavailable a moment ago, is not.
    """

    def __init__(self, model: LanguageModel, stage: str, document: str) -> None:
        """See `LanguageModel.task`."""
        self.use = ModelUse(model.name)
        self.model = model
        self._stage = stage
        self._document = document
        self._lock = Lock()

    def known(self, request: Request, read: Callable[[Reply], R]) -> R | None:
        """What the reply of the cache says; None without one, or with one that is of no use."""
        began = time.perf_counter()
        cache = self.model.cache
        reply = cache.get(self.model.name, request) if cache else None
        if reply is None:
            return None
        try:
            value = read(reply)
        except ReplyUnusable:
            return None
        self.note(reply.usage, began, cached=True)
        return value

    def send(self, request: Request, stop: Event | None = None) -> tuple[Reply, float]:
        """The reply of the service, and when the call for it began. Raises `ModelError`."""

        def call(seconds: float) -> tuple[Reply, int]:
            reply = counted(request, self.model.transport.send(with_mark(request), seconds))
            return reply, reply.usage.input

        return self._tried(self.model.name, _estimate(request), call, stop)

    def accept(
        self,
        request: Request,
        reply: Reply,
        began: float,
        read: Callable[[Reply], R],
        *,
        keep: bool = True,
    ) -> R:
        """What a reply says; if it is of use, it answers this request from now on.

        It does not with `keep` unset.

        Raises:
            ReplyUnusable: it is of none.
        """
        try:
            value = read(reply)
        except ReplyUnusable as error:
            self.note(reply.usage, began, type(error).__name__)
            raise
        self.note(reply.usage, began)
        if keep:
            self.keep(request, reply)
        return value

    def once(self, request: Request) -> Reply:
        """The reply of a single call that is made in any case. Raises `ModelError`."""
        began = time.perf_counter()
        try:
            reply = self.model.transport.send(with_mark(request), self.model.retrying.seconds)
            reply = counted(request, reply)
        except ModelError as error:
            self.note(Usage(), began, type(error).__name__)
            raise
        self.model.retrying.answered(self.model.name)
        self.note(reply.usage, began)
        return reply

    def pieces(self, request: Request) -> Iterator[Reply]:
        """A stream, begun again as long as no text has come. How it ends is for the caller to note.

        Raises `ModelUnavailable`: at once if the model was unavailable a moment ago, which is no
        call to note, else from the stream.
        """
        return self._pieces(request, self.model.retrying.tries_of(self.model.name, None, _WATCHED))

    def embed(self, model: str, texts: Sequence[str], task: EmbeddingTask) -> Embedded:
        """Vectors of texts, paid for once. Raises `ModelUnavailable`."""
        began = time.perf_counter()
        cache = self.model.cache
        if cache and (cached := cache.vectors(model, texts, task)):
            self.note(cached.usage, began, model=model, cached=True)
            return cached

        def call(seconds: float) -> tuple[Embedded, int]:
            embedded = self.model.transport.embed(model, texts, task, seconds)
            return embedded, embedded.usage.input

        embedded, began = self._tried(model, sum(map(len, texts)) // CHARACTERS, call)
        self.note(embedded.usage, began, model=model)
        if cache:
            cache.put_vectors(model, texts, task, embedded)
        return embedded

    def keep(self, request: Request, reply: Reply) -> None:
        """Answer this request with this reply from now on."""
        if self.model.cache and reply.finish is Finish.DONE:
            self.model.cache.put(self.model.name, request, reply)

    def note(
        self,
        usage: Usage,
        began: float,
        outcome: str = "ok",
        model: str = "",
        *,
        cached: bool = False,
    ) -> None:
        """Put a call that began at that `time.perf_counter()` on record."""
        with self._lock:
            self.use = self.use.plus(usage, cached=cached)
        if self.model.ledger:
            self.model.ledger.note(
                Call(
                    at=now(),
                    model=model or self.model.name,
                    stage=self._stage,
                    document=self._document,
                    input=usage.input,
                    output=usage.output,
                    seconds=round(time.perf_counter() - began, 3),
                    cached=cached,
                    here=self.model.here,
                    outcome=outcome,
                )
            )

    def _pieces(self, request: Request, tries: Tries) -> Iterator[Reply]:
        while True:
            parts: list[Reply] = []
            began = time.perf_counter()
            try:
                with self.model.rate_limit.slot(_estimate(request)) as reservation:
                    began = time.perf_counter()
                    for part in self.model.transport.stream(with_mark(request), tries.begin()):
                        parts.append(part)
                        reservation.tokens = part.usage.input or reservation.tokens
                        yield part
                    tries.succeeded()
                    return
            except ModelUnavailable as error:
                if any(part.text for part in parts):
                    raise
                tries.wait(error)
                # Thoughts are paid for, too.
                usage = counted(request, joined(parts)).usage if parts else Usage()
                self.note(usage, began, type(error).__name__)

    def _tried(
        self,
        model: str,
        tokens: int,
        call: Callable[[float], tuple[R, int]],
        stop: Event | None = None,
    ) -> tuple[R, float]:
        """What the call gives, tried again where that may help, and when the last try began.

        The call is told how long it may take, and says how many tokens were sent.
        """
        tries = self.model.retrying.tries_of(model, stop)
        while True:
            began = time.perf_counter()
            try:
                with self.model.rate_limit.slot(tokens, stop) as reservation:
                    began = time.perf_counter()
                    value, counted = call(tries.begin())
                    reservation.tokens = counted or reservation.tokens
                tries.succeeded()
                return value, began
            except ModelError as error:
                self.note(Usage(), began, type(error).__name__, model)
                if not isinstance(error, ModelUnavailable):
                    raise
                tries.wait(error)


def counted(request: Request, reply: Reply) -> Reply:
    """The reply with about what it took, where the service does not say that or broke off."""
    if reply.usage != Usage():
        return reply
    called = sum(tokens_in(f"{call.name} {dict(call.arguments)}") for call in reply.calls)
    return replace(reply, usage=Usage(_estimate(request), tokens_in(reply.text) + called))


def _estimate(request: Request) -> int:
    """About how many tokens a call takes, for the rate limit."""
    characters = len(request.instructions) + sum(len(turn.text) for turn in request.turns)
    characters += sum(len(str(result.answer)) for turn in request.turns for result in turn.results)
    pictures = sum(len(turn.pictures) for turn in request.turns)
    return characters // CHARACTERS + pictures * PICTURE_TOKENS + 1
