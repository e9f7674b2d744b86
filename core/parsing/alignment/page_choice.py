"""The pages on which elements stand of which their parser does not say it."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.alignment.page_tokens import PageTokens
    from core.parsing.alignment.tokens import Token

_MOST_PAGES = 12
"""Pages of a pair of words from which on it says nothing."""
_FEW = 4
"""Pairs of words without which single words decide."""
_SHARE = 0.15
"""Share of the pairs that a further page must hold for the text to go on there."""


class PageChoice:
    """Which words, and pairs of neighbouring words, stand on which pages."""

    def __init__(self, page: PageTokens, count: int) -> None:
        """`count` is the number of pages of the document."""
        self._count = count
        self._pairs: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
        self._words: defaultdict[str, set[int]] = defaultdict(set)
        numbers = page.page.tolist()
        for number, token in zip(numbers, page.tokens, strict=True):
            self._words[token.text].add(number)
        for at, (token, following) in enumerate(pairwise(page.tokens)):
            if numbers[at] == numbers[at + 1]:
                self._pairs[token.text, following.text].add(numbers[at])
        self.last = 1
        """The page on which the text before was found."""

    def of(self, text: Sequence[Token]) -> tuple[int, int]:
        """The first and last page of a text; pages near that of the text before are preferred."""
        votes: Counter[int] = Counter()
        for token, following in pairwise(text):
            pages = self._pairs.get((token.text, following.text), set())
            if len(pages) <= _MOST_PAGES:
                votes.update(pages)
        if sum(votes.values()) < _FEW:
            votes = Counter(page for token in text for page in self._words.get(token.text, ()))
        if not votes:
            return self.last, min(self.last + 1, self._count)
        most = max(votes.values())
        best = min((page for page in votes if votes[page] == most), key=self._distance)
        first = last = best
        while votes[last + 1] > _SHARE * most and last < self._count:
            last += 1
        while votes[first - 1] > _SHARE * most:
            first -= 1
        if len(text) <= _FEW:
            return best, best
        # Its first words may stand at the foot of the page before, where the text before it ends,
        # and its last words at the top of the next page.
        return first - (self.last < first), min(last + 1, self._count)

    def _distance(self, page: int) -> tuple[int, bool]:
        return abs(page - self.last), page < self.last
