"""Calls to the services of other parsers over HTTP, which can be cancelled while they wait."""

from __future__ import annotations

import random
import re
import threading
import time
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import httpx2

from core.errors import LimitReached, ModelError, ModelUnavailable, ReplyUnusable
from core.llm.http_client import Client
from core.llm.service_errors import translated
from core.parsing.adapters.json_values import loaded
from core.parsing.adapters.native import NotNative
from core.parsing.adapters.service import failure

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from core.parsing.adapters.service import Service
    from core.progress import Progress

_JOB = re.compile(r"[\w-]{1,200}")
_BETWEEN_POLLS = 1.0
"""Seconds from one question about the state of a job to the next."""
_TICK = 0.2
"""Seconds between two reports of progress."""
_TRIES = 5
_LONGEST_BACKOFF = 30.0
_LARGEST = 512 << 20
"""Bytes of an answer; pictures of pages may be among them."""


@dataclass
class Calls:
    """Calls that belong to one run, and together may take `seconds`.

    `progress` is called with `done` of `total` pages while a call waits.
    """

    service: Service
    seconds: float
    total: int
    progress: Progress | None = None
    done: int = 0
    _client: Client = field(default_factory=Client)
    _began: float = field(default_factory=time.monotonic)

    def __enter__(self) -> Calls:
        return self

    def __exit__(self, *raised: object) -> None:
        self._client.close()

    def get(self, path: str) -> bytes:
        """What the service answers. See `post`."""
        return self._tried("GET", path, {})

    def post(self, path: str, **content: Any) -> bytes:
        """What the service answers to `json`, or to a form of `data` and `files`.

        Raises:
            ModelError: it gives no answer that can be used; failures that pass are waited for.
            LimitReached: the time of the run is over.
            Cancelled: raised by `progress`.
        """
        return self._tried("POST", path, content)

    def object_of(self, answer: bytes) -> dict[str, Any]:
        """The JSON object of an answer. Raises `ReplyUnusable` where it is something else."""
        try:
            value = loaded(answer, self.service.parser)
        except NotNative:
            value = None
        if not isinstance(value, dict):
            raise self.odd("answered with something else than JSON")
        return value

    def job(self, answer: bytes, key: str) -> str:
        """The identifier of the job that an answer says was begun; `odd` where it says of none."""
        identifier = self.object_of(answer).get(key)
        if not isinstance(identifier, str) or not _JOB.fullmatch(identifier):
            raise self.odd("began no job")
        return identifier

    def ended(
        self, path: str, key: str, waiting: Collection[str], pause: float = 0.0
    ) -> tuple[str, dict[str, Any]]:
        """The state of a job, and all that is said of it, when it is none of those of waiting.

        Asks every `pause` seconds, by default every second, and raises as `wait` does.
        """
        while True:
            job = self.object_of(self.get(path))
            if (state := str(job.get(key))).lower() not in waiting:
                return state.lower(), job
            self.wait(pause or _BETWEEN_POLLS)

    def odd(self, what: str) -> ReplyUnusable:
        """The error of an answer that is not of the interface."""
        return ReplyUnusable(
            f"{self.service.name} {what}. Check that the address is that of "
            f"{self.service.interface}."
        )

    def wait(self, seconds: float) -> None:
        """Waits, reporting progress.

        Raises:
            LimitReached: the time of the run is over.
            Cancelled: raised by `progress`.
        """
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._report()
            time.sleep(min(left, _TICK))

    def leave(self, method: str, path: str) -> None:
        """Asks for something that nobody waits for long, such as the end of a job."""
        try:
            self._client.request(
                method, self._url(path), headers=self.service.headers(), timeout=5.0
            )
        except (httpx2.HTTPError, ModelError, OSError, RuntimeError):
            return

    def _tried(self, method: str, path: str, content: Mapping[str, Any]) -> bytes:
        for tried in range(1, _TRIES + 1):
            try:
                return self._answer(method, path, content)
            except ModelUnavailable as error:
                if error.retry_after is None or tried == _TRIES:
                    raise
                backoff = min(2.0**tried, _LONGEST_BACKOFF) * random.uniform(0.3, 0.6)
                seconds = error.retry_after or backoff
                if seconds > self._left():
                    raise
                self.wait(seconds)
        raise AssertionError("the last try returns or raises")

    def _answer(self, method: str, path: str, content: Mapping[str, Any]) -> bytes:
        """What one call gives, from a thread that is left behind when the run is cancelled."""
        outcome: SimpleQueue[bytes | Exception] = SimpleQueue()
        stop = threading.Event()

        def work() -> None:
            try:
                outcome.put(self._exchange(method, path, content, stop))
            except Exception as error:  # noqa: BLE001 - it is raised again where it is waited for.
                outcome.put(error)

        threading.Thread(target=work, daemon=True).start()
        try:
            while True:
                self._report()
                try:
                    result = outcome.get(timeout=_TICK)
                except Empty:
                    continue
                if isinstance(result, Exception):
                    self._report()  # It waited as long as the run may take.
                    raise result
                return result
        finally:
            stop.set()

    def _exchange(
        self, method: str, path: str, content: Mapping[str, Any], stop: threading.Event
    ) -> bytes:
        seconds = max(self._left(), 1.0)
        hint = "Check the address and the network, and try again."
        with translated(self.service.name, hint, seconds):
            request = self._client.build_request(
                method,
                self._url(path),
                headers=self.service.headers(),
                timeout=httpx2.Timeout(seconds, connect=min(seconds, 20.0)),
                **content,
            )
            response = self._client.send(request, stream=True)
            try:
                body = self._body(response, stop)
            finally:
                response.close()
        if not httpx2.codes.is_success(response.status_code):
            raise failure(response, body, self.service)
        return body

    def _body(self, response: httpx2.Response, stop: threading.Event) -> bytes:
        parts: list[bytes] = []
        size = 0
        for part in response.iter_bytes():
            size += len(part)
            if size > _LARGEST:
                raise ReplyUnusable(
                    f"The answer of {self.service.name} is larger than {_LARGEST >> 20} MB. "
                    "Split the document."
                )
            if stop.is_set():
                break
            parts.append(part)
        return b"".join(parts)

    def _report(self) -> None:
        if self.progress:
            self.progress(self.done, self.total)
        if self._left() <= 0:
            raise LimitReached(
                f"{self.service.parser} has not finished after {self.seconds:g} s. Raise its "
                "time limit in the options, or split the document."
            )

    def _left(self) -> float:
        return self._began + self.seconds - time.monotonic()

    def _url(self, path: str) -> str:
        return f"{self.service.address.rstrip('/')}/{path}"
