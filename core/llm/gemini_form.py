"""Requests and replies in the form of the Gemini API, and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from google.genai import types

from core.llm.base import (
    Embedded,
    EmbeddingTask,
    Finish,
    Reply,
    Speaker,
    ToolCall,
    Turn,
    Usage,
    tokens_in,
)
from core.llm.plain_schema import arguments_schema, plain_schema
from core.llm.service_errors import vectors_of
from core.llm.sound_text import sound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.llm.base import Request

_EMBEDDING_TASKS = {
    EmbeddingTask.QUERY: "RETRIEVAL_QUERY",
    EmbeddingTask.TEXT: "RETRIEVAL_DOCUMENT",
}
_THOUGHTS = 8192
"""Tokens of output left for thoughts, which the service counts like those of the answer."""
_ENDS = {
    types.FinishReason.STOP: Finish.DONE,
    types.FinishReason.MAX_TOKENS: Finish.LENGTH,
    types.FinishReason.SAFETY: Finish.BLOCKED,
    types.FinishReason.RECITATION: Finish.BLOCKED,
    types.FinishReason.LANGUAGE: Finish.BLOCKED,
    types.FinishReason.BLOCKLIST: Finish.BLOCKED,
    types.FinishReason.PROHIBITED_CONTENT: Finish.BLOCKED,
    types.FinishReason.SPII: Finish.BLOCKED,
    types.FinishReason.MODEL_ARMOR: Finish.BLOCKED,
}


def config(request: Request, options: dict[str, Any]) -> types.GenerateContentConfig:
    """All of a request but its turns. Tools are declared, and called by nobody but us."""
    return types.GenerateContentConfig(
        http_options=types.HttpOptions.model_validate(options),
        system_instruction=sound(request.instructions) or None,
        temperature=request.temperature,
        max_output_tokens=request.max_output + _THOUGHTS,
        response_mime_type="application/json" if request.schema else None,
        response_json_schema=plain_schema(request.schema) if request.schema else None,
        tools=[_declared(request)] if request.tools else None,
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        automatic_continuation=False,
    )


def embedding(task: EmbeddingTask, options: dict[str, Any]) -> types.EmbedContentConfig:
    """What goes along with texts to embed."""
    return types.EmbedContentConfig(
        http_options=types.HttpOptions.model_validate(options), task_type=_EMBEDDING_TASKS[task]
    )


def contents(turns: Sequence[Turn]) -> types.ContentListUnionDict:
    """The turns that say anything; those of the model that have a `raw` form as they came."""
    merged: list[types.Content] = []
    for turn in turns:
        content = _content(turn, merged[-1] if merged else None)
        if content.parts:
            merged.append(content)
    return [*merged]


def separate(texts: Sequence[str]) -> types.ContentListUnionDict:
    """Each text by itself; given as plain texts, some models would embed them as one."""
    return [types.Content(role="user", parts=[types.Part(text=sound(text))]) for text in texts]


def reply_of(response: types.GenerateContentResponse) -> Reply:
    """A whole answer. One that says nothing of how it ends was cut off."""
    candidate = response.candidates[0] if response.candidates else None
    content = candidate.content if candidate else None
    parts = (content.parts or []) if content else []
    return Reply(
        sound("".join(part.text for part in parts if part.text and not part.thought)),
        tuple(_call(part.function_call) for part in parts if part.function_call),
        _usage(response.usage_metadata),
        _finish(response),
        sound(content.model_dump(mode="json", exclude_none=True)) if content and parts else None,
    )


def pieces(parts: Iterable[types.GenerateContentResponse]) -> Iterator[Reply]:
    """A stream in our form; its last piece says how it ended, also where the service did not."""
    ended = False
    for part in parts:
        reply = reply_of(part)
        ended = ended or reply.finish is not Finish.OTHER or bool(_reason(part))
        yield reply if _reason(part) or _blocked(part) else _going_on(reply)
    if not ended:
        yield Reply(finish=Finish.OTHER)


def embedded(response: types.EmbedContentResponse, texts: Sequence[str]) -> Embedded:
    """The vectors of an answer. Raises as `vectors_of`."""
    rows = [content.values or [] for content in response.embeddings or []]
    count = response.usage_metadata.prompt_token_count if response.usage_metadata else None
    return Embedded(vectors_of(rows, texts), Usage(_tokens(count) or sum(map(tokens_in, texts))))


def _tokens(count: int | None) -> int:
    """Tokens as the service counts them; one that says fewer than none has counted nothing."""
    return max(count or 0, 0)


def _declared(request: Request) -> types.Tool:
    return types.Tool(
        function_declarations=[
            types.FunctionDeclaration(
                name=tool.name,
                description=tool.description,
                parameters_json_schema=arguments_schema(tool.parameters),
            )
            for tool in request.tools
        ]
    )


def _content(turn: Turn, before: types.Content | None) -> types.Content:
    if turn.raw is not None:
        # Signatures are bytes, and only from JSON are they read back as they were written.
        return types.Content.model_validate_json(json.dumps(dict(turn.raw)))
    parts = [types.Part(text=sound(turn.text))] if turn.text else []
    for picture in turn.pictures:
        blob = types.Blob(data=picture.content, mime_type=picture.media_type)
        parts.append(types.Part(inline_data=blob))
    for call in turn.calls:
        asked = types.FunctionCall(name=call.name, args=sound(dict(call.arguments)))
        parts.append(types.Part(function_call=asked))
    ids = _ids(before)
    for result in turn.results:
        known = ids.get(result.name)
        answered = types.FunctionResponse(
            id=known.pop(0) if known else None,
            name=result.name,
            response=sound(dict(result.answer)),
        )
        parts.append(types.Part(function_response=answered))
    return types.Content(role=turn.speaker.value, parts=parts)


def _ids(content: types.Content | None) -> dict[str, list[str]]:
    """Ids that the service gave its calls, by the name of the tool, in order."""
    ids: dict[str, list[str]] = {}
    for part in (content.parts or []) if content and content.role == Speaker.MODEL else []:
        call = part.function_call
        if call and call.name and call.id:
            ids.setdefault(call.name, []).append(call.id)
    return ids


def _call(call: types.FunctionCall) -> ToolCall:
    return ToolCall(sound(call.name or ""), sound(call.args or {}))


def _usage(metadata: types.GenerateContentResponseUsageMetadata | None) -> Usage:
    if metadata is None:
        return Usage()
    sent = _tokens(metadata.prompt_token_count) + _tokens(metadata.tool_use_prompt_token_count)
    return Usage(
        sent, _tokens(metadata.candidates_token_count) + _tokens(metadata.thoughts_token_count)
    )


def _finish(response: types.GenerateContentResponse) -> Finish:
    if _blocked(response):
        return Finish.BLOCKED
    return _ENDS.get(_reason(response) or types.FinishReason.OTHER, Finish.OTHER)


def _blocked(response: types.GenerateContentResponse) -> bool:
    return bool(response.prompt_feedback and response.prompt_feedback.block_reason)


def _reason(response: types.GenerateContentResponse) -> types.FinishReason | None:
    return response.candidates[0].finish_reason if response.candidates else None


def _going_on(reply: Reply) -> Reply:
    """A piece of a stream that is not the last."""
    return Reply(reply.text, reply.calls, reply.usage, Finish.DONE, reply.raw)
