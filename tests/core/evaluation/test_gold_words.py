from __future__ import annotations

import pytest

from core.evaluation.gold_words import gold_tokens, gold_words
from core.evaluation.metrics.spans import ranges_of
from core.evaluation.questions.base import Evidence, GoldLine
from core.evaluation.questions.locating import lines_of_page
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import aside, heading, sir_from_texts
from tests.core.evaluation.questions.making import locate


@pytest.fixture(scope="module")
def stream() -> TokenStream:
    sir = sir_from_texts(
        [heading("Dose"), "Give 5 mg of velotinib a day and wait for it.", aside("Page 1")]
    )
    return tokenize(sir, minilm_tokenizer())


def _held(stream: TokenStream, *pieces: Evidence) -> str:
    ranges = ranges_of(gold_tokens(stream, pieces))
    return " ".join(stream.text(start, end) for start, end in ranges)


def _evidence(stream: TokenStream, excerpt: str) -> Evidence:
    found = locate(stream.sir, excerpt)
    assert found is not None
    return found.evidence


def test_tokens_of_evidence_are_those_of_its_words(stream: TokenStream):
    assert _held(stream, _evidence(stream, "5 mg of velotinib")) == "5 mg of velotinib"


def test_pieces_of_evidence_are_taken_together(stream: TokenStream):
    pieces = _evidence(stream, "Give 5"), _evidence(stream, "wait for it.")
    assert _held(stream, *pieces) == "Give 5 wait for it."


def test_without_evidence_no_token_is_marked(stream: TokenStream):
    assert len(gold_tokens(stream, [])) == len(stream)
    assert not gold_tokens(stream, []).any()


def test_evidence_outside_of_the_flow_marks_no_token(stream: TokenStream):
    piece = _evidence(stream, "Page 1")
    assert gold_words(stream.sir, piece.lines).sum() == 2
    assert not gold_tokens(stream, [piece]).any()


def test_a_line_holds_the_words_whose_middle_it_covers(stream: TokenStream):
    (line,) = lines_of_page(stream.sir, 1)[0].lines
    narrow = line.model_copy(update={"right": (line.left + line.right) / 2 - 0.001})
    assert gold_words(stream.sir, [line]).sum() == 1
    assert gold_words(stream.sir, [narrow]).sum() == 0


def test_a_line_of_another_page_holds_nothing(stream: TokenStream):
    line = GoldLine(page=2, left=0, top=0, right=1, bottom=1)
    assert gold_words(stream.sir, [line]).sum() == 0
