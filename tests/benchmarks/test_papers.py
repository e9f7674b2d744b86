"""The benchmark of the papers on a small document: places as the papers count them."""

from __future__ import annotations

from benchmarks.corpora import read_stream
from benchmarks.papers import Corpus, measure, run
from core.embedding import open_encoder

TEXT = "\n\n".join(
    f"Paragraph {n} tells of {thing} and of nothing else, in words of its own."
    for n, thing in enumerate(("rivers", "mountains", "deserts", "forests", "islands", "glaciers"))
)


def test_a_corpus_has_its_places() -> None:
    questions = ["What tells of deserts?", "What tells of glaciers?"]
    things = ["deserts", "glaciers"]
    corpus = Corpus(
        "small",
        read_stream("small", TEXT),
        questions,
        lambda _, number, chunk: things[number] in chunk.content,
    )
    figures = {figure.name: figure for figure in measure(corpus, open_encoder("hashing"))}
    assert figures["R@3, small, propositions"].value == 1.0
    assert figures["R@5, small, fixed"].value == figures["DCG@5, small, fixed"].value == 1.0


def test_without_the_data_nothing_is_measured() -> None:
    assert run(None) == []
