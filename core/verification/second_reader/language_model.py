"""The language model as a second reader: it is shown one claim and its lines, not the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.errors import ModelError, ReplyUnusable
from core.llm.base import Request, Usage, user_says
from core.llm.prompts import DATA_RULE, fenced
from core.verification.second_reader.base import Opinion, Reading
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.llm.model import LanguageModel
    from core.progress import Progress

CLAIMS = 5
"""Claims that an answer has, about."""
USAGE = Usage(600, 40)
"""Tokens that reading one of them takes, about: instructions, lines and sentences; a verdict."""
STAGE = "check"
"""The stage of its calls in the ledger."""
_INSTRUCTIONS = f"""\
You check one claim against numbered lines of a document, as a careful proofreader who knows \
nothing but these lines.

{DATA_RULE}

- "supported": the lines say all that the claim says, if in other words or by plain arithmetic \
over their numbers.
- "unsupported": the lines say something else on the same matter: another number, unit, group, \
condition or direction, or the opposite.
- "partial": everything else, such as a claim of which the lines say only a part, or whose matter \
they leave open.
- Give in "lines" the numbers of the lines that decide, as few as do; none if no line speaks of \
the matter. A line that breaks off is whole among the sentences given below the lines.
- What is true in the world does not count: a right claim that the lines do not say is "partial".
"""


class ReadVerdict(BaseModel):
    """A verdict as the model gives it, unchecked."""

    verdict: Verdict = Field(description="What the lines make of the claim.")
    lines: list[int] = Field(description="Numbers of the lines that decide.")


class LanguageModelReader:
    """Asks the language model about each claim by itself, several at once."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """That of the model."""
        return self._model.name

    def read(
        self, readings: Sequence[Reading], progress: Progress | None = None
    ) -> list[Opinion | ModelError]:
        """See `SecondReader.read`. A verdict that rests on lines which were not given is none."""

        def check(place: int, read: ReadVerdict) -> None:
            _check(readings[place], read)

        requests = [request_of(reading) for reading in readings]
        replies = self._model.task(STAGE).ask_all(requests, ReadVerdict, check, progress)
        return [reply if isinstance(reply, ModelError) else _opinion(reply) for reply in replies]


def request_of(reading: Reading) -> Request:
    """What the model is asked about a claim; claim, lines and sentences are set apart as data."""
    parts = [fenced(reading.statement, "claim"), fenced(reading.text, "lines")]
    parts.append(fenced(reading.source.wide, "sentences that the lines are of"))
    return user_says(_INSTRUCTIONS, "\n\n".join(parts), ReadVerdict)


def _check(reading: Reading, read: ReadVerdict) -> None:
    """Refuses a verdict that its lines cannot bear.

    Raises:
        ReplyUnusable: a line was never given, or a claim is supported by none.
    """
    numbers = {line.number for line in reading.lines}
    if foreign := sorted(set(read.lines) - numbers):
        raise ReplyUnusable(f"Lines {foreign} were not given; these were: {sorted(numbers)}.")
    if read.verdict is Verdict.SUPPORTED and not read.lines:
        raise ReplyUnusable("A claim that is supported rests on a line; name it.")


def _opinion(read: ReadVerdict) -> Opinion:
    return Opinion(read.verdict, tuple(sorted(set(read.lines))))
