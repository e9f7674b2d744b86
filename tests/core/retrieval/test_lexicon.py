"""Words of documents and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refining import refine
from core.refining.options import RefiningOptions
from core.retrieval.lexical import lexical_evidence
from core.retrieval.lexicon import Lexicon, main_page, read_words
from core.text.content_words import content_words, stem_list
from core.text.words import word_list
from tests.builders import heading, sir_from_texts
from tests.core.answering.builders import FILLER, GUIDELINE, found, found_in
from tests.cutting import cut
from tests.strategies import sirs

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.sir import Sir

STRATEGIES = st.sampled_from(["fixed", "recursive", "hierarchical"])


@settings(max_examples=40)
@given(sir=sirs(), strategy=STRATEGIES, word=st.sampled_from(["dose", "patients"]))
def test_each_chunk_holds_the_words_of_its_content_and_headings(
    sir: Sir, strategy: str, word: str
) -> None:
    result = found_in(sir, strategy).result
    words = read_words(result)
    stem = stem_list([word], words.language)[0]
    for index, chunk in enumerate(result.chunks):
        held = {segment.node for segment in chunk.segments}
        above = [sir.nodes[node].text for node in chunk.lineage if node not in held]
        counted = sum(
            int((words.stem[low:high] == stem).sum())
            for low, high, owner in zip(words.low, words.high, words.owner, strict=True)
            if owner == index
        )
        text = "\n".join([*above, chunk.content])
        assert counted == stem_list(word_list(text), words.language).count(stem)


@settings(max_examples=25)
@given(sir=sirs())
def test_words_stand_on_the_pages_of_their_boxes(sir: Sir) -> None:
    words = read_words(found_in(sir).result)
    assert set(words.page.tolist()) <= {0, *(page.number for page in sir.pages)}


def counted(result: ChunkingResult, word: str) -> list[float]:
    """How often each chunk is found by a word."""
    words = read_words(result)
    held = np.cumsum([0, *(words.stem == stem_list([word], words.language)[0])])
    found = held[words.high] - held[words.low]
    return np.bincount(words.owner, found, len(result.chunks)).tolist()


TERMS = [
    heading("Bodies"), "The Data Security Committee (DSC) meets.",
    heading("Reports"), "Reports go to the DSC within two days.",
]  # fmt: skip
SUPPLEMENT = RefiningOptions(supplement=True)


def weighed(question: str, *results: ChunkingResult) -> list[list[float]]:
    """The scores of the chunks of each document."""
    documents = [read_words(result) for result in results]
    scores = lexical_evidence(content_words(question), documents).scores
    return [part.tolist() for part in scores]


def test_a_chunk_is_found_by_what_its_terms_mean_if_it_is_refined() -> None:
    plain = cut(TERMS, "topology")
    refined, other = refine(plain, refining=SUPPLEMENT), found(GUIDELINE).result
    question = "When does the data security committee get reports?"
    assert np.argmax(weighed(question, plain)[0]) == 0
    assert np.argmax(weighed(question, refined)[0]) == 1
    assert np.argmax(weighed(question, other, refined)[1]) == 1
    lexicon = Lexicon()
    assert lexicon.of(plain) is not lexicon.of(refined)


def test_what_a_term_means_changes_nothing_for_questions_that_do_not_say_it_whole() -> None:
    plain = cut(TERMS, "topology")
    refined = refine(plain, refining=SUPPLEMENT)
    for question in ("Who is in the committee for data?", "What goes to the DSC?"):
        assert weighed(question, refined) == weighed(question, plain)


def test_headings_above_can_be_left_out() -> None:
    result = cut([heading("Chapter"), "One. " * 40, "Two. " * 40], "fixed", max_tokens=32)
    assert sum(counted(result, "chapter")) > 1
    without = refine(result, refining=RefiningOptions(lineage=False))
    assert sum(counted(without, "chapter")) == 1


def test_a_word_that_no_chunk_holds_weighs_most() -> None:
    documents = [read_words(found(GUIDELINE).result)]
    weights = lexical_evidence(["dose", "radiotherapy"], documents).weights
    assert weights[1] > weights[0] > 0


def test_a_chunk_profits_from_the_rest_of_its_page() -> None:
    row = "Total of all items of the year is 12 and not a cent more."
    texts = [row, *[FILLER] * 5, "Balance of the subsidiary.", FILLER[:160], row]
    result = found(texts, max_tokens=16).result
    scores = lexical_evidence(["total", "subsidiary"], [read_words(result)]).scores[0]
    first, second = (i for i, chunk in enumerate(result.chunks) if "Total" in chunk.content)
    assert scores[second] > scores[first]


def test_all_words_together_beat_one_that_is_repeated() -> None:
    texts = ["Veradine lowers fever. " + FILLER, "Veradine, veradine, veradine! " + FILLER]
    words = read_words(found(texts, max_tokens=40).result)
    scores = lexical_evidence(["veradine", "lowers", "fever"], [words]).scores[0]
    assert scores.argmax() == 0


def test_evidence_of_several_documents_is_split_by_document() -> None:
    one, two = found(GUIDELINE).result, found(["Veradine is dear."]).result
    scores = lexical_evidence(["veradine"], [read_words(one), read_words(two)]).scores
    assert [len(part) for part in scores] == [len(one.chunks), len(two.chunks)]
    assert scores[1][0] > 0


def test_a_question_without_words_gives_no_evidence() -> None:
    scores = lexical_evidence([], [read_words(found(GUIDELINE).result)]).scores
    assert not np.any(scores[0])


def test_a_chunk_belongs_to_the_page_most_of_it_stands_on() -> None:
    sir = sir_from_texts([*["One line."] * 28, "word " * 40])
    result = found_in(sir, max_tokens=64).result
    last = next(chunk for chunk in result.chunks if chunk.pages == (1, 2))
    assert main_page(result.stream, last) == 2


def test_a_chunking_is_read_once() -> None:
    lexicon, result = Lexicon(), found(GUIDELINE).result
    assert lexicon.of(result) is lexicon.of(result)
