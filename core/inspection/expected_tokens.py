"""About what a language model is asked where it takes part in a path, before it is asked."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from core.llm.base import CHARACTERS, PICTURE_TOKENS, Usage
from core.sir import Route

if TYPE_CHECKING:
    from core.inspection.results import MetadataAnswer

PAGE = Usage(PICTURE_TOKENS + 765, 1600)
"""Tokens of a page that a model reads: 515 instruct it, 250 are the form of its answer. An answer
copies some 700 tokens of text, and names category and box of 20 elements with 45 more each;
thoughts come on top.
"""

_WINDOW = 2250
"""Tokens of text that the slicer is shown at once."""
_REPEATED = 1.15
"""Tokens for each of the text: numbers of paragraphs, and those that windows share."""
_AROUND, _ANSWERED = 220, 20
"""Tokens of the instructions of a window, and of its answer."""


class Expected(NamedTuple):
    """Tokens in so many calls."""

    usage: Usage
    calls: int


def to_part(characters: float) -> Expected:
    """What the slicer takes to part a narrative of so many characters (path 2)."""
    tokens = characters / CHARACTERS
    calls = ceil(tokens / _WINDOW)
    return Expected(Usage(round(_REPEATED * tokens) + _AROUND * calls, _ANSWERED * calls), calls)


def to_read(pages: int) -> Expected:
    """What a model takes that reads so many pages from their pictures (path 3)."""
    return Expected(Usage(PAGE.input * pages, PAGE.output * pages), pages)


def expected(path: Route, metadata: MetadataAnswer) -> Expected:
    """What a path takes with a model, for a document with these measures; rules ask nothing."""
    if path is Route.SEMANTIC_FLOW:
        return to_part(metadata.characters * metadata.pages)
    return to_read(metadata.pages if path is Route.VISUAL_TOPOLOGY else 0)
