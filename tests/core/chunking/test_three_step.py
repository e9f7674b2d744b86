"""The three steps, by rules and by a model, on texts of the same construction as the paper's."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.stand_in import stand_in
from benchmarks.stand_in.fences import read_fences
from core.chunking import chunk
from core.chunking.asking import fitting
from core.chunking.base import BoundaryKind, ChunkingResult, ChunkSource, Sentences
from core.chunking.continuity import Relation
from core.chunking.paragraphs import paragraphs
from core.chunking.sentence_distances import measure_sentences
from core.chunking.three_step import ThreeStepOptions, steps
from core.chunking.topics_by_model import runs_of
from core.embedding import open_encoder
from core.errors import Cancelled, ModelUnreachable, QuotaSpent
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import Block, bullets, heading, sir_from_texts, table
from tests.strategies import streams
from tests.texts import sir_of_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.llm.base import Reply, Request

TEXTS = sorted((Path(__file__).parent / "three_step_texts").glob("*.txt"))
same_construction = pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)


def options_of(**values: int) -> ThreeStepOptions:
    return ThreeStepOptions.model_validate(values)


OPTIONS = options_of()
NO_RELATIONS: dict[str, list[int]] = {relation.value: [] for relation in Relation}


@lru_cache
def read(path: Path) -> tuple[TokenStream, Sentences]:
    """A text with its sentences as the app measures them."""
    stream = tokenize(sir_of_text(path.read_bytes()), minilm_tokenizer())
    return stream, measure_sentences(stream, open_encoder())


def source_of(path: Path, model: LanguageModel | None = None) -> ChunkSource:
    stream, sentences = read(path)
    return ChunkSource(stream, lambda: sentences, model)


def of_blocks(found: Sequence[Block | str], model: LanguageModel | None = None) -> ChunkSource:
    stream = tokenize(sir_from_texts(found), minilm_tokenizer())
    return ChunkSource(stream, lambda: measure_sentences(stream, open_encoder("hashing")), model)


def answering(respond: Callable[[Request], Reply | str]) -> LanguageModel:
    return LanguageModel(FakeTransport(respond), tries=1, sleep=lambda _: None)


def saying(answers: dict[str, Any]) -> LanguageModel:
    """A model that gives the same answer to every request with a schema of that name."""
    return answering(lambda request: json.dumps(answers[request.schema.__name__]))  # type: ignore[union-attr]


def cut(source: ChunkSource, options: ThreeStepOptions = OPTIONS) -> ChunkingResult:
    return chunk(source, "three_step", options)


@same_construction
def test_five_paragraphs_are_ten_topics_and_seven_chunks(path: Path) -> None:
    source = source_of(path)
    found = steps(source, OPTIONS)
    result = cut(source)
    assert (len(found.paragraphs), len(found.topics), len(result.chunks)) == (5, 10, 7)
    assert result.making.steps == "5 paragraphs, 10 topics, 7 chunks."
    assert result.making.notices == ()
    assert [link.relation for link in found.links if not link.needed] == [
        *[Relation.INDEPENDENT] * 4,
        *[Relation.CHAPTER] * 2,
    ]


@same_construction
def test_the_stand_in_model_finds_the_same_numbers(path: Path) -> None:
    result = cut(source_of(path, LanguageModel(stand_in())))
    assert result.making.steps == "5 paragraphs, 10 topics, 7 chunks."
    assert result.making.model == "stand-in"
    assert result.making.use is not None
    assert result.making.use.usage.output < result.making.rewriting


def test_the_reason_of_a_boundary_says_which_of_the_four_it_was() -> None:
    source = source_of(TEXTS[0])
    reasons = [c.begins.reason for c in cut(source).chunks]
    assert reasons[1].startswith("Independent of what stands before it: a paragraph begins")
    assert any("the topic changes inside the paragraph, at distance 0." in r for r in reasons)
    assert any(r.startswith("Chapter: one begins here") for r in reasons)
    small = [c.begins.reason for c in cut(source, options_of(max_tokens=64)).chunks]
    assert any(r.startswith("Forward dependency ('this procedure'), but") for r in small)
    assert any(r.startswith("Backward dependency ('step'), but") for r in small)


def test_a_text_without_blank_lines_is_one_paragraph() -> None:
    sir = sir_of_text("First line here.\nSecond line here.\nThird line here.")
    stream = tokenize(sir, minilm_tokenizer())
    assert len(paragraphs(stream, 256)) == 1
    assert len(paragraphs(stream, 256)[0].pieces) == 3


def test_headings_stay_with_what_follows_and_lists_with_their_introduction() -> None:
    source = of_blocks([
        heading("Dose"), heading("Adults", 2), "Give the following:", bullets("5 mg", "10 mg"),
        "Another paragraph.", heading("At the end"),
    ])  # fmt: skip
    stream = source.stream
    found = [stream.text(p.pieces[0].start, p.pieces[-1].end) for p in paragraphs(stream, 256)]
    assert found == [
        "Dose\n\nAdults\n\nGive the following:\n\n5 mg\n10 mg",
        "Another paragraph.",
        "At the end",
    ]
    reasons = [c.begins for c in cut(source).chunks]
    assert reasons[-1].kind is BoundaryKind.HEADING


def test_a_long_table_is_split_by_rows_with_its_header() -> None:
    rows = [["Drug", "Dose"], *([f"Substance {n}", f"{n} mg a day"] for n in range(30))]
    result = cut(of_blocks(["Before.", table(rows)]), options_of(max_tokens=48))
    assert all(c.token_count <= 48 for c in result.chunks)
    assert all(c.content.startswith("Drug\tDose") for c in result.chunks[1:])
    assert all(c.begins.kind is BoundaryKind.LOCK for c in result.chunks[2:])


def test_no_block_border_splits_a_paragraph_that_fits() -> None:
    stream, _ = read(TEXTS[0])
    found = [(p.pieces[0].start, p.pieces[-1].end) for p in paragraphs(stream, 512)]
    lengths = [len(stream.text(*bounds)) for bounds in found]
    ranges = fitting(lengths, 800)
    assert [at for low, high in ranges for at in range(low, high)] == list(range(len(found)))
    for low, high in ranges:
        assert sum(lengths[low:high]) <= 800 or high - low == 1


@given(
    st.lists(st.integers(0, 50), min_size=1, max_size=30), st.sets(st.integers(1, 29)),
    st.integers(10, 100),
)  # fmt: skip
def test_every_pair_between_breaks_is_judged_once(
    lengths: list[int], breaks: set[int], most: int
) -> None:
    inside = sorted(at for at in breaks if at < len(lengths))
    runs = runs_of(lengths, inside, most)
    pairs = [at for low, high in runs for at in range(low + 1, high)]
    assert pairs == [at for at in range(1, len(lengths)) if at not in inside]


def test_requests_hold_numbers_and_fenced_text_and_no_more_than_six_blocks() -> None:
    model = LanguageModel(transport := stand_in())
    cut(source_of(TEXTS[0], model), options_of(block_size=200))
    said = [request.turns[0].text for request in transport.requests]
    asked = transport.requests
    read = [read_fences(one.instructions, text) for one, text in zip(asked, said, strict=True)]
    assert not "".join(fences.outside for fences in read).strip()
    assert max(map(len, said)) < 6 * 200 + 500
    assert len(said) > 3


def test_with_a_model_no_sentence_is_embedded() -> None:
    def embedded() -> Sentences:
        raise AssertionError("not needed")

    source = of_blocks(["Alone.", heading("Dose"), "Give 5 mg. Or 10 mg.", table([["A"], ["B"]])])
    result = cut(ChunkSource(source.stream, embedded, LanguageModel(stand_in())))
    assert result.making.model == "stand-in"


def test_a_model_that_is_gone_leaves_it_to_the_rules_and_is_not_named() -> None:
    def gone(_: Request) -> str:
        raise QuotaSpent("The quota is spent.")

    by_rules = cut(source_of(TEXTS[0]))
    result = cut(source_of(TEXTS[0], answering(gone)))
    assert [c.id for c in result.chunks] == [c.id for c in by_rules.chunks]
    assert result.making.model == ""
    assert all("The quota is spent." in notice for notice in result.making.notices)
    assert len(result.making.notices) == 2


def test_requests_that_fail_are_counted_and_not_the_runs_that_they_are_about() -> None:
    relations = NO_RELATIONS | {"forward": [999]}
    model = saying({"TopicStarts": {"starts": []}, "PassageLinks": relations})
    making = cut(source_of(TEXTS[0], model), options_of(block_size=200)).making
    assert isinstance(model.transport, FakeTransport)
    sent = [r for r in model.transport.requests if r.schema and r.schema.__name__ != "TopicStarts"]
    asked = len(sent) // 2  # each once more, with what was wrong
    assert f"({asked} of {asked} requests failed)" in making.notices[0]


def test_a_block_that_fails_is_left_to_the_rules_and_the_others_to_the_model() -> None:
    helper = stand_in()

    def once(request: Request) -> Reply | str:
        if "Echo triage" in request.turns[0].text:
            raise ModelUnreachable("No answer in time.")
        return helper.send(request, 1.0)

    model = LanguageModel(FakeTransport(once), tries=1, sleep=lambda _: None)
    result = cut(source_of(TEXTS[0], model), options_of(block_size=1000))
    assert len(result.chunks) == 7
    assert "No answer in time." in result.making.notices[0]


def test_numbers_that_do_not_exist_are_refused() -> None:
    model = saying({"TopicStarts": {"starts": [99]}, "PassageLinks": NO_RELATIONS})
    result = cut(source_of(TEXTS[0], model))
    assert "There is no sentence 99" in result.making.notices[0]
    assert len(result.chunks) == 7
    assert "pairs of passages the model gave no clear relation" in result.making.repairs[0]
    assert len(result.making.repairs) == 1
    assert result.making.model == ""


def test_a_step_whose_answers_are_of_no_use_is_said_to_be_that_of_rules() -> None:
    model = saying({"TopicStarts": {"starts": []}, "PassageLinks": NO_RELATIONS})
    making = cut(source_of(TEXTS[0], model)).making
    assert making.model
    assert making.steps.endswith("chunks. Rules alone found the relations of all passages.")


def test_numbers_out_of_order_are_sorted_and_said_to_be() -> None:
    model = saying({"TopicStarts": {"starts": [4, 2, 4]}, "PassageLinks": NO_RELATIONS})
    texts = ["One is here. Two is here. Three is here. Four is here. Five is here."]
    result = cut(of_blocks(texts, model))
    assert "sorted" in result.making.repairs[0]
    assert len(steps(of_blocks(texts, model), OPTIONS).topics) == 3


def test_cancelling_ends_the_work() -> None:
    def stop(_: int, __: int) -> None:
        raise Cancelled("stopped")

    stream, sentences = read(TEXTS[0])
    source = ChunkSource(stream, lambda: sentences, LanguageModel(stand_in()), stop)
    with pytest.raises(Cancelled):
        cut(source)


numbers = st.integers(-3, 40) | st.integers(10**9, 10**12)
links = st.fixed_dictionaries(
    {relation.value: st.lists(numbers, max_size=4) for relation in Relation}
)
replies = st.one_of(
    st.lists(numbers, max_size=12).map(lambda found: json.dumps({"starts": found})),
    links.map(json.dumps),
    st.text(max_size=30),
)


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(stream=streams(), said=st.lists(replies, min_size=1, max_size=4), data=st.data())
def test_whatever_a_model_returns_no_text_changes_and_nothing_is_lost(
    stream: TokenStream, said: list[str], data: st.DataObject
) -> None:
    turn = iter(range(10**6))
    model = answering(lambda _: said[next(turn) % len(said)])
    size = data.draw(st.sampled_from([16, 64, 512]))
    source = ChunkSource(stream, lambda: measure_sentences(stream, open_encoder("hashing")), model)
    asks = data.draw(st.booleans())
    options = options_of(max_tokens=size, block_size=200, paragraphs_by_model=asks)
    result = chunk(source, "three_step", options)
    owned = [(c.cut.start, c.cut.end) for c in result.chunks]
    assert all(one[1] == two[0] for one, two in pairwise(owned))
    assert (owned[0][0], owned[-1][1]) == (0, len(stream)) if owned else not len(stream)
    assert all(c.token_count <= size for c in result.chunks)
    seen = [np.zeros(len(node.text), bool) for node in stream.sir.nodes]
    for c in result.chunks:
        for segment in c.segments:
            seen[segment.node][segment.start : segment.end] = True
    for node, marks in zip(stream.sir.nodes[: stream.sir.flow], seen, strict=False):
        assert all(mark or letter.isspace() for mark, letter in zip(marks, node.text, strict=True))
