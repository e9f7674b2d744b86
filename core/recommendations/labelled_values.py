"""What a text states of its document in a word and a value: `Valid until May 2034`, `Version 2.1`.

A word counts where it begins a line or a cell. Within a sentence it counts only where the document
itself is spoken of: the dates of a search, of a drug or of another edition look the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.quantities.dates import dates
from core.quantities.quantity import Date
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LISTS: dict[str, list[str]] = word_table(__file__)
_COLON = r"(?P<colon>\s*[:|])?\s*"
_KINDS = {
    kind: re.compile(rf"(?:{'|'.join(_LISTS[kind])}){_COLON}(?:in\s+|im\s+)?", re.IGNORECASE)
    for kind in ("published", "updated", "effective", "valid_until")
}
_VERSION = re.compile(
    rf"(?:{'|'.join(_LISTS['version'])}){_COLON}(?:no\.?\s*|nr\.?\s*)?"
    r"(?P<value>[vV]?\d+(?:\.\d+)*[a-z]?)(?![\w.]*\d|\s*[%/])|\d+\.\s+Auflage\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\s*(?:,|[(|–-]|vom|von|of|dated?)\s*")
"""What stands between a version and its date."""
_ITSELF = re.compile(
    rf"(?:^|(?<=[.!?]\s))(?:{'|'.join(_LISTS['document'])})\s+(?:(?:{'|'.join(_LISTS['is'])})\s+)?",
    re.IGNORECASE,
)
_CELL = re.compile(r"\s*[|·•\t]\s*")
_RUNNING_CELL = re.compile(r"\s*[|·•\t,;(]\s*|\s+[–—-]\s+")
_GAP = re.compile(r"[\s,;|·()–—-]*")
_GOES_ON = re.compile(r"[,;]?\s+[a-zäöüß]")
"""What follows a value within a sentence."""
_SENTENCE_ENDS = re.compile(r"\.(?:\s|$)")
_YEAR = re.compile(r"(?:19|20)\d\d\b(?!\s*[–/-]\s*\d)")


@dataclass(frozen=True, slots=True)
class LabelledValue:
    """A word with its value at `text[start:end]`.

    `kind` is "version" or a date of `DocumentDates`. A version ends at `version_end`, before its
    `date`, if one stands beside it. `colon` tells whether a colon stands between word and value.
    """

    kind: str
    start: int
    end: int
    date: Date | None
    version_end: int
    colon: bool


def labelled_values(
    text: str, lines: Sequence[int], *, running: bool = False
) -> Iterator[LabelledValue]:
    """The values at the beginnings of `lines` and of the cells in them, and of the document itself.

    In a `running` line above or below the pages a comma parts cells as well.
    """
    cells = [cell.end() for cell in (_RUNNING_CELL if running else _CELL).finditer(text)]
    read = 0
    for start in sorted({*lines, *cells}):
        for value in _chain(text, start, inside=start in lines[1:]) if start >= read else ():
            read = value.end
            yield value


def values_of_itself(text: str) -> Iterator[LabelledValue]:
    """The values in sentences that speak of the document, as "This guideline was updated in"."""
    for subject in _ITSELF.finditer(text):
        if value := _value(text, subject.end()):
            yield value


def _chain(text: str, start: int, *, inside: bool) -> list[LabelledValue]:
    """Values right behind each other; none if a sentence goes on behind them.

    `inside` says that text stands before, of which the line may be a part.
    """
    chain: list[LabelledValue] = []
    at = start
    while value := _value(text, at):
        chain.append(value)
        gap = _GAP.match(text, value.end)
        at = gap.end() if gap else value.end
    if not chain or chain[-1].colon:
        return chain
    in_sentence = inside and (text[start].islower() or _SENTENCE_ENDS.match(text, chain[-1].end))
    goes_on = _GOES_ON.match(text, chain[-1].end) and not _is_of_itself(text, start, chain[-1].end)
    return [] if in_sentence or goes_on else chain


def _is_of_itself(text: str, start: int, end: int) -> bool:
    """Whether a text begins with a value and its sentence, and goes on with the document.

    As in "Issued by the board on 3 March 2031 on the proposal of the staff. This policy ...". A
    comma may part the value from the subject of the sentence, which may be another document.
    """
    following = _ITSELF.search(text, end)
    return start == 0 and following is not None and "," not in text[end : following.start()]


def _value(text: str, start: int) -> LabelledValue | None:
    for kind, pattern in _KINDS.items():
        label = pattern.match(text, start)
        if label and (dated := _date_at(text, label.end())):
            end, date = dated
            return LabelledValue(kind, start, end, date, end, bool(label["colon"]))
    version = _VERSION.match(text, start)
    if version is None or _YEAR.fullmatch(version["value"] or ""):
        return None
    gap = _BESIDE.match(text, version.end())
    end, date = (gap and _date_at(text, gap.end())) or (version.end(), None)
    return LabelledValue("version", start, end, date, version.end(), bool(version["colon"]))


def _date_at(text: str, place: int) -> tuple[int, Date] | None:
    """The date that begins at a place, with its end; a year alone, if that is all."""
    for quantity in dates(text):
        if quantity.start == place and len(quantity.dates) == 1 and quantity.dates[0].year:
            return quantity.end, quantity.dates[0]
    year = _YEAR.match(text, place)
    return (year.end(), Date(int(year.group()), None, None)) if year else None
