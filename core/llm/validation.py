"""Whether an answer can be used: whole, of the form asked for, and right as far as can be told."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from core.errors import ReplyUnusable
from core.llm.base import Finish, Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T", bound=BaseModel)

_DECODER = json.JSONDecoder(strict=False)
_THOUGHT, _THOUGHT_ENDS = "<think>", "</think>"
_PLACES = re.compile(rf'{_THOUGHT_ENDS}|\{{\s*(?:["}}]|\Z)')
"""Where thoughts end, or an object of JSON begins; braces in words begin none."""

_FINISHED = {
    Finish.LENGTH: "The answer was longer than the model may answer. Ask for less at once.",
    Finish.BLOCKED: "The service's safety filter refused to answer this.",
    Finish.OTHER: "The answer broke off.",
}
_PROBLEMS = 5
"""Problems of a form that are named; the others are like them."""


def whole(reply: Reply) -> Reply:
    """The reply, if it ended as it should.

    Raises:
        ReplyUnusable: it was blocked or cut off.
    """
    if reply.finish is not Finish.DONE:
        raise _unusable(_FINISHED[reply.finish], reply)
    return reply


def object_in(text: str, schema: type[BaseModel]) -> str:
    """The JSON object of an answer, without thoughts, fences and words around it.

    It is the first behind all thoughts that has a field of the schema, else the first. Of an answer
    that is still coming, what has come of its object; a text without one is itself.
    """
    if text.lstrip().startswith(_THOUGHT):
        text = text.partition(_THOUGHT_ENDS)[2]
    first, place = "", 0
    while match := _PLACES.search(text, place):
        if match[0] == _THOUGHT_ENDS:
            # A service may keep the tag back that begins the thoughts.
            text, first, place = text[match.end() :], "", 0
            continue
        value, end = _value(text, match.start())
        written = text[match.start() : end]
        if schema.model_fields.keys() & value and _THOUGHT_ENDS not in text[end or match.end() :]:
            return written
        first, place = first or written, end or match.end()
    return first or text


def _value(text: str, start: int) -> tuple[dict[str, Any], int | None]:
    """The object that begins at a place, and where it ends; None while it is still coming.

    Empty where it is none that can be read.
    """
    try:
        return _DECODER.raw_decode(text, start)
    except RecursionError:
        return {}, len(text)
    except ValueError:
        pass
    try:
        return from_json(text[start:], allow_partial=True), None
    except ValueError:
        return {}, None


def parsed(reply: Reply, schema: type[T], check: Callable[[T], None] | None = None) -> T:
    """What the reply says in the form of the schema.

    Raises:
        ReplyUnusable: it is not whole, has not the form, or `check` finds it wrong.
    """
    if not whole(reply).text.strip():
        raise _unusable("The answer is empty.", reply)
    try:
        # Escaped halves of a character pass for JSON, but are no text.
        text = object_in(reply.text, schema)
        answer = schema.model_validate_json(text.encode("utf-8", "replace"))
    except ValidationError as error:
        problems = _problems(error)
        unusable = _unusable(f"The answer has not the form asked for: {problems}.", reply)
        raise unusable from error
    if check:
        check(answer)
    return answer


def has_form(reply: Reply, schema: type[BaseModel] | None) -> bool:
    """Whether the reply is of the schema, if there is one."""
    try:
        return schema is None or parsed(reply, schema) is not None
    except ReplyUnusable:
        return False


def joined(parts: Sequence[Reply]) -> Reply:
    """The pieces of a stream as one reply; without the last piece it was cut off."""
    counts = [part.usage for part in parts]
    usage = max(counts, key=lambda count: count.input + count.output, default=Usage())
    finish = parts[-1].finish if parts else Finish.OTHER
    return Reply("".join(part.text for part in parts), usage=usage, finish=finish)


def _unusable(words: str, reply: Reply) -> ReplyUnusable:
    error = ReplyUnusable(words)
    error.reply = reply.text
    return error


def _problems(error: ValidationError) -> str:
    """Places and reasons, without the values, which may be long."""
    details = error.errors(include_url=False, include_input=False)
    sentences = [
        f"{'.'.join(map(str, detail['loc'])) or 'all of it'}: {detail['msg']}" for detail in details
    ]
    return "; ".join(sentences[:_PROBLEMS])
