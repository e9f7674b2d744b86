"""Tesseract, where its program is installed: words with their boxes from its TSV output."""

from __future__ import annotations

import csv
import shutil
import subprocess
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

import cv2

from core.errors import MissingExtra
from core.reading.ocr import PROGRAM
from core.reading.ocr.base import OcrLine, OcrWord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.ocr.base import Picture

LANGUAGES = ("eng", "deu", "fra", "spa", "ita", "nld", "por", "pol")
"""Packs used where they are installed, in this order; other scripts are used beside them."""

SCRIPTS = ("chi_sim", "chi_tra", "jpn", "kor", "ara", "heb", "rus", "ell")

SECONDS = 120
"""Time for one page."""

WORD = "5"
"""The level of a row of the TSV that stands for a word."""


class TesseractEngine:
    """Tesseract with every language pack that is installed and known here."""

    name = "tesseract"

    def __init__(self, program: str = PROGRAM) -> None:
        """Raises `MissingExtra` where the program, or every pack, is not installed."""
        path = shutil.which(program)
        if path is None:
            raise MissingExtra(
                "The program tesseract is not installed. Install it (Debian: apt install "
                "tesseract-ocr), or choose the OCR engine rapidocr, which needs no program."
            )
        self._program = path
        self._languages = _languages(_installed(path))

    def read(self, image: Picture, dpi: int) -> list[OcrLine]:
        """The lines of an upright picture, from the top down.

        Raises:
            MissingExtra: the program cannot read pictures with these packs.
        """
        picture = cv2.imencode(".png", image)[1].tobytes()
        options = ["-l", "+".join(self._languages), "--psm", "3", "--dpi", str(dpi)]
        output = run_program([self._program, "stdin", "stdout", *options, "tsv"], picture)
        return lines_of(output)


def lines_of(tsv: str) -> list[OcrLine]:
    """The lines of Tesseract's TSV output, in its order."""
    rows = csv.DictReader(tsv.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    words = [row for row in rows if row["level"] == WORD and (row["text"] or "").strip()]
    return [
        OcrLine(tuple(_word(row) for row in line))
        for _, line in groupby(words, key=lambda row: [row[part] for part in _LINE])
    ]


_LINE = ("page_num", "block_num", "par_num", "line_num")


def _word(row: dict[str, str]) -> OcrWord:
    left, top, width, height = (float(row[key]) for key in ("left", "top", "width", "height"))
    confidence = min(max(float(row["conf"]) / 100, 0.0), 1.0)
    return OcrWord(row["text"].strip(), (left, top, left + width, top + height), confidence)


@cache
def _installed(program: str) -> frozenset[str]:
    try:
        return frozenset(run_program([program, "--list-langs"], b"").split("\n")[1:]) - {""}
    except RuntimeError as error:
        raise MissingExtra(
            "Tesseract does not say which languages it has. Install it anew, or choose RapidOCR."
        ) from error


def _languages(installed: frozenset[str]) -> list[str]:
    known = [pack for pack in (*LANGUAGES, *SCRIPTS) if pack in installed]
    if not known:
        raise MissingExtra(
            "Tesseract has no language pack eng. Install it (Debian: apt install "
            "tesseract-ocr-eng)."
        )
    return known


def run_program(command: Sequence[str], content: bytes) -> str:
    """What Tesseract prints when it gets these bytes.

    Raises:
        MissingExtra: it cannot be started.
        RuntimeError: it failed, or took too long, on what it was given.
    """
    try:
        done = subprocess.run(
            command, input=content, capture_output=True, timeout=SECONDS, check=True
        )
    except OSError as error:
        raise MissingExtra(
            "Tesseract cannot be started. Install it anew, or choose RapidOCR."
        ) from error
    # What follows concerns this picture alone: its page is left out, not the document.
    except subprocess.TimeoutExpired as error:
        raise RuntimeError(f"Tesseract took more than {SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        last = error.stderr.decode("utf-8", "replace").strip().split("\n")[-1] or str(error)
        raise RuntimeError(f"Tesseract cannot read it: {last}") from error
    return done.stdout.decode("utf-8", "replace")
