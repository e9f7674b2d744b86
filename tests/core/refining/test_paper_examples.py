"""The expressions of TopoChunker's figures 4, 5 and 7, in texts of our own, by rule.

What the rules leave to a model is said too: it is open in the audit, and the meaning that the
paper gives passes the check of meanings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking.additions import SupplementEntry, SupplementKind
from core.refining import refine
from core.refining.meanings import meaning_holds
from core.refining.open_references import open_expressions
from core.refining.supplement_sources import entry_text
from tests.builders import bullets, heading
from tests.cutting import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk, ChunkingResult
    from tests.builders import Block

CREW = [
    heading("Background"),
    "In 2014 the agency gave fixed contracts to Boeing and SpaceX, worth 6.8 billion dollars "
    "together. The Commercial Crew Program reviews their uncrewed test flights.",
    heading("Contractors move on, but the date is open"),
    "Both contractors have built and tested hardware. Work that is left for the program may delay "
    "the date. The program has read most papers.",
]
KREW = [
    heading("Hintergrund"),
    "Im Jahr 2014 wurden die Auftragnehmer Nordlicht und Seestern ausgewählt und beauftragt. "
    "Das Europäische Programm prüft seither die Flüge und wird von vielen Leuten begleitet.",
    heading("Fortschritt"),
    "Beide Auftragnehmer haben die Kapseln gebaut und geprüft. Für das Programm ist noch vieles "
    "zu tun, was nicht schnell geht.",
]
LEVELS = [
    heading("Chapter 1 General rules"),
    heading("Article 1 Classes of data", 2),
    "By the harm that a leak does, data fall into three levels.",
    bullets(
        "(1) Level 1 (Top Secret): Refers to data whose leak would end our lead or harm the state.",
        "(2) Level 2 (Confidential): Refers to data whose leak would cost money or good name.",
        "(3) Level 3 (Internal Use): Refers to data that only staff may know.",
    ),
    heading("Article 2 Access", 2),
    bullets(
        "(1) For Level 1 data: only in the clean room.",
        "(2) For Level 2 data: no export.",
        "(3) For Level 3 data: on our own network.",
    ),
    heading("Chapter 2 Duties"),
    heading("Article 1 Incidents", 2),
    "If Level 1 or Level 2 data leak, the desk is told within an hour.",
]
STUFEN = [
    heading("Artikel 1 Stufen"),
    bullets(
        "(1) Stufe 1 (Streng geheim): Daten, deren Verlust den Betrieb gefährdet und die niemand "
        "außerhalb der Leitung sehen darf.",
        "(2) Stufe 2 (Vertraulich): Daten, deren Verlust einen Schaden für das Haus bedeutet.",
    ),
    heading("Artikel 2 Zugang"),
    "Daten der Stufe 1 werden nur im Haus gelesen. Daten der Stufe 2 dürfen nicht verschickt "
    "werden, auch nicht mit Schlüssel.",
]
STORY = [
    "Sam lay asleep below a tree by the barn, and the boys crept up to the kitchen. They took "
    "three candles, and Tom put five cents on the shelf for pay. Afterwards Sam told how he "
    "was carried round the world by witches.",
    "Sam was very proud about it, and hardly looked at the others. Men came from afar and gave "
    "him all they had for a sight of that five-center piece.",
]


def meanings(blocks: Sequence[Block | str], chunk: int = -1) -> dict[str, str]:
    """Terms of a chunk with what they mean."""
    result = refine(cut(blocks, "topology"))
    for entry in result.chunks[chunk].supplement:
        assert meaning_holds(result.sir, entry)
        assert entry.meaning in entry_text(result.sir, entry)
    return {entry.term: entry.meaning for entry in result.chunks[chunk].supplement}


def test_figure_4b_both_contractors_and_the_program():
    assert meanings(CREW) == {
        "Both contractors": "Boeing and SpaceX",
        "the program": "The Commercial Crew Program",
    }


def test_figure_4b_in_german():
    assert meanings(KREW) == {
        "Beide Auftragnehmer": "Nordlicht und Seestern",
        "das Programm": "Das Europäische Programm",
    }


def test_figure_7_levels_are_resolved_where_they_are_used():
    names = ["Level 1 (Top Secret)", "Level 2 (Confidential)", "Level 3 (Internal Use)"]
    levels = dict(zip(["Level 1", "Level 2", "Level 3"], names, strict=True))
    result = cut(LEVELS, "topology")
    access = next(one.index for one in result.chunks if "clean room" in one.content)
    assert "Level 1 (Top Secret)" not in result.chunks[access].content
    assert meanings(LEVELS, access) == levels
    assert meanings(LEVELS) == {"Level 1": names[0], "Level 2": names[1]}


def test_figure_7_in_german():
    assert meanings(STUFEN) == {
        "Stufe 1": "Stufe 1 (Streng geheim)",
        "Stufe 2": "Stufe 2 (Vertraulich)",
    }


@pytest.fixture(scope="module")
def story() -> tuple[ChunkingResult, Chunk]:
    """A story without headings whose second half is a chunk."""
    result = cut(STORY, "topology", theta=80)
    return result, next(one for one in result.chunks if one.content.startswith("Sam was"))


def test_figure_4a_rules_see_what_is_open_and_leave_it_to_a_model(
    story: tuple[ChunkingResult, Chunk],
):
    result, chunk = story
    terms = [one.term for one in open_expressions(result.sir, chunk)]
    assert terms[0] == "it"
    assert "that five-center piece" in terms
    assert refine(result).chunks[chunk.index].supplement == ()


@pytest.mark.parametrize(
    ("meaning", "holds"),
    [
        ("the five cents Tom put on the shelf", True),
        ("the six cents Tom put on the shelf", False),
        ("the five cents Sam put on the table", False),
    ],
)
def test_figure_4a_the_meaning_of_a_model_is_checked(
    story: tuple[ChunkingResult, Chunk], meaning: str, holds: bool
):
    result, _ = story
    node = next(n for n, one in enumerate(result.sir.nodes) if "five cents" in one.text)
    text = result.sir.nodes[node].text
    start, end = text.index("They took"), text.index(" Afterwards")
    entry = SupplementEntry(
        "five-center piece", SupplementKind.ANAPHOR, node, start, end, "a model", meaning
    )
    assert meaning_holds(result.sir, entry) is holds
