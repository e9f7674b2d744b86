"""What lines and brackets state: strength, level of evidence and consensus, label with value.

A statement counts where its line, its bracket or a part of these begins with it and nothing but
another statement follows: in "NYHA class II", "class II study" and "grade I glioma" the same words
say something else. Words that mean something only beside a label ("Class", "Level", "EK") count
in a line or bracket that states nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from core.text.word_tables import any_of, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

_LISTS = word_table(__file__)
_SIGNS = "⊕◯○⨁⊝⊖●"
ARROWS = "⇑⇓⇔↑↓↔"


class Sort(StrEnum):
    """What a statement is on."""

    GRADE = "grade"
    EVIDENCE = "evidence"
    CONSENSUS = "consensus"


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement in a text: half-open bounds of its words, and its value without the label.

    `arrow` is AWMF's sign behind a grade. `ambiguous` are words that mean something else elsewhere.
    """

    sort: Sort
    start: int
    end: int
    value: str
    arrow: str = ""
    ambiguous: bool = False


class Grammar:
    """How statements of one sort are written."""

    def __init__(self, sort: Sort) -> None:
        """Reads the lists of the sort."""
        lists: dict[str, list[str]] = _LISTS[sort]
        full, bare, value, alone, short, numeral, labelled = (
            "|".join(lists[name]) or "(?!)"
            for name in ("label", "bare_label", "value", "alone", "short", "numeral", "labelled")
        )
        any_value = f"(?:{value}|{numeral})"
        beside = rf"\s*/?\s*(?P<arrow>[{ARROWS}]{{1,2}})?(?:\s*[{_SIGNS}]{{2,4}})?"
        self.forms = [
            (any_of([rf"(?P<words>{form})(?:{beside})?"]), ambiguous)
            for form, ambiguous in (
                (rf"(?:{full})\s*[:=]?\s*(?P<value>{any_value}|{labelled})", False),
                (rf"(?P<value>{alone})(?!\w)", False),
                (rf"(?:{bare})\s*[:=]?\s*(?P<value>{any_value})", True),
                (rf"(?P<value>{short})(?!\w)", True),
            )
        ]
        self.label = any_of([rf"\W*(?:{full}|{bare})\W*[a-z]?\W*"])
        """The heading of a column or a cell that only names what stands beside it."""
        self.names, self.values = f"(?:{full}|{bare})", any_value
        self.unfinished = re.compile(rf"(?<!\w)(?:{full})\s*:?\s*$", re.IGNORECASE)
        """The same at the end of a line that states something else before it."""
        self.cell = any_of([rf"\W*(?P<value>{any_value})\W*"])

    def label_of_next(self, text: str) -> re.Match[str] | None:
        """The label that a line is, or ends with, whose value must stand in the next line."""
        return self.label.fullmatch(text) or self.unfinished.search(text)


GRAMMARS = {sort: Grammar(sort) for sort in Sort}
_GRADE, _EVIDENCE = GRAMMARS[Sort.GRADE], GRAMMARS[Sort.EVIDENCE]
BOTH_LABEL = any_of([rf"\W*{_GRADE.names}\W*(?:(?:and|und|with)\W+)?{_EVIDENCE.names}\W*"])
"""The heading of a column of grades, each with its level: "Class (Level)"."""
BOTH_CELL = any_of([rf"\W*(?P<grade>{_GRADE.values})\W+(?P<evidence>{_EVIDENCE.values})\W*"])
_BETWEEN = re.compile(
    rf"(?:[\s,;|.()\[\]•·–—-]|[{_SIGNS}]{{2,4}}|(?:based on|with|and|und|bei)\b"
    r"|[(\[][\d,\s–-]+[)\]])*",
    re.IGNORECASE,
)
"""What stands between two statements: signs, a few words, references by number."""
_ENDS = re.compile(r"\s*(?:$|[.,;|()\[\]])")
_PART = re.compile(r"[.,;|]\s+|\s*[(\[]")
_BRACKET = re.compile(r"\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\]")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?)\]])\s+(?=\S)")
_SOURCES = any_of([rf"^\W*(?:{'|'.join(_LISTS['sources'])})\b"])
_CITED = any_of([rf"(?:{'|'.join(_LISTS['sources'])})\s*:"])
_EXPERT = any_of(_LISTS["expert"])
COMBINED = re.compile(r"[12][ABCD]")
"""GRADE's strength and certainty in one, which is no class of a disease."""
_LETTER = re.compile(r"[ABCD]")


def line_statements(text: str, at: int = 0) -> list[Statement]:
    """What a line states from `at` on; nothing of a line of sources."""
    if _SOURCES.match(text[at:]):
        return []
    first, end = _run(text, at)
    later = (_run(text, part.end())[0] for part in _PART.finditer(text, end))
    return [*_unambiguous(text, first, end), *(s for run in later for s in run if not s.ambiguous)]


def is_note(text: str) -> bool:
    """Whether a line says how a recommendation was agreed upon, and not what is recommended."""
    if _SOURCES.match(text):
        return True
    statements, end = _run(text, 0)
    ends = end == len(text) or text[:end].rstrip().endswith((".", ",", ";", "|", "(", "["))
    return ends and bool(_unambiguous(text, statements, end))


def bracket_statements(text: str) -> Iterator[tuple[Statement, bool]]:
    """What brackets in a text state, each with whether the document must define it to count.

    Of words that may be about a disease or a place only a letter behind "Grade" may count at all.
    """
    for bracket in _BRACKET.finditer(text):
        inner, start = bracket[0][1:-1], bracket.start() + 1
        statements = line_statements(inner)
        alone = len({statement.sort for statement in statements}) < 2
        for each in statements:
            doubtful = each.ambiguous and alone and not COMBINED.fullmatch(each.value)
            if doubtful and not (each.sort is Sort.GRADE and _is_letter_grade(each)):
                continue
            yield _moved(each, start), doubtful


def is_expert_consensus(words: str) -> bool:
    """Whether what is stated as a grade only says that experts agreed."""
    return _EXPERT.fullmatch(words) is not None


def notes_begin(text: str) -> int:
    """Where the sentences at the end of a text begin that only state something; else its end."""
    for ends in _SENTENCE_ENDS.finditer(text):
        statements, end = _run(text, ends.end())
        if (statements and end == len(text)) or _CITED.match(text, ends.end()):
            return ends.end()
    return len(text)


def _is_letter_grade(statement: Statement) -> bool:
    labelled = statement.end - statement.start > len(statement.value)
    return labelled and _LETTER.fullmatch(statement.value) is not None


def _moved(statement: Statement, by: int) -> Statement:
    bounds = statement.start + by, statement.end + by
    return Statement(statement.sort, *bounds, statement.value, statement.arrow, statement.ambiguous)


def _unambiguous(text: str, statements: list[Statement], end: int) -> list[Statement]:
    """Statements of a run; ambiguous ones only if a sentence or the text ends behind it."""
    stated_alone = end == len(text) or text[:end].rstrip().endswith((".", ";", "|"))
    return [each for each in statements if stated_alone or not each.ambiguous]


def _run(text: str, at: int) -> tuple[list[Statement], int]:
    """The statements that follow each other from `at` on, and where something else begins."""
    statements: list[Statement] = []
    at = _skipped(text, at)
    while (following := _statement(text, at)) is not None:
        statement, end = following
        between = _skipped(text, end)
        if not _ENDS.match(text, end) and not _is_stating(text, between):
            break
        statements.append(statement)
        at = between
    return statements, at


def _is_stating(text: str, at: int) -> bool:
    labels = (grammar.unfinished.match(text, at) for grammar in GRAMMARS.values())
    return _statement(text, at) is not None or any(labels)


def _skipped(text: str, at: int) -> int:
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _statement(text: str, at: int) -> tuple[Statement, int] | None:
    """The longest statement that begins at a place, and where the signs behind it end."""
    candidates = (
        (match, sort, ambiguous)
        for sort, grammar in GRAMMARS.items()
        for pattern, ambiguous in grammar.forms
        if (match := pattern.match(text, at))
    )
    longest = max(candidates, key=lambda candidate: candidate[0].end("words"), default=None)
    if longest is None:
        return None
    match, sort, ambiguous = longest
    value, arrow = match["value"].strip(), match["arrow"] or ""
    return Statement(sort, at, match.end("words"), value, arrow, ambiguous), match.end()
