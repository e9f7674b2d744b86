"""What the steps found is on record, with the places of the evidence, and is read again."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.stand_in import stand_in
from core.chunking import make_options
from core.chunking.continuity import Relation
from core.chunking.serialization import _FORM, _Stored, pack_chunks, unpack_chunks
from core.chunking.step_record import StepRecord, merge_in_words
from core.configuration import Configuration
from core.configuration.address import from_address, to_address
from core.configuration.labels import label
from core.export.steps_json import steps_record
from core.file_format import decode_model, encode_model
from core.llm.model import LanguageModel
from tests.core.chunking.test_three_step import TEXTS, cut, options_of, source_of

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult

GARDEN = next(path for path in TEXTS if path.stem == "garden")


@pytest.fixture(scope="module")
def result() -> ChunkingResult:
    return cut(source_of(GARDEN))


@pytest.fixture(scope="module")
def record(result: ChunkingResult) -> StepRecord:
    assert result.making.record is not None
    return result.making.record


def test_pieces_of_each_step_share_out_the_text(result: ChunkingResult, record: StepRecord) -> None:
    for pieces in (record.paragraphs, record.topics):
        assert pieces[0].start == 0
        assert pieces[-1].end == len(result.stream)
        assert all(one.end == two.start for one, two in itertools.pairwise(pieces))
    assert (len(record.paragraphs), len(record.topics), len(record.links)) == (5, 10, 9)


def test_evidence_stands_in_the_topic_and_its_explanation_before(
    result: ChunkingResult, record: StepRecord
) -> None:
    texts = result.sir.nodes
    needed = [(at, link) for at, link in enumerate(record.links, 1) if link.needed]
    assert [at for at, _ in needed] == [1, 3, 7]
    for at, link in needed:
        words, sentence = link.expression, link.sentence
        assert words is not None
        assert sentence is not None
        shown = texts[words.node].text[words.start : words.end]
        assert shown.lower().startswith(link.evidence.lower()[:4])
        assert shown in result.stream.text(record.topics[at].start, record.topics[at].end)
        assert sentence.start <= words.start < words.end <= sentence.end
        before = result.stream.text(record.topics[at - 1].start, record.topics[at - 1].end)
        if link.relation is Relation.BACKWARD:
            assert link.explained is not None
            assert texts[link.explained.node].text[slice(*link.explained[1:])] in before
        else:
            assert link.explained is None


def test_reasons_of_merges_name_the_words(record: StepRecord) -> None:
    assert merge_in_words(record.links[0]) == (
        "Kept together with what stands before it because it points back: 'this technique'."
    )
    assert "uses a term that only what stands before it explains: 'ring'" in merge_in_words(
        record.links[2]
    )


def test_topics_are_kept_together_only_up_to_the_size(record: StepRecord) -> None:
    assert record.kept_together({c.cut.start for c in cut(source_of(GARDEN)).chunks}) == [1, 3, 7]
    small = cut(source_of(GARDEN), options_of(max_tokens=64))
    assert small.making.record is not None
    assert small.making.record.kept_together({c.cut.start for c in small.chunks}) == []


def test_a_relation_by_model_has_the_words_that_rules_find_for_it() -> None:
    record = cut(source_of(GARDEN, LanguageModel(stand_in()))).making.record
    assert record is not None
    assert record.links[0].by == "stand-in"
    assert record.links[0].evidence == "this technique"
    assert record.links[0].expression is not None


def test_a_plan_on_disk_keeps_the_record_and_one_of_before_still_opens() -> None:
    result = cut(source_of(GARDEN, LanguageModel(stand_in())))
    options, path = make_options("three_step", {}), Path("plan.json")
    packed = pack_chunks(result)
    back = unpack_chunks(result.stream, "three_step", options, packed, path)
    assert back is not None
    assert back.making == result.making
    stored = decode_model(_FORM, _Stored, packed, path).model_dump(mode="json")
    del stored["making"]["record"]
    before = encode_model(_FORM, _Stored.model_validate(stored))
    opened = unpack_chunks(result.stream, "three_step", options, before, path)
    assert opened is not None
    assert opened.making == replace(result.making, record=None)


def test_the_key_of_plans_made_before_paragraphs_by_model_stays() -> None:
    config = Configuration("three_step", make_options("three_step", {}))
    asked = Configuration("three_step", make_options("three_step", {"paragraphs_by_model": True}))
    assert to_address(config) == "three_step,max_tokens=512,block_size=2000"
    assert "paragraphs_by_model" not in json.dumps(config.to_json())
    assert "paragraphs_by_model" not in label(config)
    assert config.chunks_key != asked.chunks_key
    assert from_address(to_address(asked)).options == asked.options


def test_the_record_as_json_has_counts_relations_and_lines(result: ChunkingResult) -> None:
    values = steps_record(result)
    assert values is not None
    assert json.loads(json.dumps(values)) == values
    assert values["counts"] == {"paragraphs": 5, "topics": 10, "chunks": 7}
    kept = [one for one in values["relations"] if one["kept_together"]]
    assert len(kept) == 3
    assert all(one["evidence"]["expression"]["boxes"] for one in kept)
    assert [one["chunk"] for one in values["topics"]] == [0, 0, 1, 1, 2, 3, 4, 4, 5, 6]
