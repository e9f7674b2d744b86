"""Planned chunks as a file: the same chunks come back, and a damaged file counts as none."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.stand_in import stand_in
from core.chunking import PLANNED, chunk, make_options
from core.chunking.base import ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.chunking.serialization import pack_chunks, unpack_chunks
from core.embedding import open_encoder
from core.file_format import Form, decode_values, encode_values, unchanged
from core.llm.model import LanguageModel
from core.refining import refine
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import bullets, heading, sir_from_texts, table

BLOCKS = [
    heading("Terms"),
    "The Data Security Committee (DSC) meets every month. An incident is any event that harms.",
    heading("Duties"),
    "The DSC reviews each incident. It may close a system.",
    bullets("Report it at once.", "Keep the log."),
    table([["Level", "Name"], ["Level 1", "Public"], ["Level 2", "Internal"]]),
]

PATH = Path("plan.json")


@pytest.fixture(scope="module")
def stream() -> TokenStream:
    return tokenize(sir_from_texts(BLOCKS), minilm_tokenizer())


@pytest.mark.parametrize("strategy", sorted(PLANNED))
def test_planned_chunks_come_back_as_they_were(strategy: str, stream: TokenStream) -> None:
    def sentences() -> Sentences:
        return measure_sentences(stream, open_encoder("hashing"))

    model, options = LanguageModel(stand_in()), make_options(strategy, {"max_tokens": 32})
    result = refine(chunk(ChunkSource(stream, sentences, model), strategy, options), model)
    assert any(one.signature for one in result.chunks)
    assert result.making.agent_steps
    assert result.making.use
    back = unpack_chunks(stream, strategy, options, pack_chunks(result), PATH)
    assert back is not None
    assert back.ids == tuple(each.id for each in result.chunks)
    assert (back.chunks, back.making) == (result.chunks, result.making)


def test_a_file_without_ids_is_read_as_before(stream: TokenStream) -> None:
    options = make_options("fixed", {"max_tokens": 16})
    none = Sentences(np.zeros(0, np.int32), np.zeros(0, np.float32))
    result = chunk(ChunkSource(stream, lambda: none), "fixed", options)
    form = Form("sightline.plan", (unchanged,))
    values = decode_values(form, pack_chunks(result), PATH)
    for each in values["chunks"]:
        del each["id"]
    back = unpack_chunks(stream, "fixed", options, encode_values(form, values), PATH)
    assert back is not None
    assert back.ids == ()
    assert dict(back.by_id) == dict(result.by_id)


def test_a_damaged_file_or_one_of_another_stream_counts_as_none(stream: TokenStream) -> None:
    options = make_options("retrieval_aware", {})
    none = Sentences(np.zeros(0, np.int32), np.zeros(0, np.float32))
    source = ChunkSource(stream, lambda: none, LanguageModel(stand_in()))
    held = pack_chunks(chunk(source, "retrieval_aware", options))
    other = tokenize(sir_from_texts(["Something else."]), minilm_tokenizer())
    assert unpack_chunks(other, "retrieval_aware", options, held, PATH) is None
    assert unpack_chunks(stream, "retrieval_aware", options, held[:-9], PATH) is None
    changed = json.loads(held) | {"making": None}
    content = json.dumps(changed).encode()
    assert unpack_chunks(stream, "retrieval_aware", options, content, PATH) is None
