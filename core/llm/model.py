"""The language model as stages use it: checked answers, paid for once, at a pace, on record."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from core.errors import ModelError, ModelUnavailable, ReplyUnusable
from core.llm.base import Finish, Reply, Speaker, Turn, Usage
from core.llm.ledger import Call, now
from core.llm.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from core.llm.base import Embedded, EmbeddingTask, Request, Transport
    from core.llm.cache import ReplyCache
    from core.llm.ledger import Ledger
    from core.progress import Progress

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")

_LONGEST_WAIT = 30.0
"""Seconds between two tries at the most, whatever the service asks for."""
_CHARACTERS = 4
"""Characters of a token, about."""
_NOT_USABLE = "Your answer cannot be used. Answer again, in the same form, with this put right:"
_FINISHED = {
    Finish.LENGTH: "The answer was longer than the model may answer. Ask for less at once.",
    Finish.BLOCKED: "The service's safety filter refused to answer this.",
    Finish.OTHER: "The answer broke off.",
}


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What a piece of work asked of the model.

    `usage` was paid. `cached` calls cost nothing now: their tokens are `spared`.
    """

    model: str
    calls: int = 0
    cached: int = 0
    usage: Usage = field(default_factory=Usage)
    spared: Usage = field(default_factory=Usage)


class LanguageModel:
    """A service with a cache, retries, a pace and a ledger; may be shared by threads."""

    def __init__(
        self,
        transport: Transport,
        *,
        ledger: Ledger | None = None,
        cache: ReplyCache | None = None,
        pace: Pace | None = None,
        seconds: float = 60.0,
        tries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`seconds` is the time of one call, `tries` how often it is made at the most."""
        self.transport = transport
        self.ledger = ledger
        self.cache = cache
        self.pace = pace or Pace()
        self.seconds = seconds
        self.tries = tries
        self._sleep = sleep

    @property
    def name(self) -> str:
        """Name of the model, as people know it."""
        return self.transport.model

    def wait(self, tried: int, asked: float) -> None:
        """Wait before the next try: as long as the service asks, else longer each time."""
        backoff = 2.0 ** (tried - 1) * random.uniform(0.5, 1.0)
        self._sleep(min(asked or backoff, _LONGEST_WAIT))

    def task(self, stage: str, document: str = "") -> Task:
        """A piece of work whose calls are added up; `document` is a SHA-256, if it is of one."""
        return Task(self, stage, document)


class Task:
    """Calls for one stage of one document. `use` says what they came to so far."""

    def __init__(self, model: LanguageModel, stage: str, document: str = "") -> None:
        """See `LanguageModel.task`."""
        self.model = model
        self.stage = stage
        self.document = document
        self.use = ModelUse(model.name)
        self._lock = Lock()

    def ask(self, request: Request, schema: type[T], check: Callable[[T], None] | None = None) -> T:
        """The answer in the form of `schema`.

        `check` raises `ReplyUnusable` for an answer that has the form but cannot be right. An
        answer that cannot be used is asked for once more, with what is wrong with it.

        Raises:
            ReplyUnusable: the second answer cannot be used either.
            ModelUnavailable: see there.
        """
        wanted = replace(request, schema=schema)
        reply = self._reply(wanted)
        try:
            return _checked(reply, schema, check)
        except ReplyUnusable as error:
            again = wanted.then(reply.turn, Turn(Speaker.USER, f"{_NOT_USABLE}\n{error}"))
        return _checked(self._reply(again), schema, check)

    def ask_all(
        self,
        requests: Sequence[Request],
        schema: type[T],
        check: Callable[[int, T], None] | None = None,
        progress: Progress | None = None,
    ) -> list[T | ModelError]:
        """The answers of requests that do not depend on each other, in their order.

        They are asked beside each other, as many as the pace allows. A request without a usable
        answer has its error in its place; once the model is unavailable, those that are left
        are not asked. `check` also gets the place of the request. `progress` counts answers and
        may raise `Cancelled`; what was answered before stays in the cache.
        """
        gone: list[ModelUnavailable] = []

        def one(place: int) -> T | ModelError:
            if gone:
                return gone[0]
            try:
                checked = partial(check, place) if check else None
                return self.ask(requests[place], schema, checked)
            except ModelUnavailable as error:
                gone.append(error)
                return error
            except ReplyUnusable as error:
                return error

        with ThreadPoolExecutor(self.model.pace.at_once) as pool:
            waiting = [pool.submit(one, place) for place in range(len(requests))]
            try:
                return [_counted(f, n, len(waiting), progress) for n, f in enumerate(waiting, 1)]
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def stream(self, request: Request) -> Iterator[str]:
        """The answer's text in pieces as they come, or at once from the cache.

        Raises:
            ReplyUnusable: it was blocked or cut off; what came before was given.
            ModelUnavailable: see there; nothing is repeated once a piece was given.
        """
        if held := self._held(request):
            yield held.text
            return
        parts: list[Reply] = []
        began = time.perf_counter()
        try:
            for part in self._streamed(request):
                parts.append(part)
                if part.text:
                    yield part.text
            whole = _joined(parts)
            _check_finish(whole)
        except ModelError as error:
            self._note(_joined(parts).usage, began, type(error).__name__)
            raise
        self._note(whole.usage, began)
        self._keep(request, whole)

    def step(self, request: Request) -> Reply:
        """One turn of the model, which may ask for tools. Raises as `ask`."""
        reply = self._reply(request)
        _check_finish(reply)
        return reply

    def count(self, request: Request) -> int:
        """Tokens of a request, as the service counts them. Raises `ModelUnavailable`."""
        return self._repeated(lambda: self.model.transport.count(request, self.model.seconds))

    def embed(self, model: str, texts: Sequence[str], task: EmbeddingTask) -> Embedded:
        """Vectors of texts by an embedding model. Raises `ModelUnavailable`."""
        began = time.perf_counter()
        tokens = sum(map(len, texts)) // _CHARACTERS

        def call() -> Embedded:
            with self.model.pace.turn(tokens):
                return self.model.transport.embed(model, texts, task, self.model.seconds)

        try:
            found = self._repeated(call)
        except ModelError as error:
            self._note(Usage(), began, type(error).__name__, model)
            raise
        self._note(found.usage, began, model=model)
        return found

    def _reply(self, request: Request) -> Reply:
        """The reply to a request, from the cache or the service."""
        if held := self._held(request):
            return held
        began = time.perf_counter()

        def call() -> Reply:
            with self.model.pace.turn(_estimate(request)):
                return self.model.transport.send(request, self.model.seconds)

        try:
            reply = self._repeated(call)
        except ModelError as error:
            self._note(Usage(), began, type(error).__name__)
            raise
        self._note(reply.usage, began)
        self._keep(request, reply)
        return reply

    def _streamed(self, request: Request) -> Iterator[Reply]:
        """Pieces of an answer, asked for again as long as none has come."""
        for left in reversed(range(self.model.tries)):
            given = False
            try:
                with self.model.pace.turn(_estimate(request)):
                    for part in self.model.transport.stream(request, self.model.seconds):
                        given = True
                        yield part
                return
            except ModelUnavailable as error:
                if given or not left or error.retry_after is None:
                    raise
                self.model.wait(self.model.tries - left, error.retry_after)

    def _repeated(self, call: Callable[[], R]) -> R:
        """What the call gives, tried again where that may help."""
        tried = 0
        while True:
            tried += 1
            try:
                return call()
            except ModelUnavailable as error:
                if error.retry_after is None or tried >= self.model.tries:
                    raise
                self.model.wait(tried, error.retry_after)

    def _held(self, request: Request) -> Reply | None:
        cache = self.model.cache
        reply = cache.get(self.model.name, request) if cache else None
        if reply:
            self._note(reply.usage, time.perf_counter(), cached=True)
        return reply

    def _keep(self, request: Request, reply: Reply) -> None:
        if self.model.cache and reply.finish is Finish.DONE:
            self.model.cache.put(self.model.name, request, reply)

    def _note(
        self,
        usage: Usage,
        began: float,
        outcome: str = "ok",
        model: str = "",
        *,
        cached: bool = False,
    ) -> None:
        with self._lock:
            spent, spared = (Usage(), usage) if cached else (usage, Usage())
            self.use = replace(
                self.use,
                calls=self.use.calls + 1,
                cached=self.use.cached + cached,
                usage=self.use.usage + spent,
                spared=self.use.spared + spared,
            )
        if self.model.ledger:
            self.model.ledger.note(
                Call(
                    at=now(),
                    model=model or self.model.name,
                    stage=self.stage,
                    document=self.document,
                    input=usage.input,
                    output=usage.output,
                    seconds=round(time.perf_counter() - began, 3),
                    cached=cached,
                    outcome=outcome,
                )
            )


def _estimate(request: Request) -> int:
    """About how many tokens a call takes, for the pace."""
    said = len(request.instructions) + sum(len(turn.text) for turn in request.turns)
    return said // _CHARACTERS + 1


def _counted(future: Future[R], number: int, total: int, progress: Progress | None) -> R:
    found = future.result()
    if progress:
        progress(number, total)
    return found


def _joined(parts: Sequence[Reply]) -> Reply:
    finish = parts[-1].finish if parts else Finish.OTHER
    usage = max(
        (part.usage for part in parts), key=lambda one: one.input + one.output, default=Usage()
    )
    return Reply("".join(part.text for part in parts), usage=usage, finish=finish)


def _check_finish(reply: Reply) -> None:
    if reply.finish is not Finish.DONE:
        raise ReplyUnusable(_FINISHED[reply.finish])


def _checked(reply: Reply, schema: type[T], check: Callable[[T], None] | None) -> T:
    _check_finish(reply)
    try:
        found = schema.model_validate_json(reply.text)
    except ValidationError as error:
        raise ReplyUnusable(
            f"The answer has not the form asked for: {_problems(error)}."
        ) from error
    if check:
        check(found)
    return found


def _problems(error: ValidationError) -> str:
    """Places and reasons, without the values, which may be long."""
    found = [f"{'.'.join(map(str, e['loc'])) or 'all of it'}: {e['msg']}" for e in error.errors()]
    return "; ".join(found[:5])
