"""The claims of a model as it writes them: what it is told, and how its JSON is read meanwhile."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, ValidationError
from pydantic_core import from_json

from core.errors import ModelError, ReplyUnusable
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced
from core.llm.validation import object_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.evidence.numbered_lines import Evidence
    from core.llm.base import Request
    from core.llm.model import Task

MOST_CLAIMS = 12
"""Claims of an answer; further ones are left out."""
LONGEST_CLAIM = 600
"""Characters of a claim. What is longer is no single statement and is left out."""
_LONGEST_REPLY = 20_000
"""Characters that are read of a reply."""
_DIGITS = re.compile(r"\d+")
_ONE_LINE = r" ?\[? ?(?:L|lines?|Zeilen?)? ?\d{1,3}(?: ?[-–] ?\d{1,3})? ?\]? ?"
_LINES = re.compile(rf"{_ONE_LINE}(?:,{_ONE_LINE})*", re.IGNORECASE)
_LONGEST_RANGE = 20
"""Lines from the first to the last of a range; a claim that rests on more rests on none."""
_STEP = 24
"""Characters that are awaited before the reply is read again."""

_INSTRUCTIONS = f"""\
You answer a question from numbered lines of documents, for readers who will check every word.

{DATA_RULE}

- Use nothing but the lines. What you know from elsewhere has no place in the answer.
- Write short claims, each a full sentence that can be checked by itself, in the language of the \
question, the most important first; seldom more than six.
- For each claim give the numbers of all lines it rests on: of a sentence that runs over several \
lines, each of them; of a table, the row.
- Take over numbers, units, comparisons (at least, below), negations, conditions and exceptions \
exactly. Do not reckon, round or generalise.
- Do not write line numbers into a claim, and do not quote: the readers see the lines.
- If the lines do not answer the question, or only touch its subject, set "abstain" to true and \
give no claims. If they answer a part of it, answer that part.
"""


def _numbers(lines: Any) -> Any:
    """Numbers of lines that are written as text, as by models that are held to no form."""
    texts = lines if isinstance(lines, list) else [lines]
    if not all(isinstance(text, str) for text in texts):
        return lines
    joined = ",".join(" ".join(text.split()) for text in texts)
    if not _LINES.fullmatch(joined):
        return lines
    ends = [list(map(int, _DIGITS.findall(part))) for part in joined.split(",")]
    if not all(0 <= end[-1] - end[0] < _LONGEST_RANGE for end in ends):
        return lines
    return [number for end in ends for number in range(end[0], end[-1] + 1)]


class WrittenClaim(BaseModel):
    """A claim as the model gives it, unchecked."""

    text: str = Field(description="One statement.", min_length=1, max_length=LONGEST_CLAIM)
    lines: Annotated[list[int], BeforeValidator(_numbers)] = Field(
        description="Numbers of the lines that the claim rests on."
    )


class WrittenAnswer(BaseModel):
    """An answer as the model gives it, unchecked."""

    abstain: bool = Field(description="Whether the lines do not answer the question.")
    claims: list[WrittenClaim] = Field(description="The answer, claim by claim.")


@dataclass(frozen=True, slots=True)
class Draft:
    """How far a reply is: claims that are complete, and the text of the one being written.

    `dropped` counts claims that have not the form asked for. `done` says that the reply is whole.
    """

    claims: tuple[WrittenClaim, ...] = ()
    words: str = ""
    abstain: bool = False
    dropped: int = 0
    done: bool = False


def answer_request(question: str, evidence: Evidence, meant: str = "") -> Request:
    """What the model is asked; question and evidence are set apart as data.

    `meant` is the question as it is understood after a conversation, if it was put in other words.
    """
    parts = [fenced(question, "question")]
    if meant and meant != question:
        parts.append(fenced(meant, "the same question without the conversation"))
    parts.append(fenced(evidence.text(), "lines"))
    return user_says(_INSTRUCTIONS, "\n\n".join(parts), WrittenAnswer)


def written(task: Task, request: Request) -> Iterator[Draft]:
    """The answer as it grows; the last draft is whole.

    A reply without a single claim that can be read is asked for once more, with what is wrong.

    Raises:
        ReplyUnusable: the reply was blocked, cut off, endless or of another form; what came before
            was given.
        ModelUnavailable: see there.
    """
    text = ""
    last = Draft()
    for text in _growing(task, request):
        last = _read(text) or last
        if len(text) > _LONGEST_REPLY or len(last.claims) + last.dropped > 2 * MOST_CLAIMS:
            if not last.claims:
                raise ReplyUnusable("The answer goes on and on without a claim that can be read.")
            yield replace(last, words="", dropped=max(last.dropped, 1), done=True)
            return
        yield last
    whole = _whole(text)
    if whole is None and last.claims:
        raise ReplyUnusable("The answer broke off.")
    if whole and whole.dropped and not whole.claims and not whole.abstain:
        whole = None
    yield whole or _draft(task.ask(request, WrittenAnswer).model_dump(), done=True)


def _growing(task: Task, request: Request) -> Iterator[str]:
    """The JSON so far, each time a few characters have come, and at its end or before an error.

    Also while a model thinks and nothing comes.
    """
    text, read = "", 0
    try:
        for piece in task.stream(request):
            text += piece
            if not piece or len(text) - read >= _STEP:
                read = len(text)
                yield object_in(text, WrittenAnswer)
    except ModelError:
        yield object_in(text, WrittenAnswer)
        raise
    yield object_in(text, WrittenAnswer)


def _read(text: str) -> Draft | None:
    """What a part of a reply says so far; None if that cannot be told of its object."""
    try:
        value = from_json(text, allow_partial="trailing-strings")
    except ValueError:
        return None if text.startswith("{") else Draft()
    return _draft(value, done=False)


def _whole(text: str) -> Draft | None:
    """What a reply says; None if it is not JSON of the form asked for."""
    try:
        value = from_json(text)
    except ValueError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("claims"), list):
        return None
    return _draft(value, done=True)


def _draft(value: Any, *, done: bool) -> Draft:
    """A draft of a value that may be anything; its last claim may be incomplete unless `done`."""
    if not isinstance(value, dict):
        return Draft(done=done)
    items = value.get("claims")
    items = items if isinstance(items, list) else []
    finished = items if done else items[:-1]
    claims = [claim for item in finished if (claim := _claim(item))]
    open_one = items[-1].get("text") if items and isinstance(items[-1], dict) else None
    words = open_one if isinstance(open_one, str) and not done else ""
    return Draft(
        tuple(claims[:MOST_CLAIMS]),
        words[:LONGEST_CLAIM],
        value.get("abstain") is True,
        len(finished) - min(len(claims), MOST_CLAIMS),
        done,
    )


def _claim(item: Any) -> WrittenClaim | None:
    try:
        claim = WrittenClaim.model_validate(item)
    except ValidationError:
        return None
    text = " ".join(claim.text.split())
    return claim.model_copy(update={"text": text}) if text else None
