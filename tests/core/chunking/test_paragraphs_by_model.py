"""Step 1 by a model: it names lines, and rules hold where it may not or cannot."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.stand_in import stand_in
from core.chunking.paragraphs import lines, paragraphs
from core.chunking.three_step import ThreeStepOptions, steps
from core.errors import ModelUnreachable
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import Block, bullets, heading, sir_from_texts, table
from tests.core.chunking.test_three_step import TEXTS, answering, cut, of_blocks, source_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.llm.base import Reply, Request

BLOCKS = [
    heading("Doses"), "Adults take 5 mg twice a day", "and no more than that.",
    heading("Storage"), "Keep it cool.", "Keep it dry.",
]  # fmt: skip
BY_MODEL = ThreeStepOptions(paragraphs_by_model=True)


def stream_of(blocks: Sequence[Block | str]) -> TokenStream:
    return tokenize(sir_from_texts(blocks), minilm_tokenizer())


def naming(*starts: int) -> LanguageModel:
    """A model that begins paragraphs with these lines, and changes nothing else."""

    def respond(request: Request) -> Reply | str:
        if request.schema and request.schema.__name__ == "ParagraphStarts":
            return json.dumps({"starts": starts})
        return FakeTransport.send(helper, request, 1.0)

    helper = stand_in()
    return answering(respond)


def texts_of(model: LanguageModel | None) -> list[str]:
    source = of_blocks(BLOCKS, model)
    found = steps(source, BY_MODEL).paragraphs
    return [source.stream.text(p.pieces[0].start, p.pieces[-1].end) for p in found]


def test_lines_are_elements_behind_their_headings() -> None:
    stream = stream_of(BLOCKS)
    assert [(stream.text(*place), is_open) for place, is_open in lines(stream)] == [
        ("Doses\n\nAdults take 5 mg twice a day", False),
        ("and no more than that.", True),
        ("Storage\n\nKeep it cool.", False),
        ("Keep it dry.", True),
    ]


def test_the_model_mends_a_paragraph_that_blank_lines_part() -> None:
    assert len(texts_of(None)) == 4
    assert texts_of(naming(4)) == [
        "Doses\n\nAdults take 5 mg twice a day\n\nand no more than that.",
        "Storage\n\nKeep it cool.",
        "Keep it dry.",
    ]


def test_a_heading_begins_a_paragraph_whatever_the_model_names() -> None:
    assert texts_of(naming()) == [
        "Doses\n\nAdults take 5 mg twice a day\n\nand no more than that.",
        "Storage\n\nKeep it cool.\n\nKeep it dry.",
    ]


def test_a_table_ends_a_paragraph_without_being_asked_about() -> None:
    model = LanguageModel(transport := stand_in())
    cut(of_blocks(["Before.", table([["Dose"], ["5 mg"]]), "Behind."], model), BY_MODEL)
    assert not any(
        request.schema and request.schema.__name__ == "ParagraphStarts"
        for request in transport.requests
    )


def test_lines_that_do_not_exist_are_refused_and_rules_find_the_paragraphs() -> None:
    result = cut(of_blocks(BLOCKS, naming(99)), BY_MODEL)
    assert "There is no line 99" in result.making.notices[0]
    assert result.making.steps.startswith("4 paragraphs")
    assert result.making.record is not None
    assert not any(one.by for one in result.making.record.paragraphs)


def test_without_a_model_the_option_changes_nothing() -> None:
    stream = stream_of(BLOCKS)
    assert len(texts_of(None)) == len(paragraphs(stream, 256))


def test_an_outage_is_told_with_what_was_asked() -> None:
    def gone(_: Request) -> str:
        raise ModelUnreachable("No answer in time.")

    making = cut(of_blocks(BLOCKS, answering(gone)), BY_MODEL).making
    assert making.notices[0].startswith("The language model did not find the paragraphs")
    assert making.model == ""


def test_it_is_shown_no_text_whole_and_writes_none() -> None:
    model = LanguageModel(transport := stand_in())
    making = cut(of_blocks([*BLOCKS, "A long line that goes on. " * 40], model), BY_MODEL).making
    shown = transport.requests[0].turns[0].text
    assert len(shown) < 400
    assert making.use is not None
    assert making.use.calls >= 2


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_five_ten_and_seven_hold_with_paragraphs_by_the_stand_in(path: Path) -> None:
    result = cut(source_of(path, LanguageModel(stand_in())), BY_MODEL)
    assert result.making.steps == "5 paragraphs, 10 topics, 7 chunks."


def test_a_list_stays_with_the_line_that_announces_it_unless_the_model_parts_them() -> None:
    blocks = ["Give the following:", bullets("5 mg", "10 mg")]
    assert len(paragraphs(stream_of(blocks), 256)) == 1
    stream = stream_of(blocks)
    second = [start for (start, _), _ in lines(stream)][1]
    assert len(paragraphs(stream, 256, {second: True})) == 2
