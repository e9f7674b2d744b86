"""What the Gemini API says, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.stand_in import Asked
from core.llm.base import Reply, tokens_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_DIMENSION = 32
SIGNATURE = "c2lnbmVk/+8="
"""Stands for the signed thoughts of a call of a tool; has to come back unchanged."""


def asked(body: dict[str, Any]) -> Asked:
    """A request as the stand-in takes it."""
    settings = body.get("generationConfig", {})
    schema = settings.get("responseJsonSchema") or settings.get("responseSchema") or {}
    parts = [part for turn in body.get("contents", []) for part in turn.get("parts", [])]
    results = [part["functionResponse"] for part in parts if "functionResponse" in part]
    declared = [one for tool in body.get("tools", []) for one in tool["functionDeclarations"]]
    return Asked(
        schema.get("title", ""),
        _text(body.get("systemInstruction", {}).get("parts", [])),
        _text(parts),
        tuple(one["name"] for one in declared),
        {one["name"]: one["response"] for one in results},
    )


def response(reply: Reply | str, sent: int, finish: str = "STOP") -> dict[str, Any]:
    """A whole answer, or the last piece of one."""
    whole = Reply(reply) if isinstance(reply, str) else reply
    parts: list[dict[str, Any]] = [{"text": whole.text}] if whole.text else []
    for number, call in enumerate(whole.calls):
        made = {"id": f"call-{number}", "name": call.name, "args": dict(call.arguments)}
        parts.append({"functionCall": made, "thoughtSignature": SIGNATURE})
    return {
        "candidates": [
            {"content": {"role": "model", "parts": parts}, "finishReason": finish, "index": 0}
        ],
        "usageMetadata": usage(sent, tokens_in(whole.text)),
    }


def pieces(reply: Reply | str, sent: int, size: int) -> Iterator[dict[str, Any]]:
    """A whole answer in events of so many characters."""
    whole = Reply(reply) if isinstance(reply, str) else reply
    last = max(len(whole.text) - 1, 0) // size * size
    for start in range(0, last, size):
        yield piece(whole.text[start : start + size], sent)
    ending = response(Reply(whole.text[last:], whole.calls), sent)
    ending["usageMetadata"] = usage(sent, tokens_in(whole.text))
    yield ending


def piece(text: str, sent: int) -> dict[str, Any]:
    """An event that is not the last."""
    content = {"role": "model", "parts": [{"text": text}]}
    return {"candidates": [{"content": content, "index": 0}], "usageMetadata": usage(sent, 0)}


def text_of(piece: Mapping[str, Any]) -> str:
    """The words of an event."""
    [candidate] = piece["candidates"]
    return "".join(part.get("text", "") for part in candidate["content"]["parts"])


def usage(sent: int, answered: int) -> dict[str, int]:
    """Counted tokens."""
    return {
        "promptTokenCount": sent,
        "candidatesTokenCount": answered,
        "totalTokenCount": sent + answered,
    }


def failure(
    status: int, name: str, message: str, details: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """What goes with a status that is not 200."""
    return {"error": {"code": status, "message": message, "status": name, "details": list(details)}}


def tokens_sent(body: dict[str, Any]) -> int:
    """Tokens of a request, about."""
    turns = [body.get("systemInstruction", {}), *body.get("contents", [])]
    return sum(tokens_in(str(part)) for turn in turns for part in turn.get("parts", []))


def embeddings(
    requests: Sequence[dict[str, Any]], vector: Callable[[str], list[float]]
) -> dict[str, Any]:
    """A vector for each text."""
    texts = [_text(one["content"]["parts"]) for one in requests]
    return {"embeddings": [{"values": vector(text)} for text in texts]}


def letters(text: str) -> list[float]:
    """Counted letters: alike for texts that are alike, and never zero."""
    row = [0.0] * _DIMENSION
    for letter in text.lower() or " ":
        row[ord(letter) % _DIMENSION] += 1.0
    return row


def _text(parts: Sequence[dict[str, Any]]) -> str:
    return "\n".join(part["text"] for part in parts if part.get("text"))
