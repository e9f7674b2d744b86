"""Which figures are described, and which chunk finds each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.chunking.additions import FigureDescription
from core.geometry import BoundingBox
from core.indexing.search_text import embedding_text
from core.node_links import CAPTION
from core.refining.figures import figures_of, with_descriptions
from core.sir import ElementType
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import Block, heading, sir_from_texts
from tests.cutting import cut

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.sir import Sir

LABELS = Block(ElementType.FIGURE, children=(Block(ElementType.PARAGRAPH, "noon 87 percent"),))
BARE = Block(ElementType.FIGURE)
WHOLE = BoundingBox(1, 0.1, 0.5, 0.9, 0.8)
SENTENCES = [f"Sentence {word} is here." for word in ("one", "two", "three", "four")]


def chunked(sir: Sir) -> ChunkingResult:
    """A chunk for nearly each paragraph."""
    return cut(tokenize(sir, minilm_tokenizer()), "recursive", max_tokens=16, overlap=0.0)


def placed(sir: Sir, *regions: BoundingBox) -> list[int]:
    """Gives the figures of a tree their places; their indexes."""
    figures = [at for at, node in enumerate(sir.nodes) if node.type is ElementType.FIGURE]
    for node, region in zip(figures, regions, strict=True):
        sir.nodes[node].regions = (region,)
    return figures


def found_by(result: ChunkingResult, node: int) -> str:
    """The content of the one chunk that has the description of a figure."""
    described = with_descriptions(result, [FigureDescription(node, "An azure bar.", "sees")])
    [chunk] = [chunk for chunk in described.chunks if chunk.descriptions]
    assert chunk.content == result.by_id[chunk.id].content, "it is no part of the content"
    assert embedding_text(described, chunk).endswith("\nAn azure bar.")
    return chunk.content


def test_figures_of_less_than_two_percent_or_without_a_place_are_left_out():
    sir = sir_from_texts(["Text.", BARE, BARE, BARE])
    large, small, nowhere = placed(
        sir, WHOLE, BoundingBox(1, 0.1, 0.1, 0.2, 0.25), BoundingBox(1, 0.0, 0.0, 1.0, 1.0)
    )
    sir.nodes[nowhere].regions = ()
    assert figures_of(sir) == ((large,), (small, nowhere))


def test_a_figure_is_found_by_the_chunk_that_holds_its_text():
    sir = sir_from_texts([*SENTENCES[:2], LABELS, *SENTENCES[2:]])
    [figure] = placed(sir, WHOLE)
    assert "noon 87 percent" in found_by(chunked(sir), figure)


def test_a_figure_without_text_is_found_by_the_chunk_of_its_caption():
    caption = Block(ElementType.CAPTION, "Figure 1. Output.")
    sir = sir_from_texts([*SENTENCES, caption, BARE])
    [figure] = placed(sir, WHOLE)
    tied = next(node for node in sir.nodes if node.type is ElementType.CAPTION)
    sir.nodes[figure].metadata[CAPTION] = tied.id
    # Nearer to the first line than to its caption.
    sir.nodes[figure].regions = (BoundingBox(1, 0.1, 0.0, 0.9, 0.05),)
    assert "Figure 1. Output." in found_by(chunked(sir), figure)


@pytest.mark.parametrize(("top", "nearest"), [(0.0, "one"), (0.7, "four")])
def test_a_figure_without_words_is_found_by_the_chunk_nearest_on_its_page(top: float, nearest: str):
    sir = sir_from_texts([*SENTENCES, BARE])
    [figure] = placed(sir, BoundingBox(1, 0.1, top, 0.9, top + 0.05))
    assert nearest in found_by(chunked(sir), figure)


def test_a_figure_on_a_page_without_chunks_is_found_by_the_one_before_it():
    sir = sir_from_texts([heading("Part"), *SENTENCES[:2], BARE, *SENTENCES[2:]])
    [figure] = placed(sir, BoundingBox(9, 0.1, 0.1, 0.9, 0.9))
    assert "two" in found_by(chunked(sir), figure)


def test_a_document_without_chunks_stays_without_descriptions():
    result = chunked(sir_from_texts(["Text.", BARE]))
    empty = replace(result, chunks=())
    assert with_descriptions(empty, [FigureDescription(2, "A bar.", "sees")]) is empty
