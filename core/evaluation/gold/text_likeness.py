"""Whether a text is of a document: by runs of letters, so that spelling and language do not count.

Two documents of one language share many words, but few runs of eight letters.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.evaluation.gold.base import Gold
    from core.sir import Sir

_RUN = 8
_FEWEST = 60
"""Runs below which nothing can be said of a text."""
_LEAST = 0.15
"""Share of the runs of a gold that stand in its document, OCR or not."""


def is_of_another(gold: Gold, sir: Sir) -> bool:
    """Whether hardly anything of the text of a gold stands in a tree that holds text itself."""
    runs = _runs(gold.markdown or "".join(element.text for element in gold.elements))
    known = _runs("".join(node.text for node in sir.nodes))
    if min(len(runs), len(known)) < _FEWEST:
        return False
    return len(runs & known) < _LEAST * len(runs)


def _runs(text: str) -> set[str]:
    letters = "".join(filter(str.isalpha, unicodedata.normalize("NFKC", text).casefold()))
    return {letters[at : at + _RUN] for at in range(len(letters) - _RUN + 1)}
