"""What the tests of the client ask for, and models that answer as a test says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from core.errors import ModelUnavailable, ModelUnreachable
from core.llm.base import Reply, Request, ToolCall, user_says
from core.llm.cache import ReplyCache
from core.llm.fake import FakeTransport
from core.llm.ledger import Ledger
from core.llm.model import LanguageModel

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from benchmarks.stand_in import Asked
    from core.llm.base import Transport

GOOD = '{"numbers": [1, 2]}'
QUESTION = user_says("Give numbers.", "Which?")
WORDS = "Größe, and a text that is long enough for several pieces of a stream."


def words_around(answer: str) -> list[str]:
    """An answer as models give it that are not held to a form."""
    return [
        f"<think>{{One}}, two?\n</think>\n\n{answer}",
        f"One, two {{?}}\n</think>\n{answer}",
        f'{{"numbers": [7]}}? No.\n</think>\n{answer}',
        f"```json\n{answer}\n```",
        f"Here they are:\n```\n{answer}\n```\nI hope that this helps {{you}}.",
        f"Sure: {answer} Anything else?",
        f'The form is {{"numbers": [...]}}.</think>{answer}',
        f'The form is {{"numbers": ...}}. Here: {answer}',
        f"The set {{}} is empty. {answer}",
    ]


class ProbeLook(BaseModel):
    """Arguments of a tool."""

    place: str = Field("here", min_length=1, description="Where to look.")


class ProbeNumbers(BaseModel):
    """An answer as the tests want it."""

    numbers: list[int] = Field(min_length=1)


def looking(asked: Asked) -> Reply | str:
    """As a model that looks once before it says what it saw."""
    if asked.tools and not asked.results:
        return Reply(calls=(ToolCall("look", {"place": "there"}), ToolCall("look", {})))
    return GOOD if asked.schema == ProbeNumbers.__name__ else WORDS


def failure(seconds: float | None = 0.0, kind: type[ModelUnavailable] = ModelUnreachable) -> Any:
    """An error of the service; `seconds` as in `ModelUnavailable.retry_after`."""
    error = kind("The service fails. Try again.")
    error.retry_after = seconds
    return error


def saying(*answers: Reply | str | Exception) -> Callable[[Request], Reply | str]:
    """Says one after the other, the last for ever; errors are raised."""
    left = list(answers)

    def respond(_: Request) -> Reply | str:
        found = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(found, Exception):
            raise found
        return found

    return respond


def model_over(transport: Transport, home: Path | None = None, **given: Any) -> LanguageModel:
    """A model that never sleeps; with `home`, one that remembers and reckons."""
    if home:
        given |= {"ledger": Ledger(home), "cache": ReplyCache(home)}
    given.setdefault("sleep", lambda _: None)
    return LanguageModel(transport, **given)


def model_saying(
    *answers: Reply | str | Exception, home: Path | None = None, **given: Any
) -> LanguageModel:
    """A model that answers so."""
    return model_over(FakeTransport(saying(*answers)), home, **given)


def asked_of(model: LanguageModel) -> list[Request]:
    """The requests that reached the service."""
    assert isinstance(model.transport, FakeTransport)
    return model.transport.requests
