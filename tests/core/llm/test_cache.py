"""Replies on the disk, under all that decides an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pydantic import BaseModel

from core.llm.base import Reply, Speaker, Tool, ToolCall, ToolResult, Turn, Usage, user_says
from core.llm.cache import ReplyCache, request_key
from tests.core.llm.models import ProbeNumbers

if TYPE_CHECKING:
    from pathlib import Path

    from core.llm.base import Request

BASE = user_says("Instructions.", "Text.", ProbeNumbers)


class ProbePlace(BaseModel):
    """Arguments of a tool."""

    place: str


def test_a_reply_comes_back_as_it_was_put(tmp_path: Path):
    reply = Reply(
        "Größe ≤ 5 \ud800", (ToolCall("look", {"at": [1]}),), Usage(3, 4), raw={"parts": ["x"]}
    )
    ReplyCache(tmp_path).put("m", BASE, reply)
    assert ReplyCache(tmp_path).get("m", BASE) == reply


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, instructions="Others."),
        replace(BASE, schema=None),
        replace(BASE, schema=ProbePlace),
        replace(BASE, tools=(Tool("look", "Looks.", ProbePlace),)),
        replace(BASE, temperature=0.5),
        replace(BASE, max_output=5),
        BASE.then(Turn(Speaker.MODEL, "Answer.")),
        BASE.then(Turn(Speaker.USER, results=(ToolResult("look", {"found": 1}),))),
        user_says("Instructions.", "Text!", ProbeNumbers),
    ],
)
def test_whatever_decides_an_answer_is_part_of_its_key(other: Request):
    assert request_key("m", other) != request_key("m", BASE)


def test_another_model_has_answers_of_its_own(tmp_path: Path):
    ReplyCache(tmp_path).put("m", BASE, Reply("x"))
    assert ReplyCache(tmp_path).get("n", BASE) is None


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"text": 1}', b"\xff", b"null"])
def test_a_damaged_reply_is_none(tmp_path: Path, content: bytes):
    ReplyCache(tmp_path).put("m", BASE, Reply("x"))
    [path] = (tmp_path / "model-replies").rglob("*.json")
    path.write_bytes(content)
    assert ReplyCache(tmp_path).get("m", BASE) is None
