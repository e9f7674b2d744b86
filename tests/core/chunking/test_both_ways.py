"""The strategies of language models on real files: by a model, and by rules alone."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest

from benchmarks.stand_in import stand_in
from core.chunking import PLANNED, STRATEGIES, chunk, make_options
from core.chunking.base import ChunkingResult, ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.embedding import open_encoder
from core.llm.model import LanguageModel
from core.parsing import get_parser
from core.spans import joined
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize

FOLDER = Path(__file__).parents[3] / "sample_docs"
SAMPLES = [FOLDER / "oddities.pdf", FOLDER / "onkologie_leitlinie_de.pdf"]
FOUR = sorted({*PLANNED, "heading_anchored"} & set(STRATEGIES))


@cache
def stream_of(path: Path) -> TokenStream:
    parser = get_parser("structural_rule")
    with pymupdf.open(path) as pdf:
        return tokenize(parser.parse(pdf, path.stem, parser.options()), minilm_tokenizer())


@cache
def sentences_of(path: Path) -> Sentences:
    return measure_sentences(stream_of(path), open_encoder("hashing"))


def cut(path: Path, strategy: str, model: LanguageModel | None) -> ChunkingResult:
    source = ChunkSource(stream_of(path), lambda: sentences_of(path), model)
    return chunk(source, strategy, make_options(strategy, {}))


def check(path: Path, strategy: str) -> None:
    """Both ways hold every token once and verbatim, and say truly who planned."""
    for model in (None, LanguageModel(stand_in())):
        result = cut(path, strategy, model)
        # Statements of one sentence share its tokens.
        ranges = list(dict.fromkeys((one.cut.start, one.cut.end) for one in result.chunks))
        assert (ranges[0][0], ranges[-1][1]) == (0, len(result.stream))
        assert all(one[1] == two[0] for one, two in pairwise(ranges))
        assert all(one.content == joined(result.sir, one.segments) for one in result.chunks)
        asked = model is not None and strategy in PLANNED
        assert result.making.model in ({"stand-in", ""} if asked else {""})
        assert bool(result.making.use and result.making.use.calls) <= asked


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("strategy", FOUR)
def test_samples_are_cut_both_ways(strategy: str, path: Path) -> None:
    check(path, strategy)


@pytest.mark.parametrize("strategy", FOUR)
def test_a_real_guideline_is_cut_both_ways(strategy: str, data: Path) -> None:
    check(data / "nice_ng243" / "ng243.pdf", strategy)


def test_a_plan_of_ids_costs_a_small_part_of_writing_the_text_anew(data: Path) -> None:
    path = data / "nice_ng243" / "ng243.pdf"
    making = cut(path, "retrieval_aware", LanguageModel(stand_in())).making
    assert making.rewriting == len(stream_of(path))
    assert making.use is not None
    assert 10 * making.use.usage.output < making.rewriting
