"""Statements of a model are searched; shown and quoted are the sentences of the document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.chunking import chunk, make_options
from core.chunking.assembly import line_boxes
from core.chunking.base import ChunkingResult, ChunkSource, Sentences
from core.chunking.propositions import Statement, Statements, usable
from core.chunking.serialization import pack_chunks, unpack_chunks
from core.errors import ModelUnavailable
from core.indexing.search_text import embedding_text
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.spans import joined
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import sir_from_texts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


TEXT = (
    "Calverine lowers the pressure of the blood, and it is taken with 200 ml of water. "
    "It must not be given to children under 12 years. The leaflet names rare effects."
)
"""Fictional."""


def propositions(*statements: tuple[int, str]) -> ChunkingResult:
    """The chunks of the text, whose statements the model gives so."""
    reply = json.dumps({"statements": [{"sentence": n, "text": t} for n, t in statements]})
    return chunked(LanguageModel(FakeTransport(lambda _: reply), sleep=lambda _: None))


def chunked(model: LanguageModel | None) -> ChunkingResult:
    stream = tokenize(sir_from_texts([TEXT]), minilm_tokenizer())
    none = Sentences(np.zeros(0, np.int32), np.zeros(0, np.float32))
    source = ChunkSource(stream, lambda: none, model)
    return chunk(source, "propositions", make_options("propositions", {}))


GOOD = (
    (1, "Calverine lowers the pressure of the blood."),
    (1, "Calverine is taken with 200 ml of water."),
    (2, "Calverine must not be given to children under 12 years."),
)


def test_each_statement_is_a_chunk_that_shows_its_sentence() -> None:
    result = propositions(*GOOD)
    sir = result.sir
    assert [one.cut.statement for one in result.chunks] == [*(text for _, text in GOOD), ""]
    assert [one.content for one in result.chunks[:2]] == [TEXT[: TEXT.index(" It must")]] * 2
    assert all(one.content == joined(sir, one.segments) for one in result.chunks)
    assert len({one.id for one in result.chunks}) == 4
    assert line_boxes(result.stream, result.chunks[0]) == line_boxes(
        result.stream, result.chunks[1]
    )
    assert (result.owners >= 0).all(), "a sentence without a statement is a chunk by itself"
    assert "without a statement, searched as they are: 1." in " ".join(result.making.repairs)


def test_the_statement_is_searched_in_place_of_the_sentence() -> None:
    result = propositions(*GOOD)
    first, *_, last = result.chunks
    assert embedding_text(result, first) == GOOD[0][1]
    assert embedding_text(result, last) == "The leaflet names rare effects."


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ((1, "Calverine is taken with 300 ml of water."), "another number"),
        ((3, "Calverine lowers the pressure of the blood."), "of another sentence"),
        ((7, "The leaflet names rare effects."), "no such sentence"),
        ((2, "Aspirin cures headaches quickly and safely."), "invented"),
        ((3, " "), "empty"),
        ((3, "rare " * 200), "too long"),
    ],
)
def test_what_no_sentence_says_is_dropped_and_counted(statement: tuple[int, str], why: str) -> None:
    result = propositions(*GOOD, statement)
    assert [one.cut.statement for one in result.chunks].count("") == 1, why
    assert "Statements that say what no sentence says, dropped: 1." in result.making.repairs


def test_a_statement_with_hyphens_of_a_model_is_kept_with_plain_ones() -> None:
    said = Statements(statements=[Statement(sentence=1, text="COX\u20112 is long\u2011term.")])
    assert usable(["COX-2 is long-term."], said).by_sentence == {0: ["COX-2 is long-term."]}


def test_what_a_pronoun_stands_for_may_come_from_another_sentence() -> None:
    sentences: Sequence[str] = TEXT.split(". ")
    said = Statements(statements=[Statement(sentence=2, text=GOOD[2][1])])
    assert usable(sentences, said).by_sentence == {1: [GOOD[2][1]]}


def test_without_a_model_and_where_it_fails_sentences_stand_for_themselves() -> None:
    def fail(_: object) -> str:
        raise ModelUnavailable("The service is down.")

    alone = chunked(None)
    failed = chunked(LanguageModel(FakeTransport(fail), sleep=lambda _: None))
    assert [one.content for one in alone.chunks] == [one.content for one in failed.chunks]
    assert len(alone.chunks) == 3
    assert "searched as they are" in failed.making.notices[0]


def test_statements_are_kept_on_disk(tmp_path: Path) -> None:
    result = propositions(*GOOD)
    path = tmp_path / "plan.json"
    held = unpack_chunks(result.stream, result.strategy, result.options, pack_chunks(result), path)
    assert held is not None
    assert held.chunks == result.chunks
