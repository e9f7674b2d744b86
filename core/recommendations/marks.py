"""Letters and signs that stand before recommendations, as SIGN prints them: "R", a tick, A to D.

A mark in a text counts only where the document says what it means, and where what follows it
recommends something: "A" is an article, and a tick may be of any list.

Source: SIGN 50, A guideline developer's handbook (2019 and earlier), on forming recommendations.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.recommendations.definitions import defined
from core.recommendations.direction import speaks_for
from core.recommendations.margin_marks import MarginMarks, Marked
from core.recommendations.statements import Sort
from core.recommendations.stating import matched
from core.spans import text_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir
    from core.spans import Span

_LISTS: dict[str, list[str]] = word_table(__file__)
_MARK = rf"(?P<mark>{'|'.join(_LISTS['marks'])})"
_LEADING = re.compile(rf"{_MARK}\s+(?P<text>[A-ZÄÖÜ][\w-]*[a-zäöü].*)", re.DOTALL)
_WORD = re.compile(rf"(?<!\S){_MARK}(?!\S)")
_ALONE = re.compile(rf"\W*{_MARK}\W*|[✓✔☑√]")


class Marks:
    """The marks that a document explains."""

    def __init__(self, sir: Sir) -> None:
        """Looks for an explanation when a mark is met first."""
        self._sir = sir
        self._explained: dict[str, bool] = {}
        self._margin = MarginMarks(sir, _WORD)

    def beside(self, node: int) -> Sequence[Marked]:
        """The texts in a node beside which a mark stands in the margin, in order."""
        return self._margin.of(node)

    def before(self, span: Span) -> tuple[Span, Span] | None:
        """The mark before or beside a recommendation, and the recommendation."""
        for marked in self.beside(span.node):
            if marked.start == span.start:
                return marked
        match = _LEADING.fullmatch(text_of(self._sir, span))
        if match is None or speaks_for(match["text"]) is None or not self._is_explained(match[1]):
            return None
        return matched(span, match, "mark"), matched(span, match, "text")

    def _is_explained(self, mark: str) -> bool:
        if mark not in self._explained:
            explained = _defining(mark)
            texts = (node.text for node in self._sir.nodes[: self._sir.flow])
            self._explained[mark] = (
                any(map(explained.search, texts))
                or defined(self._sir, Sort.GRADE, mark) is not None
            )
        return self._explained[mark]


def is_mark(text: str) -> bool:
    """Whether a cell holds only a mark."""
    return _ALONE.fullmatch(text) is not None


def states_strength(mark: str) -> bool:
    """Whether a mark says how strong a recommendation is, and not only that it is one."""
    return mark not in _LISTS["without_strength"]


def _defining(mark: str) -> re.Pattern[str]:
    words = "|".join(_LISTS["defining"])
    return re.compile(rf"(?:^|[.;]\s+)[\W_]*{re.escape(mark)}\s*(?:{words})(?!\w)", re.MULTILINE)
