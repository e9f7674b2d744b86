"""Words of documents as files, and counted together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pymupdf
import pytest

from core.parsing import get_parser
from core.refining import refine
from core.retrieval.chunk_words import ChunkWords, pack_words, unpack_words
from core.retrieval.lexical import lexical_evidence
from core.retrieval.lexicon import read_words
from core.text.content_words import content_words, stem_list
from tests.core.answering.builders import FILLER, GUIDELINE, found, found_in
from tests.core.retrieval.document_by_document import lexical_scores

SAMPLES = Path(__file__).parents[3] / "sample_docs"


@pytest.fixture(scope="module")
def documents() -> list[ChunkWords]:
    """The words of sample documents in two languages, and of one without any."""
    parser = get_parser("structural_rule")
    read: list[ChunkWords] = []
    for name in ("data_security_policy", "narrative", "onkologie_leitlinie_de"):
        with pymupdf.open(SAMPLES / f"{name}.pdf") as pdf:
            read.append(read_words(found_in(parser.parse(pdf, name, parser.options())).result))
    return [*read, read_words(found([]).result)]


@pytest.mark.parametrize(
    "question",
    [
        "How often must passwords of the data centre be changed, and how often passwords?",
        "Wie hoch ist die Dosis der Chemotherapie bei Patienten mit Fieber?",
        "What does the captain find?",
        "zzyzx",
        "",
    ],
)
def test_documents_counted_together_score_as_one_by_one(
    documents: list[ChunkWords], question: str
) -> None:
    words = content_words(question)
    scores = np.concatenate(lexical_evidence(words, documents).scores)
    assert scores.tolist() == pytest.approx(lexical_scores(words, documents).tolist(), abs=1e-12)


def test_what_is_kept_is_what_was_read(documents: list[ChunkWords]) -> None:
    for words in documents:
        again = unpack_words(pack_words(words, "tree"), "tree")
        assert again and (again.language, again.place) == (words.language, words.place)
        for name in (
            "stem",
            "page",
            "low",
            "high",
            "owner",
            "quoted",
            "first",
            "segments",
            "chunk_page",
        ):
            array = getattr(words, name)
            assert getattr(again, name).dtype == array.dtype
            assert getattr(again, name).tolist() == array.tolist()


def test_what_terms_mean_is_kept() -> None:
    texts = ["The Data Security Committee (DSC) meets.", FILLER, "Reports go to the DSC."]
    words = read_words(refine(found(texts, max_tokens=32).result))
    assert words.meanings
    again = unpack_words(pack_words(words, "tree"), "tree")
    assert again and again.meanings == words.meanings


def test_words_of_something_else_and_damaged_ones_are_none() -> None:
    content = pack_words(read_words(found(GUIDELINE).result), "tree")
    assert unpack_words(content, "another tree") is None
    for damaged in (b"", content[:-1], content[:40], content[:300] + b"?" + content[301:]):
        assert unpack_words(damaged, "tree") is None


def test_a_chunk_holds_the_stems_of_its_words_alone() -> None:
    place = found(GUIDELINE)
    words = read_words(place.result)
    chunk = next(chunk for chunk in place.result.chunks if "liver enzymes" in chunk.content)
    language = words.language
    assert words.holds(chunk.id, stem_list(["liver", "enzyme"], language))
    assert words.holds(chunk.id, [])
    assert not words.holds(chunk.id, stem_list(["liver", "veradine"], language))
