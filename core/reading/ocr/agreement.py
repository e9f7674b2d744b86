"""Whether a text layer and the picture of its letters say the same."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

ALIKE = 0.5
"""Share of letters that agree from which a line of the layer is right, apart from mistakes."""

CERTAIN = 0.75
"""Confidence from which what was read can prove a text layer wrong."""

READABLE = re.compile(r"[A-Za-z0-9\u00c0-\u024f\u3040-\u30ff\u4e00-\u9fff]")
"""Letters of the scripts that the recogniser knows: of others it cannot be the judge."""

_NO_LETTERS = re.compile(r"\W+|_")


def is_readable(text: str) -> bool:
    """Whether most of a text is in a script that the recogniser knows."""
    return len(READABLE.findall(text)) * 2 > len(text)


def agreement(text: str, picture: NDArray[np.uint8]) -> float | None:
    """Share of letters on which a line and its upright picture agree, 0 to 1; None if not sure.

    `picture` holds grey levels, (height, width).
    """
    # Its models take long to load.
    from core.reading.ocr.rapid import recognise

    letters, confidence = recognise(picture)
    if letters.text and confidence < CERTAIN:
        return None
    first, second = (_NO_LETTERS.sub("", words.casefold()) for words in (text, letters.text))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def spread(lines: Sequence[T], count: int) -> Sequence[T]:
    """At most so many of the lines, at even distances."""
    step = max(len(lines) // count, 1)
    return lines[step // 2 :: step][:count]
