"""Chunks of pieces that are no neighbours: planned over HTTP, whole, each piece in its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.chunking import chunk, make_options
from core.chunking.assembly import line_boxes
from core.chunking.base import BoundaryKind, ChunkingResult, ChunkSource, Sentences
from core.chunking.serialization import pack_chunks, unpack_chunks
from core.evaluation.agreement.chunk_agreement import boundaries
from core.export.chunks_jsonl import chunk_record
from core.file_format import Form, decode_values, encode_values, unchanged
from core.llm.gemini import GeminiTransport
from core.llm.model import LanguageModel
from core.retrieval.lexicon import main_page
from core.spans import Role, joined
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import bullets, heading, sir_from_texts
from tests.gemini_server import GeminiServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.stand_in import Asked

    Planned = Callable[..., ChunkingResult]

FILL = "other words " * 116
"""Nearly a page, so that what comes behind it stands on the next one."""
BLOCKS = [
    heading("Manual"), heading("Dose", 2), "Adults take five.", FILL, bullets("red", "blue"),
    FILL, heading("Storage", 2), bullets("green", "white"), "Keep it cool.",
]  # fmt: skip
"""Units h1 h2 p1 p2 l1 p3 h3 l2 p4."""
PATH = Path("plan.json")


@pytest.fixture(scope="module")
def stream() -> TokenStream:
    return tokenize(sir_from_texts(BLOCKS), minilm_tokenizer())


class Planner:
    """A service that answers with the plan it was given last."""

    plan = ""

    def __call__(self, asked: Asked) -> str:
        assert asked.schema == "UnitPlan"
        return json.dumps({"chunks": self.plan})


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner()


@pytest.fixture(scope="module")
def model(planner: Planner) -> Iterator[LanguageModel]:
    with GeminiServer(planner) as server:
        yield LanguageModel(GeminiTransport("planner", "no-key", server.url))


@pytest.fixture
def planned(stream: TokenStream, planner: Planner, model: LanguageModel) -> Planned:
    def plan(text: str, **values: bool) -> ChunkingResult:
        planner.plan = text
        none = Sentences(np.zeros(0, np.int32), np.zeros(0, np.float32))
        options = make_options("retrieval_aware", {"max_tokens": 512, **values})
        result = chunk(ChunkSource(stream, lambda: none, model), "retrieval_aware", options)
        assert result.making.model == "planner", result.making.notices
        own = sorted(piece for one in result.chunks for piece in one.cut.pieces)
        assert [start for start, _ in own] == [0, *(end for _, end in own[:-1])]
        assert own[-1][1] == len(stream)
        return result

    return plan


LEAP = "h1-p1 l1 l2/p2/p3/h3 p4"
"""Three pieces; h3 goes with l2, which stands below it."""


def test_pieces_are_one_chunk_in_reading_order_with_blank_lines_between(planned: Planned) -> None:
    result = planned(LEAP)
    one = result.chunks[0]
    assert one.content == (
        "Manual\n\nDose\n\nAdults take five.\n\nred\nblue\n\nStorage\n\ngreen\nwhite"
    )
    assert len(one.cut.pieces) == 3
    assert one.content == joined(result.sir, one.segments)
    assert one.token_count == sum(end - start for start, end in one.cut.pieces)


def test_lists_that_are_no_neighbours_do_not_read_as_one(planned: Planned) -> None:
    result = planned("h1 h2 p1/p2/p3/l1 l2/p4")
    one = next(
        chunk for chunk in result.chunks if chunk.content.startswith("Manual\n\nDose\n\nred")
    )
    assert "blue\n\nStorage\n\ngreen" in one.content  # The heading goes with the list below it.


def test_a_piece_carries_the_heading_that_leads_to_it_where_it_stands(planned: Planned) -> None:
    result = planned("h1-p1 p4/p2/l1-p3/h3-l2")
    one = result.chunks[0]
    assert one.content == "Manual\n\nDose\n\nAdults take five.\n\nStorage\n\nKeep it cool."
    assert [s.role for s in one.segments][-2:] == [Role.HEADING, Role.OWN]


def test_chunks_begin_and_end_where_pieces_do(planned: Planned) -> None:
    result = planned(LEAP)
    first, second = result.chunks[:2]
    assert (second.begins.kind, second.ends.reason) == (BoundaryKind.PLAN, "Chunk 1 goes on here.")
    assert first.ends == result.chunks[-1].begins
    assert result.chunks[-1].ends.kind is BoundaryKind.END
    for start, end in first.cut.pieces:
        assert set(result.owners[start:end].tolist()) == {first.index}
    whole = planned("h1-p1/p2/l1/p3/h3-l2/p4")
    assert boundaries(result.owners, whole.owners).differing == ()


def test_pages_and_lines_are_those_of_the_pieces(planned: Planned) -> None:
    result = planned(LEAP)
    one = result.chunks[0]
    on = [set(result.stream.page[start:end].tolist()) for start, end in one.cut.pieces]
    assert one.pages == tuple(sorted(set.union(*on)))
    assert len(one.pages) > 1
    assert {line.box.page for line in line_boxes(result.stream, one)} == set(one.pages)
    assert main_page(result.stream, one) == 1
    record = chunk_record(result, one, "a.pdf")
    assert [segment["piece"] for segment in record["segments"]] == [1, 1, 1, 2, 2, 3, 3, 3]


def test_pieces_come_back_from_disk_and_plans_of_earlier_versions_still_open(
    planned: Planned,
) -> None:
    result = planned(LEAP)
    packed = pack_chunks(result)
    back = unpack_chunks(result.stream, "retrieval_aware", result.options, packed, PATH)
    assert back is not None
    assert back.chunks == result.chunks
    whole = planned("h1-p1/p2/l1/p3/h3-l2/p4")
    values = decode_values(Form("sightline.plan", (unchanged,)), pack_chunks(whole), PATH)
    for held in values["chunks"]:
        del held["further"]
    old = encode_values(Form("sightline.plan"), values)
    back = unpack_chunks(whole.stream, "retrieval_aware", whole.options, old, PATH)
    assert back is not None
    assert back.chunks == whole.chunks


def test_without_leaps_the_same_plan_is_divided_and_says_so(planned: Planned) -> None:
    result = planned(LEAP, leaps=False)
    assert all(len(chunk.cut.pieces) == 1 for chunk in result.chunks)
    assert any("divided at the gaps: 1." in repair for repair in result.making.repairs)


def test_headings_that_the_plan_repeats_stand_above_the_chunk(planned: Planned) -> None:
    result = planned("h1-p1/h1 p2/h2 l1/p3/h1 h3-p4")
    assert result.making.repairs == ()
    above = [
        [result.sir.nodes[s.node].text for s in one.segments if s.role is Role.HEADING]
        for one in result.chunks
    ]
    assert above == [[], ["Manual", "Dose"], ["Manual", "Dose"], ["Manual", "Dose"], ["Manual"]]


def test_missing_levels_are_filled_with_the_first_heading_where_wished(
    planner: Planner, model: LanguageModel
) -> None:
    blocks = [heading("Manual"), "One.", heading("Dose"), "Two.", "Three."]
    flat = tokenize(sir_from_texts(blocks), minilm_tokenizer())
    planner.plan = "h1 p1/h2 p2/p3"
    none = Sentences(np.zeros(0, np.int32), np.zeros(0, np.float32))
    for fill, expected in ((False, "Dose\n\nThree."), (True, "Manual\n\nDose\n\nThree.")):
        options = make_options("retrieval_aware", {"fill_levels": fill})
        result = chunk(ChunkSource(flat, lambda: none, model), "retrieval_aware", options)
        assert result.chunks[-1].content == expected


def test_a_plan_over_http_with_every_fault_loses_no_text(planned: Planned) -> None:
    result = planned("h1-p1 x7 p9-p2/l1 l1 p1/p4 h3/")
    said = " ".join(result.making.repairs)
    for fault in ("Ids of no unit, left out: 2.", "named more than once", "left out by the plan"):
        assert fault in said
    held = " ".join(one.content for one in result.chunks)
    assert all(node.text in held for node in result.sir.nodes[: result.sir.flow])
