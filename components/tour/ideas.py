"""The ideas of the tour: a source each, its words, and the setting that shows it.

A further stop is one more row of `ideas.json`, and a function that shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.chunking import make_options
from core.configuration import Configuration
from core.refining.options import DEFAULT_REFINING, WHOLE
from core.text.word_tables import word_table

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
    refined: bool = False

    @property
    def configuration(self) -> Configuration:
        """The setting, as it can be opened on the page Chunks."""
        values = {"max_tokens": self.size} if self.size else {}
        options = make_options(self.strategy, values)
        refining = WHOLE if self.refined else DEFAULT_REFINING
        return Configuration(self.strategy, options, refining=refining)


IDEAS = tuple(Idea(**row) for row in word_table(__file__))
"""The stops in their order."""
