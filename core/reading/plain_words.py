"""Words of plain lines: what stands between their blanks, found for all lines of a page at once."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from core.reading.characters import (
    LEADER,
    NARROWEST,
    SIZE,
    UNPAINTED,
    Chars,
    Word,
    is_repeat,
    most,
    parted,
    storable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PLAIN = re.compile(
    "[ -~\xa0-\xac\xae-\u200a\u2010-\u2029\u202f-\u205f\u2061-\ufefe\uff00-\U0010ffff]*"
)
"""A text without characters that steer layout."""

RUN = re.compile(r"\S+")

TWICE = re.compile(r"(?=(\S)\1)")
"""Where a character follows its like."""

END = Chars("\n", [(0.0, 0.0, 0.0, 0.0)], [(0.0, False, False, UNPAINTED, 0, None, 0)], 0)
"""What parts two lines."""


def plain_words(lines: Sequence[Chars]) -> list[list[Word] | None]:
    """The words of each line; None for one whose characters have to be looked at one by one."""
    plain = [_is_plain(line) for line in lines]
    words = iter(_words([line for line, alone in zip(lines, plain, strict=True) if alone]))
    return [next(words) if alone else None for alone in plain]


def _is_plain(line: Chars) -> bool:
    """Whether the words of a line are what stands between its blanks, as they mostly are."""
    if line.inks > 1 or not PLAIN.fullmatch(line.text):
        return False
    low, high = line.axis
    for match in TWICE.finditer(line.text):
        before, box = line.boxes[match.start() : match.start() + 2]
        if is_repeat(match[1], box[low], box[high], before[low]):
            return False
    return True


def _words(lines: Sequence[Chars]) -> list[list[Word]]:
    """The words of each of these lines, all of which are plain."""
    every = [part for line in lines for part in (line, END)]
    text = storable("".join([part.text for part in every]))
    styles = list(chain.from_iterable(part.styles for part in every))
    spans = np.array([match.span() for match in RUN.finditer(text)], int).reshape(-1, 2)
    starts = np.cumsum([0, *(len(line.text) + len(END.text) for line in lines)])
    owners = (np.searchsorted(starts, spans[:, 0], "right") - 1).tolist()
    by_line: list[list[Word]] = [[] for _ in lines]
    columns = (owners, spans.tolist(), *_measured(every, spans))
    for owner, (start, end), (left, top, right, bottom), gap in zip(*columns, strict=True):
        style = most(styles[start:end])
        word = Word(text[start:end], (left, top, right, bottom), style, [])
        if gap > NARROWEST * style[SIZE] or LEADER in word.text:
            first = start - int(starts[owner])
            chars = lines[owner].listed()[first : first + len(word.text)]
            by_line[owner] += parted(word._replace(chars=chars))
        else:
            by_line[owner].append(word)
    return by_line


def _measured(
    lines: Sequence[Chars], spans: NDArray[np.int64]
) -> tuple[list[list[float]], list[float]]:
    """Boxes of words, and the widest gap within each, by where they stand in the text of all."""
    edges = chain.from_iterable(chain.from_iterable(line.boxes for line in lines))
    boxes = np.fromiter(edges, float).reshape(-1, 4)
    within = (spans - (0, 1)).ravel()
    low = np.minimum.reduceat(boxes[:, :2], spans.ravel())[::2]
    high = np.maximum.reduceat(boxes[:, 2:], spans.ravel())[::2]
    gaps = np.maximum.reduceat(boxes[1:, 0] - boxes[:-1, 2], within)[::2]
    return np.hstack([low, high]).tolist(), gaps.tolist()
