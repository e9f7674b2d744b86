"""Answers to questions from chunks that were found: verbatim quotes, or checked claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.retrieval.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.answering.extractive import ExtractiveAnswerer
    from core.retrieval.cross_encoder import Reader


def open_answerer(
    lexicon: Lexicon | None = None,
    title_of: Callable[[str], str] = lambda _: "",
    open_reader: Callable[[], Reader] | None = None,
) -> ExtractiveAnswerer:
    """What answers by rules; keep it or `lexicon`, which remembers words of documents.

    `title_of` gives what a document is called, by its id: its title, its file. `open_reader` gives
    what reads texts closely; by default the cross-encoder.
    """
    from core.answering.extractive import ExtractiveAnswerer  # Its models take seconds to import.

    return ExtractiveAnswerer(lexicon or Lexicon(), title_of, open_reader)
