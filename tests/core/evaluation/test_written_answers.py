"""A model that answers a sweep is waited for while it is busy, and what it is asked is noted."""

from __future__ import annotations

import pytest

from core.errors import KeyRefused, ModelUnavailable, QuotaSpent
from core.evaluation.written_answers import NotedModel
from core.llm.base import Reply, Request, Usage, user_says
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel

ASKED = user_says("Answer.", "Why?")


def spent(seconds: float) -> QuotaSpent:
    error = QuotaSpent("The service takes no more calls for now.")
    error.retry_after = seconds
    return error


class Busy:
    """A model whose calls end with these errors, then with an answer, on a clock of its own."""

    def __init__(self, *errors: ModelUnavailable) -> None:
        self.now = 1000.0
        self._errors = list(errors)
        self.transport = FakeTransport(self._respond)
        self.model = NotedModel(LanguageModel(self.transport, sleep=self._sleep))
        self.model.retrying.clock = lambda: self.now

    def _respond(self, _: Request) -> Reply:
        if self._errors:
            raise self._errors.pop(0)
        return Reply("Because.", usage=Usage(7, 2))

    def _sleep(self, seconds: float) -> None:
        self.now += seconds

    def ask(self) -> str:
        return "".join(self.model.task("answer").stream(ASKED))


def test_a_limit_for_each_minute_is_waited_for() -> None:
    busy = Busy(spent(40.0), spent(60.0))
    assert busy.ask() == "Because."
    assert busy.now >= 1100
    use, unavailable = busy.model.noted()
    assert unavailable is None
    assert (use.usage, use.cached) == (Usage(7, 2), 0)


@pytest.mark.parametrize(
    ("errors", "calls"),
    [
        ([KeyRefused("The key is refused.")], 1),
        ([spent(3600.0)], 1),
        ([spent(60.0)] * 3, 3),
    ],
)
def test_what_does_not_pass_in_minutes_is_told_and_noted(
    errors: list[ModelUnavailable], calls: int
) -> None:
    busy = Busy(*errors)
    with pytest.raises(ModelUnavailable):
        busy.ask()
    assert len(busy.transport.requests) == calls
    assert isinstance(busy.model.noted()[1], type(errors[0]))


def test_a_service_that_is_gone_is_waited_for_once_for_all_questions() -> None:
    busy = Busy(*[spent(60.0)] * 9)
    for calls in (3, 4, 5):
        with pytest.raises(ModelUnavailable):
            busy.ask()
        busy.now += 60
        assert len(busy.transport.requests) == calls


def test_what_was_noted_is_noted_once() -> None:
    busy = Busy()
    busy.ask()
    busy.ask()
    assert busy.model.noted()[0].calls == 2
    assert busy.model.noted()[0].calls == 0
