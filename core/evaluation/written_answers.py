"""Answers of a language model to the questions of a sweep: only its own, with what they took.

Where the model fails, the page Ask quotes sentences instead, or does without what was asked. Here
that is an error, since figures of a model must not be those of rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from core.answering.generative import INSTEAD, GenerativeAnswerer
from core.errors import ModelError, ModelUnavailable
from core.llm.model import LanguageModel, Task
from core.llm.usage import ModelUse
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import Event

    from core.answering.base import Answer
    from core.answering.rule_answerer import RuleAnswerer
    from core.llm.base import Request

T = TypeVar("T", bound=BaseModel)

_WAITS, _LONGEST_WAIT = 2, 90.0
"""How often a model that is unavailable for now is waited for until it answers again, and for how
many seconds at most: a limit for each minute is over by then."""
_PAUSE = 16.0
"""Seconds after which a model that did not answer is asked again (`core.llm.retrying`: 15)."""
_LONGEST = 80
"""Characters of a question in a message."""


class NotedTask(Task):
    """A task that keeps the last error by which the model was unavailable, whoever dealt with it.

    A reply that cannot be used is the model's own doing, and no such error.
    """

    unavailable: ModelUnavailable | None = None

    def __init__(self, model: NotedModel, stage: str, document: str) -> None:
        super().__init__(model, stage, document)
        self._noted = model

    def ask(
        self,
        request: Request,
        schema: type[T],
        check: Callable[[T], None] | None = None,
        stop: Event | None = None,
    ) -> T:
        """See `Task.ask`."""
        try:
            return super().ask(request, schema, check, stop)
        except ModelUnavailable as error:
            self.unavailable = error
            raise

    def stream(self, request: Request) -> Iterator[str]:
        """See `Task.stream`; nobody looks on, so what passes by itself is waited for."""
        while True:
            begun = False
            try:
                for piece in super().stream(request):
                    begun = begun or bool(piece)
                    yield piece
                self._noted.waits = _WAITS
                return
            except ModelUnavailable as error:
                if begun or not self._noted.wait(error):
                    self.unavailable = error
                    raise


class NotedModel(LanguageModel):
    """A language model that notes what it is asked; one thread at a time may begin tasks."""

    def __init__(self, model: LanguageModel) -> None:
        """Asks as `model` does, with its rate limit, cache and ledger."""
        retrying = model.retrying
        super().__init__(
            model.transport,
            ledger=model.ledger,
            cache=model.cache,
            rate_limit=model.rate_limit,
            seconds=retrying.seconds,
            tries=retrying.tries,
            sleep=retrying.sleep,
            here=model.here,
        )
        self._tasks: list[NotedTask] = []
        self.waits = _WAITS

    def task(self, stage: str, document: str = "") -> Task:
        """See `LanguageModel.task`."""
        task = NotedTask(self, stage, document)
        self._tasks.append(task)
        return task

    def wait(self, error: ModelUnavailable) -> bool:
        """Whether it is worth asking again after an error, now that its time has passed."""
        pause = max(error.retry_after or 0.0, _PAUSE)
        if error.retry_after is None or pause > _LONGEST_WAIT or not self.waits:
            return False
        self.waits -= 1
        self.retrying.sleep(pause)
        return True

    def noted(self) -> tuple[ModelUse, ModelUnavailable | None]:
        """What was asked since this was last called, and an error if the model was unavailable."""
        tasks, self._tasks = self._tasks, []
        use = reduce(add, (task.use for task in tasks), ModelUse(self.name))
        return use, next((task.unavailable for task in tasks if task.unavailable), None)


@dataclass(frozen=True)
class WrittenAnswers:
    """What `model` answers; `answerer` lets it do so from what rules find."""

    model: NotedModel
    answerer: Callable[[LanguageModel, RuleAnswerer], GenerativeAnswerer]

    def answer(self, question: str, rules: RuleAnswerer) -> tuple[Answer, ModelUse]:
        """The model's own answer from what `rules` find, and what it took.

        It abstains without having been asked where `rules` do.

        Raises:
            ModelError: the model gave no answer, or was unavailable for a part of the work.
        """
        answer = self.answerer(self.model, rules).answer(question)
        use, unavailable = self.model.noted()
        if unavailable or not (answer.model or answer.abstained):
            why = str(unavailable) if unavailable else answer.notice.removesuffix(INSTEAD).strip()
            raise ModelError(_failure(self.model.name, question, why))
        return answer, use


def _failure(model: str, question: str, why: str) -> str:
    asked = beginning(question, _LONGEST)
    return (
        f"{model} did not answer “{asked}”. {why} When the sweep goes on it is asked again; what "
        "was answered before is kept and not paid for twice. A question that fails each time can "
        "be left out of the set."
    )
