"""Ways to answer a question, by name, loaded on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import plugins

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.answering.base import Answerer
    from core.retrieval.cross_encoder import Reader
    from core.retrieval.lexicon import Lexicon

EXTRACTIVE = "extractive"

ANSWERERS = {EXTRACTIVE: "core.answering.extractive:ExtractiveAnswerer"}


def open_answerer(
    name: str = EXTRACTIVE,
    lexicon: Lexicon | None = None,
    title_of: Callable[[str], str] = lambda _: "",
    open_reader: Callable[[], Reader] | None = None,
) -> Answerer:
    """The way to answer of that name; keep it or `lexicon`, which remembers words of documents.

    `title_of` gives what a document is called, by its id: its title, its file. `open_reader` gives
    what reads texts closely; by default the cross-encoder.

    Raises:
        InvalidOption: there is no such name.
    """
    return plugins.load(ANSWERERS, name)(lexicon, title_of, open_reader)
