"""LumberChunker: groups of paragraphs, and the one of each at which the content shifts."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from benchmarks.stand_in import stand_in
from core.chunking import chunk, make_options
from core.chunking.base import BoundaryKind, ChunkingResult, ChunkSource, Sentences
from core.errors import Cancelled, ModelUnavailable
from core.llm.model import LanguageModel
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import Block, heading, sir_from_texts
from tests.cutting import model_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.llm.base import Request
    from core.progress import Progress

PARAGRAPHS = [f"Paragraph {n} " + "cell " * 38 for n in range(12)]
"""Twelve paragraphs of 40 tokens; theta 100 is passed by the third."""


def lumbered(
    blocks: Sequence[Block | str],
    model: LanguageModel | None,
    progress: Progress | None = None,
    **values: float,
) -> ChunkingResult:
    stream = tokenize(sir_from_texts(blocks), minilm_tokenizer())
    starts = stream.sentence_starts
    gaps = np.zeros(len(starts) - 1, np.float32)
    gaps[4::5] = 0.8
    source = ChunkSource(stream, lambda: Sentences(starts, gaps), model, progress)
    return chunk(source, "lumber", make_options("lumber", {"theta": 100, **values}))


def shown(request: Request) -> list[int]:
    """The numbers of the paragraphs, as the document has them, that a request shows."""
    return [int(n) for n in re.findall(r"Paragraph (\d+)", request.turns[0].text)]


def openings(result: ChunkingResult) -> list[int]:
    return [int(re.findall(r"Paragraph (\d+)", one.content)[0]) for one in result.chunks]


def test_each_group_passes_theta_and_the_next_begins_where_the_model_said() -> None:
    groups: list[list[int]] = []

    def respond(request: Request) -> str:
        groups.append(shown(request))
        return json.dumps({"paragraph": 3 if len(groups) == 1 else 2})

    result = lumbered(PARAGRAPHS, model_of(respond))
    assert groups[:3] == [[0, 1, 2], [2, 3, 4], [3, 4, 5]]
    assert openings(result)[:4] == [0, 2, 3, 4]
    assert groups[-1] == [9, 10, 11]
    assert openings(result)[-1] == 10, "what is left does not pass theta"
    assert result.chunks[1].begins.kind is BoundaryKind.TOPIC
    assert result.making.use is not None
    assert result.making.use.usage.input > len(result.stream), "it reads most of the text again"


def test_a_paragraph_that_was_not_shown_is_refused_and_distances_decide() -> None:
    asked: list[Request] = []

    def respond(request: Request) -> str:
        asked.append(request)
        return json.dumps({"paragraph": 1 if len(asked) % 2 else 9})

    result = lumbered(PARAGRAPHS, model_of(respond))
    assert result.making.model == ""
    assert "Distances between sentences decided" in result.making.notices[0]
    assert all("distance" in one.begins.reason for one in result.chunks[1:])


def test_a_service_that_is_down_is_asked_no_further() -> None:
    calls: list[int] = []

    def respond(request: Request) -> str:
        calls.append(1)
        raise ModelUnavailable("The service is down.")

    result = lumbered(PARAGRAPHS, model_of(respond))
    assert len(calls) <= 4, "the tries of one request"
    assert "1 of 1 requests" in result.making.notices[0]
    assert result.chunks[-1].cut.end == len(result.stream)


def test_without_a_model_the_widest_distance_of_a_group_decides() -> None:
    result = lumbered(PARAGRAPHS, None)
    assert result.making.notices == ()
    assert openings(result)[1] in (1, 2)
    assert all(one.token_count <= 1024 for one in result.chunks)


def test_headings_go_with_what_follows_and_long_paragraphs_are_split() -> None:
    long = " ".join(f"Paragraph {n} speaks of one single thing." for n in range(40))
    result = lumbered(["Cell.", heading("A title"), long], None, max_tokens=64)
    assert max(one.token_count for one in result.chunks) <= 64
    assert any(one.content.startswith("A title\n") for one in result.chunks)


def test_it_can_be_stopped() -> None:
    def progress(done: int, total: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        lumbered(PARAGRAPHS, LanguageModel(stand_in()), progress)
