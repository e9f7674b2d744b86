"""A narrative whose paragraphs are numbered, and a model that parts it by these numbers."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING

from core.settings import load_settings
from core.workbench import Workbench
from tests.core.parsing.papers import Paper
from tests.made_once import made_once

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from benchmarks.stand_in import Asked

_BEES = "bees fly from flower to flower and carry the pollen home to the hive where honey is made"
_OPENS = "Paragraph {} tells of"
_PARAGRAPHS = 48
_NUMBERED = re.compile(r"^\[S(\d+)\] Paragraph (\d+) tells", re.MULTILINE)
BEGINS = (7, 31, 47)
"""Paragraphs with which the model begins a segment."""


def respond(asked: Asked) -> str:
    shown = [(int(place), int(number)) for place, number in _NUMBERED.findall(asked.text)]
    return json.dumps({"boundaries": [place for place, number in shown if number in BEGINS]})


def narrative() -> bytes:
    """Paragraphs on one topic, numbered in their first words; none differs from the others."""
    chance = random.Random(7)
    paper = Paper(_PARAGRAPHS // 8)
    for number in range(_PARAGRAPHS):
        page, y = number // 8, 80.0 + number % 8 * 80
        words = [_OPENS.format(number), *chance.choices(_BEES.split(), k=44)]
        lines = [" ".join(words[at : at + 9]) for at in range(0, len(words), 9)]
        for row, line in enumerate(lines):
            paper.write(line, 90 if row == 0 else 72, y + 13 * row, page)
    return paper.pdf.tobytes()


def narrative_home(factory: pytest.TempPathFactory) -> Path:
    """A data folder with the narrative, read once by the automatic parser: to be copied."""
    return made_once(factory, "narrative", _read)


def _read(home: Path) -> None:
    bench = Workbench(load_settings(home=home, parse_workers=1))
    bench.documents.add(narrative(), "narrative.pdf", by_model=False)
    bench.close()
