"""An answer that is being worked on beside the app, so that whoever waits can stop it at once."""

from __future__ import annotations

import time
from concurrent.futures import Future, wait
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from core.answering.base import Answer, Listen, Spoken
from core.errors import Cancelled
from core.rights import carried

if TYPE_CHECKING:
    from collections.abc import Callable

    from components.selection.asked_question import AskedQuestion

    Ask = Callable[[Listen], Answer]


class Working:
    """An answer in the making: what is heard of it so far, and in the end the whole."""

    def __init__(
        self,
        request: AskedQuestion,
        ask: Ask,
        *,
        as_asked: bool = False,
        settings: str = "",
        searched: tuple[str, ...] = (),
    ) -> None:
        """Begins at once; `ask` gives the answer and tells how far it is.

        `as_asked` says whether it searches the question exactly as typed; `settings` is the
        configuration as in an address, `searched` the documents that are chosen, none for all.
        """
        self.request, self.as_asked = request, as_asked
        self.settings, self.searched = settings, searched
        self.taking = Lock()
        """Held by the session that takes it into a conversation: the first one of those that wait
        for it, as where a tab is duplicated."""
        self.conversation = ""
        """The id of the conversation that it was taken into."""
        self.spoken = Spoken()
        self._began = time.monotonic()
        self._stopped = Event()
        self._future: Future[Answer] = Future()
        # A daemon: an answer that nobody waits for any more does not keep the app from ending.
        Thread(target=carried(self._run), args=(ask,), daemon=True).start()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._began

    def done(self, seconds: float) -> bool:
        """Whether it has ended, waited for no longer than `seconds`."""
        return bool(wait([self._future], seconds).done)

    def result(self) -> Answer:
        """The whole answer. Raises what kept it from being given."""
        return self._future.result()

    def whole(self) -> Answer | None:
        """The answer if it is there by now."""
        ended = self._future.done() and not self._future.exception()
        return self._future.result() if ended else None

    @property
    def failed(self) -> bool:
        """Whether it ended without an answer."""
        return self._future.done() and self._future.exception() is not None

    def stop(self) -> None:
        """Let it end as soon as it is heard of again; what was heard before stays."""
        self._stopped.set()

    def _run(self, ask: Ask) -> None:
        try:
            self._future.set_result(ask(self._listen))
        except BaseException as error:  # noqa: BLE001 - whoever waits for the result gets it
            self._future.set_exception(error)

    def _listen(self, spoken: Spoken) -> None:
        if self._stopped.is_set():
            raise Cancelled("The answer was stopped.")
        self.spoken = spoken
