"""Requests and replies in the form of the OpenAI API, and back.

Source: the API reference of OpenAI, chat completions and embeddings.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.llm.base import Embedded, Finish, Reply, Speaker, ToolCall, Usage, tokens_in
from core.llm.plain_schema import arguments_schema, plain_schema
from core.llm.service_errors import vectors_of
from core.llm.sound_text import sound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.llm.base import Picture, Request, Turn

_ENDS = {
    "stop": Finish.DONE,
    "tool_calls": Finish.DONE,
    "function_call": Finish.DONE,
    "eos_token": Finish.DONE,
    "end_turn": Finish.DONE,
    "length": Finish.LENGTH,
    "model_length": Finish.LENGTH,
    "content_filter": Finish.BLOCKED,
}
_EVENT = "data:"
_LAST = "[DONE]"
_THOUGHT = re.compile(r"^\s*<think>.*?</think>\s*", re.DOTALL)
"""What models that think aloud say before their answer."""
_BY_SCHEMA, _AS_JSON, _IN_WORDS = "json_schema", "json_object", ""
_WISH = "Answer with JSON alone, without a word before or after it, of this schema:"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a service reads: how a schema is asked for, and which options it refuses."""

    form: str = _BY_SCHEMA
    refused: frozenset[str] = frozenset()

    def without(self, message: str, body: Mapping[str, Any]) -> Dialect | None:
        """The dialect without what a service refuses with this message; None if that is nothing.

        Options are refused by their names. A schema may be refused in any words.
        """
        named = [name for name in _OPTIONS if name in body and _names(message, name, body[name])]
        if named:
            return replace(self, refused=self.refused | {named[0]})
        if "response_format" not in body or "context" in message:
            return None
        return replace(self, form=_AS_JSON if self.form == _BY_SCHEMA else _IN_WORDS)


_LIMIT, _LIMIT_OF_THINKING = "max_tokens", "max_completion_tokens"
_OPTIONS = ("temperature", _LIMIT, _LIMIT_OF_THINKING, "stream_options")


def _names(message: str, option: str, value: object) -> bool:
    """Whether a message is about an option; of the limit some services name the value alone."""
    limit = option in (_LIMIT, _LIMIT_OF_THINKING)
    return option in message or (limit and f"{value} in the completion" in message)


def body(model: str, request: Request, dialect: Dialect, *, stream: bool) -> dict[str, Any]:
    """A request as the service reads it."""
    options: dict[str, Any] = {
        "temperature": request.temperature,
        _LIMIT: request.max_output,
    }
    if _LIMIT in dialect.refused:  # models that think call it otherwise
        options = {_LIMIT_OF_THINKING: request.max_output} | options
    if stream:
        options["stream_options"] = {"include_usage": True}
    known = {name: value for name, value in options.items() if name not in dialect.refused}
    if request.schema and dialect.form:
        known["response_format"] = _format(request, dialect)
    if request.tools:
        known["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": arguments_schema(tool.parameters),
                },
            }
            for tool in request.tools
        ]
    messages = _messages(request, dialect)
    return {"model": model, "messages": sound(messages), "stream": stream, **known}


def reply_of(answer: Mapping[str, Any]) -> Reply:
    """A whole answer, without thoughts before it."""
    choice = answer["choices"][0]
    message = choice["message"]
    text = _THOUGHT.sub("", _said(message.get("content")))
    calls = tuple(_call(call["function"]) for call in message.get("tool_calls") or ())
    # A whole answer of which nothing is said has ended; of a stream, that would be a guess.
    finish = _ENDS.get(choice.get("finish_reason") or "stop", Finish.OTHER)
    raw = {"role": "assistant", "content": message.get("content") or ""}
    if calls:
        raw["tool_calls"] = message["tool_calls"]
    return Reply(text, calls, _usage(answer.get("usage")), finish, sound(raw))


def events(lines: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    """The events of a stream, without comments, empty ones and the last, which say nothing."""
    for line in lines:
        event = line.removeprefix(_EVENT).strip()
        if line.startswith(_EVENT) and event and event != _LAST:
            yield json.loads(event)


def pieces(parts: Iterable[Mapping[str, Any]]) -> Iterator[Reply]:
    """A stream in our form; its last piece says how it ended, also where the service did not.

    Pieces of thoughts are empty.
    """
    finish, usage = Finish.OTHER, Usage()
    for part in parts:
        usage = _usage(part.get("usage")) if part.get("usage") else usage
        for choice in part.get("choices") or ():
            yield Reply(_said((choice.get("delta") or {}).get("content")))
            if reason := choice.get("finish_reason"):
                finish = _ENDS.get(reason, Finish.OTHER)
    yield Reply(usage=usage, finish=finish)


def embedded(answer: Mapping[str, Any], texts: Sequence[str]) -> Embedded:
    """The vectors of an answer. Raises as `vectors_of`."""
    rows = [row["embedding"] for row in sorted(answer["data"], key=lambda row: row["index"])]
    counted = _usage(answer.get("usage")).input or sum(map(tokens_in, texts))
    return Embedded(vectors_of(rows, texts), Usage(counted))


def _format(request: Request, dialect: Dialect) -> dict[str, Any]:
    if dialect.form == _AS_JSON or request.schema is None:
        return {"type": _AS_JSON}
    schema = {"name": request.schema.__name__, "schema": plain_schema(request.schema)}
    return {"type": _BY_SCHEMA, _BY_SCHEMA: schema}


def _messages(request: Request, dialect: Dialect) -> list[dict[str, Any]]:
    instructions = request.instructions
    if request.schema and dialect.form != _BY_SCHEMA:
        instructions += f"\n\n{_WISH}\n{json.dumps(plain_schema(request.schema))}"
    messages: list[dict[str, Any]] = [{"role": "system", "content": instructions}]
    for turn in request.turns:
        messages += _of_model(turn) if turn.speaker is Speaker.MODEL else _of_user(turn, messages)
    return messages


def _of_model(turn: Turn) -> Iterator[dict[str, Any]]:
    """A turn of the model as it came, or as it would have come."""
    if turn.raw is not None:
        yield dict(turn.raw)
    elif turn.text or turn.calls:
        calls = [
            {
                "id": f"call-{number}",
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments))},
            }
            for number, call in enumerate(turn.calls)
        ]
        yield {"role": "assistant", "content": turn.text} | ({"tool_calls": calls} if calls else {})


def _of_user(turn: Turn, before: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """What a person says, and what tools answered to the calls of the message before."""
    calls = list(before[-1].get("tool_calls") or ())
    for result in turn.results:
        call = next((call for call in calls if call["function"]["name"] == result.name), None)
        if call is not None:
            calls.remove(call)
        yield {
            "role": "tool",
            "tool_call_id": (call and call.get("id")) or result.name,
            "content": json.dumps(dict(result.answer)),
        }
    if turn.pictures:
        text = [{"type": "text", "text": turn.text}] if turn.text else []
        yield {"role": "user", "content": [*text, *map(_picture, turn.pictures)]}
    elif turn.text:
        yield {"role": "user", "content": turn.text}


def _picture(picture: Picture) -> dict[str, Any]:
    content = b64encode(picture.content).decode("ascii")
    address = f"data:{picture.media_type};base64,{content}"
    return {"type": "image_url", "image_url": {"url": address}}


def _said(content: str | Sequence[Mapping[str, Any]] | None) -> str:
    """The text of a message, which some services give in parts, with thoughts among them."""
    if content is None or isinstance(content, str):
        return sound(content or "")
    return sound("".join(part.get("text", "") for part in content if part["type"] == "text"))


def _call(function: Mapping[str, Any]) -> ToolCall:
    """A call; arguments that are no JSON object are none, which the tool will refuse."""
    arguments = function.get("arguments") or "{}"
    try:
        read = json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        read = {}
    return ToolCall(sound(str(function["name"])), sound(read) if isinstance(read, dict) else {})


def _usage(counts: Mapping[str, Any] | None) -> Usage:
    counts = counts or {}
    sent, answered = counts.get("prompt_tokens"), counts.get("completion_tokens")
    return Usage(max(sent or 0, 0), max(answered or 0, 0))
