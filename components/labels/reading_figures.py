"""Readings of a document and the ground truth they are judged by, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.foreign_text import plain
from core.evaluation.gold import FORMS
from core.evaluation.gold.vocabularies import VOCABULARIES
from core.parsing.adapters import parser_title
from core.text.counts import number_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from core.evaluation.gold.base import Gold
    from core.evaluation.gold.score import Score
    from core.evaluation.metrics.intervals import Difference
    from core.evaluation.readings import Reading

_WORDS = word_table(__file__)
COLUMNS: dict[str, str] = _WORDS["columns"]
"""Columns of the table of readings, and what they say."""
ABOUT: str = _WORDS["about"]


def measure_name(measure: str) -> str:
    """What a measure is called: `Boxes`."""
    return _WORDS["measures"][measure]["name"]


def measure_meaning(measure: str) -> str:
    """What a measure says, with its source."""
    return _WORDS["measures"][measure]["meaning"]


def reading_name(reading: Reading) -> str:
    """A reading in a table: `Docling (brought)`, `Structural rule (now)`; no Markdown."""
    marks = [word for word, is_so in (("now", reading.now), ("brought", reading.brought)) if is_so]
    name = parser_title(reading.parser)
    return f"{name} ({', '.join(marks)})" if marks else name


def score_in_words(score: Score | None) -> str:
    """A score with its range, as in `0.861 (0.798–0.912)`; a dash where there is none."""
    if score is None:
        return "–"
    interval = score.interval
    if interval.low == interval.high:
        return f"{interval.mean:.3f}"
    return f"{interval.mean:.3f} ({interval.low:.3f}–{interval.high:.3f})"


def difference_in_words(gain: Difference | None) -> str:
    """How much higher one is, as in `+0.120 (+0.031 to +0.204), 98% of draws`."""
    if gain is None:
        return "–"
    if gain.count == 1:
        return f"{gain.mean:+.3f} (one page or text: how sure it is cannot be told)"
    ends = f"{gain.low:+.3f} to {gain.high:+.3f}"
    return f"{gain.mean:+.3f} ({ends}), higher in {gain.better:.0%} of draws"


def gold_in_words(gold: Gold) -> str:
    """What a file of ground truth holds, in Markdown."""
    form = FORMS[gold.form].partition(":")[0]
    if gold.markdown:
        what = f"{len(gold.markdown.split()):,} words of the whole document"
    else:
        pages = number_of(len(gold.pages), "page")
        what = f"{number_of(len(gold.elements), 'element')} on {pages}, "
        what += f"with the classes of {VOCABULARIES[gold.vocabulary].title}"
    return f"**{plain(gold.name)}** · {form} · {what}"


def classes_in_words(gold: Gold) -> str:
    """How many elements of each class there are: `12 text block, 3 title`; in Markdown.

    Empty for gold of the form Markdown.
    """
    return ", ".join(f"{count:,} {plain(kind)}" for kind, count in gold.kinds.most_common())
