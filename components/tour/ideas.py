"""The ideas of the tour: a source each, its words, and the setting that shows it.

A further stop is one more row of `IDEAS`, and a function that shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.chunking import make_options
from core.configuration import Configuration
from core.refining.options import DEFAULT_REFINING, WHOLE, RefiningOptions

SAMPLE = "oncology_guideline_en.pdf"
"""The document that all ideas are shown on."""
PAGE = 7
"""The page of it, 1-based: it has recommendations, acronyms, and passages that point back."""


@dataclass(frozen=True, slots=True)
class Idea:
    """One stop: what the source adds in a few sentences, and `shows`, `module:function` that gives
    what is to be seen (see `components.tour.shown.Shown`).
    """

    key: str
    source: str
    title: str
    words: str
    strategy: str
    shows: str
    size: int = 0
    refining: RefiningOptions = DEFAULT_REFINING

    @property
    def configuration(self) -> Configuration:
        """The setting, as it can be opened on the page Chunks."""
        values = {"max_tokens": self.size} if self.size else {}
        options = make_options(self.strategy, values)
        return Configuration(self.strategy, options, refining=self.refining)


IDEAS = (
    Idea(
        "topology",
        "TopoChunker",
        "Each document by its own route, each chunk understood by itself",
        "An Inspector probes a document and chooses the cheapest way that reads it well. Chunks "
        "follow its structure, and a Refiner adds what acronyms, terms and references mean, in "
        "words that stand elsewhere in the document.",
        "topology",
        "components.tour.shown:topology",
        refining=WHOLE,
    ),
    Idea(
        "sections",
        "Structured chunking v2",
        "Whole sections, as long as a request has room for them",
        "Main headings decide where chunks begin. How long one may be is worked out from what the "
        "model takes at once and in a minute; only a section over this budget is divided, at its "
        "subheadings.",
        "heading_anchored",
        "components.tour.shown:sections",
    ),
    Idea(
        "ids",
        "W-RAC",
        "A plan that names units, and never writes their text",
        "The document is split into units with short ids. A plan only groups ids, so a model that "
        "makes it writes a small part of the tokens, and no word of the document can change.",
        "retrieval_aware",
        "components.tour.shown:units",
    ),
    Idea(
        "steps",
        "Practical RAG chunking",
        "Paragraphs, topics, and which of them need each other",
        "Blank lines part paragraphs, changes of topic part these, and then neighbours are joined "
        "again where one points back or uses a term that only the other explains.",
        "three_step",
        "components.tour.shown:steps",
    ),
    Idea(
        "lines",
        "Thesis on exact attribution",
        "The lines of a chunk, not the boxes of the elements it touches",
        "Sizes and overlap are counted in tokens, and every token knows its word on the page. So "
        "a chunk that begins inside a paragraph is marked line by line, where whole elements "
        "would mark what it does not hold.",
        "hierarchical",
        "components.tour.shown:lines",
        size=64,
    ),
)
"""The stops in their order."""
