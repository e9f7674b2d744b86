"""Question sets as CSV: a row for each piece of evidence, which a spreadsheet can edit.

    number      rows with the same one, wherever they stand, are of one question; empty: each is one
    question    its words; answer, origin: see `Question`
    answerable  "yes" or "no"
    kind        a tag, such as "dose"
    any_of      "yes" where one piece of evidence is enough
    asked_of    SHA-256 or names of the documents that are asked, parted by a bar; empty: all
    document    name of the document of the evidence; sha256: the file
    page        pages of the evidence, 1-based
    text        the words of the evidence
    boxes       its lines as "page:left,top,right,bottom", parted by blanks, in fractions

A row without boxes is looked for by its words, on its page if that is given.
"""

from __future__ import annotations

import csv
import io
import re
from functools import partial
from typing import TYPE_CHECKING

from core.errors import InputError
from core.evaluation.questions.base import Evidence, GoldLine, Origin, Question, QuestionSet
from core.evaluation.questions.formats.base import Entry, Importing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.evaluation.questions.formats.corpus import Corpus
    from core.evaluation.questions.formats.file_content import Content

_COLUMNS: tuple[str, ...] = (
    "number", "question", "kind", "answerable", "answer", "any_of", "origin", "asked_of",
    "document", "sha256", "page", "text", "boxes",
)  # fmt: skip
_OF_QUESTION = ("question", "kind", "answerable", "answer", "any_of", "origin", "asked_of")
"""Columns that say the same in all rows of a question, or nothing but in the first."""
_BAR = " | "
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""What a spreadsheet would compute; an apostrophe before it makes it a text."""
_TRUE = frozenset({"yes", "true", "1", "y", "ja", "wahr"})
_FALSE = frozenset({"no", "false", "0", "n", "nein", "falsch"})

Row = tuple[int, dict[str, str]]
"""The number of a row, the header being 1, and its cells."""


class SightlineCsv:
    """A table with a column for the questions, and any of the others named above."""

    def recognises(self, content: Content) -> bool:
        """Whether it is a table with questions, and something to find their evidence by."""
        if content.looks_like_json:
            return False
        return "question" in content.columns and bool({"text", "answerable"} & {*content.columns})

    def entries(self, content: Content, imported: Importing) -> Iterator[Entry]:
        """See `QuestionFormat.entries`."""
        rows = [
            (number, {name: _plain(cell) for name, cell in cells.items()})
            for number, cells in enumerate(content.table, start=2)
            if cells
        ]
        for of_question in _by_question(rows):
            number, cells = of_question[0]
            yield Entry(f"row {number}", cells.get("question", ""), partial(_question, of_question))


def write(questions: QuestionSet, names: Mapping[str, str]) -> bytes:
    """The set as a file, with a mark at its beginning that tells spreadsheets its encoding."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, _COLUMNS)
    writer.writeheader()
    for number, question in enumerate(questions.questions, start=1):
        for cells in _cells(question, names):
            shown = {name: _guarded(cell) for name, cell in cells.items()}
            writer.writerow({"number": number, **shown})
    return out.getvalue().encode("utf-8-sig")


def _cells(question: Question, names: Mapping[str, str]) -> Iterator[dict[str, str]]:
    whole = {
        "question": question.text,
        "kind": question.kind,
        "answerable": _yes(question.answerable),
        "answer": question.answer,
        "any_of": _yes(question.any_of),
        "origin": question.origin.value,
        "asked_of": _BAR.join(question.documents),
    }
    if not question.evidence:
        yield whole
    for piece in question.evidence:
        pages = dict.fromkeys(line.page for line in piece.lines)
        yield whole | {
            "document": names.get(piece.document, ""),
            "sha256": piece.document,
            "page": " ".join(map(str, pages)),
            "text": piece.text,
            "boxes": " ".join(map(_box, piece.lines)),
        }


def _by_question(rows: Iterable[Row]) -> list[list[Row]]:
    groups: dict[str, list[Row]] = {}
    for number, cells in rows:
        key = cells.get("number", "").strip() or f"row {number}"
        groups.setdefault(key, []).append((number, cells))
    return list(groups.values())


def _question(rows: Sequence[Row], corpus: Corpus) -> Question:
    """The question that rows are of. Raises `InputError` and `ValidationError`."""
    first = rows[0][1]
    for number, cells in rows[1:]:
        _check_same(first, number, cells)
    evidence = [_evidence(number, cells, corpus) for number, cells in rows if _is_evidence(cells)]
    if evidence and _said(first, "answerable", True) is False:
        raise InputError("It has evidence, but answerable says no. Correct one of them.")
    if not evidence and _said(first, "answerable", True):
        raise InputError("It has no evidence. Give its words, or write no under answerable.")
    asked = [name for name in first.get("asked_of", "").split("|") if name.strip()]
    return Question(
        text=first["question"],
        evidence=tuple(evidence),
        any_of=_said(first, "any_of", False),
        documents=tuple(map(corpus.find, asked)),
        origin=_origin(first),
        answer=first.get("answer", ""),
        kind=first.get("kind", ""),
    )


def _check_same(first: Mapping[str, str], number: int, cells: Mapping[str, str]) -> None:
    """Refuses a row of the same number that says something else of the question."""
    for name in _OF_QUESTION:
        value = cells.get(name, "").strip().casefold()
        if value and value != first.get(name, "").strip().casefold():
            raise InputError(
                f"Row {number} has the same number, but another {name}. Give each question a "
                "number of its own."
            )


def _is_evidence(cells: Mapping[str, str]) -> bool:
    return bool(cells.get("text", "").strip() or cells.get("boxes", "").strip())


def _evidence(number: int, cells: Mapping[str, str], corpus: Corpus) -> Evidence:
    sha, name = cells.get("sha256", "").strip(), cells.get("document", "").strip()
    if not sha and not name:
        raise InputError(f"Row {number} names no document. Fill in document or sha256.")
    page = re.match(r"\s*(\d{1,6})", cells.get("page", ""))
    if cells.get("page", "").strip() and not page:
        raise InputError(f"Row {number}: {cells['page']!r} is no page. Give a number.")
    lines = _lines(number, cells.get("boxes", ""))
    if lines:
        stated = Evidence(
            document=sha or corpus.find(name), lines=lines, text=cells.get("text", "")
        )
        return corpus.settled(stated, name)
    document = sha if sha in corpus else corpus.find(name or sha)
    at = int(page.group(1)) if page else None
    return corpus.locate(document, cells["text"], page=at).evidence


def _lines(number: int, boxes: str) -> tuple[GoldLine, ...]:
    lines: list[GoldLine] = []
    for box in boxes.split():
        try:
            page, edges = box.split(":")
            left, top, right, bottom = map(float, edges.split(","))
            line = GoldLine(page=int(page), left=left, top=top, right=right, bottom=bottom)
        except ValueError as error:
            raise InputError(
                f"Row {number}: {box!r} is no line. Write page:left,top,right,bottom, the edges "
                "as fractions of the page."
            ) from error
        lines.append(line)
    return tuple(lines)


def _box(line: GoldLine) -> str:
    return f"{line.page}:{line.left!r},{line.top!r},{line.right!r},{line.bottom!r}"


def _origin(cells: Mapping[str, str]) -> Origin:
    value = cells.get("origin", "").strip().lower()
    if value and value not in list(Origin):
        raise InputError(f"{value!r} is no origin. Use one of: {', '.join(Origin)}.")
    return Origin(value) if value else Origin.IMPORTED


def _said(cells: Mapping[str, str], name: str, default: bool) -> bool:
    value = cells.get(name, "").strip().lower()
    if value and value not in _TRUE | _FALSE:
        raise InputError(f"{cells[name]!r} under {name} is neither yes nor no. Correct it.")
    return value in _TRUE if value else default


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _guarded(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
