"""RapidOCR: models of PP-OCR inside its wheel, run by onnxruntime without a network.

Its classifier of text direction is left out, because it turns upright lines upside down: how a
page lies is found beforehand (see `pose`). Lines are recognised one at a time: padding them to
the width of the widest of a batch costs a fifth of the time.
"""

from __future__ import annotations

import os
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np

from core.reading.ocr.base import OcrLine, OcrWord
from core.reading.ocr.ink import find_ink
from core.reading.ocr.word_cutting import Letters, by_spaces, cut

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rapidocr import RapidOCR
    from rapidocr.ch_ppocr_rec.typings import WordInfo

    from core.geometry import Box
    from core.reading.ocr.base import Picture
    from core.reading.ocr.word_cutting import Piece

    Quad = NDArray[np.float32]
    """Corners (4, 2) of a line in pixels, clockwise from where its text begins."""

DETECTION_DPI = 110
"""Lines are found in a smaller picture; one of twice the size takes four times as long."""

SMALLEST_SIDE, LARGEST_SIDE = 960, 2560
"""Bounds of the longer side of that picture, in pixels."""

TALL, TALLEST = 1.5, 3.0
"""Height over width from which a line may run down or up the page, and from which it must."""

DOUBTFUL = 0.5
"""Confidence below which a line is taken for a drawing, not for text."""


class RapidEngine:
    """Detection and recognition by PP-OCRv6: Latin letters, Chinese and Japanese."""

    name = "rapidocr"

    def read(self, image: Picture, dpi: int) -> list[OcrLine]:
        """The lines of an upright picture, from the top down."""
        lines = [_read_line(image, quad) for quad in find_lines(image, dpi)]
        return [line for line in lines if line is not None]


def find_lines(image: Picture, dpi: int, fine: int = DETECTION_DPI) -> list[Quad]:
    """The corners of every line of text, from the top down, whatever its direction.

    `fine` is the resolution of the picture that they are found in.
    """
    from rapidocr.main import RapidOCRError

    longer = max(image.shape)
    least = SMALLEST_SIDE * fine / DETECTION_DPI
    side = min(max(longer * fine / dpi, least), LARGEST_SIDE, longer)
    scale = side / longer
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    padded: dict[str, dict[str, int]] = {}
    try:
        _, detected = _engine().detect_and_crop(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), padded)
    except RapidOCRError:  # its word for a picture without text
        return []
    boxes = np.array(detected.boxes, np.float32)
    boxes -= np.array([padded["padding_1"]["left"], padded["padding_1"]["top"]], np.float32)
    return list(boxes / np.float32(scale))


def recognise(picture: Picture) -> tuple[Letters, float]:
    """The letters of the upright picture of one line, and the mean of their confidences."""
    output = _engine().recognize_txt([cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)])
    spaced, places = (output.txts or ("",))[0], cast("WordInfo", output.word_results[0])
    text, ends = by_spaces(spaced)
    columns = [column for word in places.word_cols for column in word]
    centres = (np.array(columns) + 0.5) * picture.shape[1] / max(places.line_txt_len, 1.0)
    sure = [conf for char, conf in zip(spaced, places.confs, strict=False) if char.strip()]
    if not len(text) == len(centres) == len(sure):  # a sign that stands for several letters
        centres = (np.arange(len(text)) + 0.5) * picture.shape[1] / max(len(text), 1)
        sure = [output.scores[0]] * len(text)
    return Letters(text, centres, np.array(sure), ends), float(output.scores[0])


def line_picture(image: Picture, quad: Quad) -> Picture:
    """The part of the image inside the corners, turned upright."""
    matrix, width, height = _into_line(quad)
    flags, border = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
    part = cv2.warpPerspective(image, matrix, (width, height), flags=flags, borderMode=border)
    return np.asarray(part, np.uint8)


def facing(quad: Quad, angle: float) -> Quad:
    """The corners from where text begins that runs at `angle` degrees clockwise."""
    x, y = (np.roll(quad, -1, axis=0) - quad).T
    sides = np.hypot(x, y)
    towards = x * np.cos(np.radians(angle)) + y * np.sin(np.radians(angle))
    return np.roll(quad, -int(np.argmax(towards / np.maximum(sides, 1e-6))), axis=0)


def side_lengths(quad: Quad) -> NDArray[np.float32]:
    """(4,) pixels from each corner to the next."""
    return np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)


def _into_line(quad: Quad) -> tuple[NDArray[np.float64], int, int]:
    """The map from the image into the picture of a line, and the size of that."""
    sides = side_lengths(quad)
    width, height = max(round(max(sides[0], sides[2])), 1), max(round(max(sides[1], sides[3])), 1)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.array(cv2.getPerspectiveTransform(quad, corners), np.float64), width, height


def _read_line(image: Picture, quad: Quad) -> OcrLine | None:
    """The line in whichever direction it can be read best."""
    _, width, height = _into_line(quad)
    angles = [0] if height < TALLEST * width else []
    if height >= TALL * width:
        angles += [90, 270]
    readings: list[tuple[float, int, Quad, Picture, Letters]] = []
    for angle in angles:
        corners = facing(quad, angle)
        picture = line_picture(image, corners)
        letters, score = recognise(picture)
        if letters.text and score >= DOUBTFUL:
            readings.append((score, angle, corners, picture, letters))
    return _line(*max(readings, key=itemgetter(0))[1:]) if readings else None


def _line(angle: int, quad: Quad, picture: Picture, letters: Letters) -> OcrLine:
    ink = find_ink(picture)
    height, width = picture.shape
    rows = (float(ink.top), float(ink.bottom)) if ink else (0.0, float(height))
    back = np.array(np.linalg.inv(_into_line(quad)[0]), np.float64)
    pieces = cut(letters, ink, width)
    words = [_word(piece, letters, rows, back) for piece in pieces]
    return OcrLine(tuple(words), angle, all(piece.certain for piece in pieces))


def _word(
    piece: Piece, letters: Letters, rows: tuple[float, float], back: NDArray[np.float64]
) -> OcrWord:
    text = letters.text[piece.first : piece.last]
    confidence = float(letters.confidences[piece.first : piece.last].mean())
    return OcrWord(text, _mapped((piece.left, rows[0], piece.right, rows[1]), back), confidence)


def _mapped(box: Box, back: NDArray[np.float64]) -> Box:
    """The upright box around a box of the picture of a line, in the image."""
    left, top, right, bottom = box
    corners = np.array([[(left, top), (right, top), (right, bottom), (left, bottom)]], np.float32)
    mapped = cv2.perspectiveTransform(corners, back)[0]
    x, y = mapped[:, 0], mapped[:, 1]
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


@cache
def _engine() -> RapidOCR:
    """The models, loaded once in a process."""
    from rapidocr import RapidOCR

    parameters = {
        "Global.log_level": "error",
        "EngineConfig.onnxruntime.intra_op_num_threads": _threads(),
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        "Global.return_word_box": True,
        "Det.limit_type": "max",
        "Det.limit_side_len": LARGEST_SIDE,
        "Det.max_candidates": 5000,
        "Rec.rec_batch_num": 1,
        "Rec.rec_img_shape": [3, 48, 48],
    }
    return RapidOCR(params=parameters)


def _threads() -> int:
    """As many as the environment allows; workers beside each other are given one each."""
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    return int(allowed) if allowed.isdigit() else os.cpu_count() or 1
