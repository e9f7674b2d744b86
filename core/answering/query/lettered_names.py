"""What only a letter tells from others of its kind: ward A, hepatitis B, group C.

A letter is no word that a search counts, and where ward A is asked for, ward G reads as well.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.text.content_words import stem_id
from core.text.language import Language
from core.text.word_tables import whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

PART = whole_words(word_table(__file__)["parts"])
"""A part of a document, which others are told from by a letter or number, and may send to."""
_LETTER = r"[A-Z](?![^\W\d_]|['’](?!s\b))\d*"
_AND = r"\s*(?:,|/|-|–|\b(?:and|or|to|und|oder|bis)\b)"
_LETTERED = re.compile(
    rf"\b(?P<word>[^\W\d_]{{3,}})(?P<space>[\s-]+)(?!I\b)"
    rf"(?P<letters>{_LETTER}(?:{_AND}{{1,2}}\s*{_LETTER})*)(?P<joined>[-.]\w|\+)?"
)
"""A word with the letters behind it; "I" is mostly a pronoun."""
_RANGE = re.compile(r"([A-Z])\s*(?:to|bis|-|–)\s*([A-Z])")


def names_another(question: str, text: str, above: str = "") -> bool:
    """Whether a text names others of a kind than those that a question names by letters.

    Not where it names one of these as well, or what stands `above` it does.
    """
    asked = set(_lettered(question))
    if not asked:
        return False  # Most questions: their texts need not be gone through.
    theirs = set(_lettered(text))
    named = {*_lettered(text, loose=True), *_lettered(above, loose=True)}
    return any(
        _letters(word, theirs) and not _letters(word, asked) & _letters(word, named)
        for word, _ in asked
    )


def with_letters_of(question: str, before: str) -> str:
    """An earlier question with the letters that a new one puts in their place: ward B for ward A.

    Only where each names one thing of the kind.
    """
    ours, theirs = set(_lettered(question)), set(_lettered(before))
    for word, letter in theirs:
        new = _letters(word, ours)
        if len(new) == len(_letters(word, theirs)) == 1:
            before = re.sub(rf"(\b(?i:{word})[\s-]+){letter}\b", rf"\g<1>{min(new)}", before)
    return before


def _lettered(text: str, *, loose: bool = False) -> Iterator[tuple[str, str]]:
    """Words with the letters behind them, a pair for each letter.

    With `loose` also letters that begin something longer: vitamin B12, T-score.
    """
    for match in _LETTERED.finditer(text):
        word, letters = match["word"].lower(), match["letters"]
        if PART.fullmatch(word) or _is_small(word):
            continue
        if match["joined"] and match["space"] != "-" and not loose:
            continue
        for name in re.findall(r"[A-Z]\d*", letters):
            if loose or len(name) == 1:
                yield word, name[0]
        for first, last in _RANGE.findall(letters):
            yield from ((word, chr(code)) for code in range(ord(first), ord(last)))


def _is_small(word: str) -> bool:
    return any(stem_id(word, each) is None for each in (Language.ENGLISH, Language.GERMAN))


def _letters(word: str, pairs: set[tuple[str, str]]) -> set[str]:
    """The letters behind a word, in its singular or plural."""
    return {letter for other, letter in pairs if _is_form(*sorted((word, other), key=len))}


def _is_form(short: str, long: str) -> bool:
    return long.startswith(short) and len(long) - len(short) <= 2
