"""How a recommendation is labelled: by a name and a number, or by a number below a heading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.recommendations.graded_sentences import is_graded
from core.recommendations.statements import bracket_statements, is_note, notes_begin
from core.recommendations.stating import matched
from core.spans import text_of
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir
    from core.spans import Span

_LISTS: dict[str, list[str]] = word_table(__file__)
_NAMES = f"(?i:{'|'.join(_LISTS['label'])})"
_NAME = re.compile(rf"\W*{_NAMES}\W*")
_SENTENCE = r"(?:[A-ZÄÖÜ“„\"•]|we\s)"
"""How what is recommended begins; behind a number goes on in small letters what speaks of it."""
_STATUS = rf"(?:\s+(?i:{'|'.join(_LISTS['status'])})(?:\s+(?:19|20)\d\d)?(?!\w))?"
"""What AWMF prints behind a number: whether a recommendation is new, and of which year."""
_BETWEEN = re.compile(rf"^{_STATUS}[\s.:|)\]–—-]*")
_COMES = rf"(?:\s*$|[.:|–—-]?\s+{_SENTENCE})"
_BEHIND = rf"{_STATUS}(?:\W*$|\s*(?:[:|.–—-]\s*)?(?:\s*[(\[][^()\[\]]*[)\]])*{_COMES})"
_BY_NAME = re.compile(
    rf"^\W*(?P<name>{_NAMES})\s+(?i:no\.?\s*|nr\.?\s*)?#?"
    rf"(?P<number>[A-Z]{{0,2}}\d+(?:[.-]\d+)*[a-z]?)"
    rf"(?![\w-]|\.\d){_BEHIND}"
)
_BY_LETTER = re.compile(rf"^\W*(?P<name>{_NAMES})\s+(?P<number>[A-Z])[.:]\s+{_SENTENCE}")
_BY_NUMBER = re.compile(
    rf"^\W*(?P<number>\d+(?:[.-]\d+)+[a-z]?)\.?\s+(?:\|\s+)?(?P<name>{_NAMES})"
    rf"(?<![sS])(?!\w)(?!\s+(?:[a-zäöü]|(?:{'|'.join(map(str.upper, _LISTS['joining']))})\b))"
)
"""Behind the name of a title goes on what it is of, as in "1.3 STATEMENT OF INTENT"."""
_SHORT = re.compile(rf"^\W*(?P<number>(?P<name>R)\s?\d+(?:\.\d+)*)[.:]\s+{_SENTENCE}")
_GRADED = re.compile(rf"^(?P<number>\d+(?:\.\d+)*)[.:](?P<name>)\s+{_SENTENCE}")
"""A number whose text is graded, as in KDIGO's earlier guidelines."""
NUMERIC = re.compile(rf"^(?P<number>\d+(?:\.\d+){{1,3}}|\d{{1,3}}(?=\.))\.?\s+(?={_SENTENCE})")
"""A number without a name; only what stands above it tells whether it is of a recommendation."""
INNER = re.compile(rf"(?<=[.!?)\]⊕◯○⨁⊝⊖%])\s+(?={_NAMES}\s+\S{{1,8}}[.:]\s)")
"""Where a label may follow in the same paragraph."""
_SECTION = re.compile(
    rf"^(?:\d+(?:\.\d+)*\.?\s+)?(?:{'|'.join(_LISTS['section'])})\W*$", re.IGNORECASE
)
_COLUMN = any_of([rf"\W*(?:{'|'.join(_LISTS['column'])})\W*"])
_NO_SECTION = whole_words(_LISTS["no_section"])
_STATEMENT = any_of([rf"\W*(?:{'|'.join(_LISTS['statement'])})"])
_PRACTICE = whole_words(_LISTS["practice"])
_OPEN = any_of([rf"\b(?:{'|'.join(_LISTS['open_end'])})$"])


def is_recommending(sir: Sir, lineage: Sequence[int]) -> bool:
    """Whether headings say that recommendations stand below them."""
    sections = any(_SECTION.match(sir.nodes[index].text) for index in lineage)
    return sections and not is_about(sir, lineage)


def is_about(sir: Sir, lineage: Sequence[int]) -> bool:
    """Whether headings say that recommendations are only spoken of below them."""
    return any(_NO_SECTION.search(sir.nodes[index].text) for index in lineage)


def named_label(text: str) -> re.Match[str] | None:
    """A label with its number at the beginning of a text."""
    return _BY_NAME.match(text) or _BY_LETTER.match(text) or _BY_NUMBER.match(text)


def label_of(sir: Sir, span: Span) -> tuple[Span, str] | None:
    """The number of a recommendation and its name, where a text begins with its label."""
    text = text_of(sir, span)
    match = named_label(text)
    if match is None and (short := _SHORT.match(text) or _GRADED.match(text)):
        below = is_recommending(sir, sir.lineage(span.node))
        noted = any(True for _ in bracket_statements(text)) or notes_begin(text) < len(text)
        match = (
            short
            if (below or noted if short["name"] else is_graded(text[short.end("name") :]))
            else None
        )
    return (matched(span, match, "number"), match["name"]) if match else None


def without_status(remainder: str) -> str:
    """What stands behind the number of a label, without its status and the signs between."""
    return _BETWEEN.sub("", remainder, count=1)


def goes_on(label: str, text: str) -> bool:
    """Whether a label ends in the midst of a sentence that the text below it ends."""
    sentence = label.strip(" .:|)]–—-")
    if " " not in sentence or is_note(label) or not re.match(_SENTENCE, sentence):
        return False
    return text[:1].islower() or _OPEN.search(sentence) is not None


def is_name(text: str) -> bool:
    """Whether a text is only the name of a label, as "Evidenzbasierte Empfehlung"."""
    return _NAME.fullmatch(text) is not None


def sort_of(name: str) -> str:
    """What a label calls a text: a recommendation, a statement, or good practice."""
    if _PRACTICE.search(name):
        return "practice"
    return "statement" if _STATEMENT.fullmatch(name) else "recommendation"


def names_recommendations(heading: str) -> bool:
    """Whether a heading says only that recommendations follow."""
    return _SECTION.match(heading) is not None


def heads_recommendations(heading: str) -> bool:
    """Whether a column beside one of grades holds recommendations, by its heading."""
    return _COLUMN.fullmatch(heading) is not None
