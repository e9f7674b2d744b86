"""The language model as stages use it: checked, limited in rate, paid for once, on record."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_EXCEPTION, Future, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from core.errors import Cancelled, ModelError, ReplyUnusable
from core.llm.base import Finish, Reply, Request, Speaker, Transport, Turn
from core.llm.cache import ReplyCache, request_key
from core.llm.calls import Calls, counted
from core.llm.parallel import begun
from core.llm.rate_limit import RateLimit
from core.llm.retrying import Retrying
from core.llm.usage import ModelUse
from core.llm.validation import has_form, joined, parsed, whole
from core.single_flight import SingleFlight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.llm.ledger import Ledger
    from core.progress import Progress

__all__ = ["LanguageModel", "ModelUse", "Task"]

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")

_LOOK = 0.2
"""Seconds between two reports of progress, each of which may ask to stop."""
_FINAL = (Finish.BLOCKED, Finish.LENGTH)
"""Ends that come again when the same is asked again."""
_NOT_USABLE = "Your answer cannot be used. Answer again, in the same form, with this put right:"


class LanguageModel:
    """A service with a cache, retries, a rate limit and a ledger; may be shared by threads."""

    def __init__(
        self,
        transport: Transport,
        *,
        ledger: Ledger | None = None,
        cache: ReplyCache | None = None,
        rate_limit: RateLimit | None = None,
        seconds: float = 60.0,
        tries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
        here: bool = False,
    ) -> None:
        """`seconds` is the time of one try, `tries` how often a call is made at the most.

        `here` says that the service runs on this machine, where calls cost nothing.
        """
        self.transport = transport
        self.here = here
        self.ledger = ledger
        self.cache = cache
        self.rate_limit = rate_limit or RateLimit()
        self.retrying = Retrying(seconds, tries, sleep)
        self.single_flight = SingleFlight()

    @property
    def name(self) -> str:
        """Name of the model, as people know it."""
        return self.transport.model

    def task(self, stage: str, document: str = "") -> Task:
        """A piece of work whose calls are added up; `document` is a SHA-256, if it is of one."""
        return Task(self, stage, document)


class Task(Calls):
    """Work of one stage on one document; `use` says what its calls came to so far."""

    def ask(
        self,
        request: Request,
        schema: type[T],
        check: Callable[[T], None] | None = None,
        stop: Event | None = None,
    ) -> T:
        """The answer in the form of `schema`.

        `check` raises `ReplyUnusable` for an answer that has the form but cannot be right. An
        answer that cannot be used is asked for once more, with what is wrong with it. Only one
        that can be used is kept for the next time. `stop` ends waits from another thread.

        Raises:
            ReplyUnusable: the second answer cannot be used either, or a second is of no use.
            ModelUnavailable: see there.
            Cancelled: `stop` was set.
        """
        formed = replace(request, schema=schema)
        read = partial(parsed, schema=schema, check=check)
        with self._alone(formed, stop):
            return self._asked(formed, read, stop)

    def ask_all(
        self,
        requests: Sequence[Request],
        schema: type[T],
        check: Callable[[int, T], None] | None = None,
        progress: Progress | None = None,
    ) -> list[T | ModelError]:
        """The answers of requests that do not depend on each other, in their order.

        They are asked beside each other, as many as the rate limit allows. A request without a
        usable answer has its error in its place; once the model is unavailable, those that are left
        are not sent. `check` also gets the place of the request. `progress` counts answers, is
        called again and again while there are none, and may raise `Cancelled`: nothing more is
        asked then, and what is answered is kept.
        """

        def answer_at(place: int, stop: Event) -> T | ModelError:
            try:
                checked = partial(check, place) if check else None
                return self.ask(requests[place], schema, checked, stop)
            except ModelError as error:
                return error

        return self.beside(answer_at, len(requests), progress)

    def beside(
        self, work: Callable[[int, Event], R], count: int, progress: Progress | None = None
    ) -> list[R]:
        """What `work` gives for 0, 1 ... up to `count`, beside each other, in their order.

        It gets an event that is set once nothing more is to be asked. `progress` as in `ask_all`.
        """
        stop = Event()
        answers = begun(lambda place: work(place, stop), count, self.model.rate_limit.at_once)
        try:
            _watch(answers, progress)
            return [answer.result() for answer in answers]
        finally:
            stop.set()
            # Calls on their way are not waited for; their answers are kept when they come.
            for answer in answers:
                answer.cancel()

    def step(self, request: Request, stop: Event | None = None) -> Reply:
        """One turn of the model, which may ask for tools. Raises as `ask`.

        A turn that asks for none before any has answered is not kept for the next time.
        """
        if (known := self.known(request, whole)) is not None:
            return known
        reply, began = self.send(request, stop)
        idle = not reply.calls and not any(turn.results for turn in request.turns)
        return self.accept(request, reply, began, whole, keep=not (request.tools and idle))

    def stream(self, request: Request) -> Iterator[str]:
        """The answer's text in pieces as they come, or at once from the cache.

        A piece may be empty: the model thinks, and who reads on lets it.
        Whether it has the form of the request's schema is for the caller to see; without it, it
        is not kept for the next time.

        Raises:
            ReplyUnusable: it was blocked or cut off; what came before was given.
            ModelUnavailable: see there; nothing is repeated once a piece with text was given.
        """
        if (known := self.known(request, whole)) is not None:
            yield known.text
            return
        pieces = self.pieces(request)
        parts: list[Reply] = []
        began = time.perf_counter()
        outcome = Cancelled.__name__  # It stays so where the caller leaves before the end.
        try:
            for part in pieces:
                parts.append(part)
                yield part.text
            formed = has_form(whole(joined(parts)), request.schema)
            outcome = "ok" if formed else ReplyUnusable.__name__
        except ModelError as error:
            outcome = type(error).__name__
            raise
        finally:
            reply = counted(request, joined(parts)) if parts else Reply()
            self.note(reply.usage, began, outcome)
        if formed:
            self.keep(request, reply)

    def _alone(self, request: Request, stop: Event | None) -> AbstractContextManager[None]:
        """Without a cache nobody has use for the answer of another."""
        if self.model.cache is None:
            return nullcontext()

        def waiting() -> None:
            if stop and stop.is_set():
                raise Cancelled("Stopped before the language model had answered.")

        key = request_key(self.model.name, request)
        return self.model.single_flight.exclusive(key, waiting)

    def _asked(self, request: Request, read: Callable[[Reply], T], stop: Event | None) -> T:
        if (known := self.known(request, read)) is not None:
            return known
        reply, began = self.send(request, stop)
        try:
            return self.accept(request, reply, began, read)
        except ReplyUnusable as error:
            if reply.finish in _FINAL:
                raise
            again = request.then(reply.turn, Turn(Speaker.USER, f"{_NOT_USABLE}\n{error}"))
        reply, began = self.send(again, stop)
        return self.accept(request, reply, began, read)


def _watch(answers: Sequence[Future[Any]], progress: Progress | None) -> None:
    """Returns when all are done, or one has failed; reports meanwhile, so that it can stop."""
    total, left = len(answers), set(answers)
    while left:
        done, left = wait(left, None if progress is None else _LOOK, FIRST_EXCEPTION)
        if progress:
            progress(total - len(left), total)
        if any(answer.exception() for answer in done):
            return
