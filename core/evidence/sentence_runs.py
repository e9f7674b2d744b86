"""Runs of sentences: what is quoted of a paragraph that is too long for a glance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.spans import Span

PARAGRAPH_UP_TO = 500
"""Characters up to which a paragraph is quoted whole."""


def runs_of(sentences: Sequence[tuple[Span, ...]]) -> list[tuple[Span, ...]]:
    """Sentences that follow each other, joined to texts of like length, no longer than a paragraph.

    A sentence alone often leaves open what it speaks of; only one that is longer stands alone.
    """
    total = sum(map(length_of, sentences))
    fair = total / math.ceil(total / PARAGRAPH_UP_TO)
    joined: list[tuple[Span, ...]] = []
    place, so_far = -1, 0
    for spans in sentences:
        before, place = place, int((so_far + length_of(spans) / 2) / fair)
        so_far += length_of(spans)
        longer = _merged([*joined[-1], *spans]) if place == before else ()
        if longer and length_of(longer) <= PARAGRAPH_UP_TO:
            joined[-1] = longer
        else:
            joined.append(spans)
    return joined


def _merged(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Spans with those of one node that follow each other as one."""
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].node == span.node:
            merged[-1] = merged[-1]._replace(end=span.end)
        else:
            merged.append(span)
    return tuple(merged)


def length_of(spans: Sequence[Span]) -> int:
    """Characters of spans."""
    return sum(span.end - span.start for span in spans)
