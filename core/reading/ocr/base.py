"""What every OCR engine takes and gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.geometry import Box

    Picture = NDArray[np.uint8]
    """A page or part of one: (height, width) grey levels, 0 is black."""


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word as read: its box in pixels from the top left, and a confidence from 0 to 1."""

    text: str
    box: Box
    confidence: float


@dataclass(frozen=True, slots=True)
class OcrLine:
    """Words of one line in reading order.

    `angle` is the direction of the text in degrees clockwise (0, 90 or 270). `certain` is
    whether the gaps between all words were found in the picture.
    """

    words: tuple[OcrWord, ...]
    angle: int = 0
    certain: bool = True

    @property
    def text(self) -> str:
        """The words, a space between each two."""
        return " ".join(word.text for word in self.words)


class OcrEngine(Protocol):
    """Reads text from pictures. The same picture gives the same lines."""

    name: str

    def read(self, image: Picture, dpi: int) -> list[OcrLine]:
        """The lines of an upright picture, from the top down.

        Raises:
            MissingExtra: a program or a language that the engine needs is not installed.
        """
        ...
