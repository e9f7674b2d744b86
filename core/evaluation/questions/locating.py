"""From words to the lines that hold them, and from lines to their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.evaluation.questions.base import Evidence, GoldLine
    from core.sir import Sir


@dataclass(frozen=True, slots=True)
class Located:
    """An excerpt on its lines, and how often it stands in the document."""

    evidence: Evidence
    occurrences: int


def locate(
    sir: Sir, excerpt: str, *, page: int | None = None, near: int | None = None
) -> Located | None:
    """The excerpt where it stands word for word; None where it does not.

    White space, hyphens at line ends, ligatures and the forms of quotation marks and dashes may
    differ, nothing else. Of several occurrences the one on or nearest to `page` (1-based) is
    taken, or nearest to the character `near` of the document, else the first.
    """
    raise NotImplementedError


def evidence_of_lines(sir: Sir, lines: Iterable[GoldLine]) -> Evidence | None:
    """The words whose middle is in one of the lines, with the lines cut to them.

    None where the lines hold no words.
    """
    raise NotImplementedError


def lines_of_page(sir: Sir, page: int) -> tuple[Evidence, ...]:
    """Each line of a page (1-based) as a piece of evidence, in reading order: to pick from."""
    raise NotImplementedError
