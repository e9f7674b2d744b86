"""Whether it is told rightly that a cited line does not state the quantity asked for.

Questions were asked of fictional guidelines and of the sample documents, and each line that was
cited was read and labelled by hand: whether it states a quantity of the kind that the question asks
for, of whatever thing. What asks for no quantity is among them. The rules were fitted to the
guidelines; the sample documents were left out, until two rules were widened (dates, "wie oft") by
what was missed there: before that, all of 7 notices were right and 7 of 10 were given.
- *notices right*: of the lines said to state none, those that do not.
- *notices given*: of the lines that state none, those said to.
- *wrong notices*: of the lines that state one, or that none is asked of, those said to state none.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.figure import Figure
from core.answering.query.asked_quantity import asked_kinds, numbers_of

if TYPE_CHECKING:
    from collections.abc import Sequence


class Told(NamedTuple):
    """A label, and what is said of the line: True where no quantity asked for is stated."""

    lacks: bool
    said: bool


@dataclass(frozen=True, slots=True)
class Labelled:
    """A line cited for a question; `states` is None where the question asks for no quantity."""

    question: str
    line: str
    states: bool | None
    fitted: bool

    @property
    def told(self) -> Told:
        """What is said of it, beside its label."""
        named, kinds = numbers_of(self.question), asked_kinds(self.question)
        said = any(not kind.is_stated(self.line, named) for kind in kinds)
        return Told(self.states is False, said)


def labelled() -> list[Labelled]:
    """The lines with their labels."""
    path = Path(__file__).with_suffix(".json")
    return [Labelled(**entry) for entry in json.loads(path.read_text("utf-8"))]


def run(data: Path | None) -> list[Figure]:
    """Figures of the lines that rules were fitted to, and of those that they were not."""
    lines = labelled()
    return [
        *_figures([line for line in lines if not line.fitted], "documents left out of fitting"),
        *_figures([line for line in lines if line.fitted], "documents of fitting", inform=True),
    ]


def _figures(lines: Sequence[Labelled], of: str, *, inform: bool = False) -> list[Figure]:
    counts = Counter(line.told for line in lines)
    right, missed = counts[Told(True, True)], counts[Told(True, False)]
    wrong, silent = counts[Told(False, True)], counts[Told(False, False)]

    def share(name: str, part: int, rest: int, target: float, *, at_most: bool = False) -> Figure:
        how = f"{part + rest} lines of {of}"
        value = part / max(part + rest, 1)
        goal = None if inform else target
        return Figure(name, how, value, "share", target=goal, at_most=at_most)

    return [
        share("notices right", right, wrong, 0.95),
        share("notices given", right, missed, 0.8),
        share("wrong notices", wrong, silent, 0.02, at_most=True),
    ]
