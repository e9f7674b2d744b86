"""Whether the names of a claim stand in the lines: medicines, trials, acronyms, places."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from core.quantities.measurement_units import unit_of
from core.quantities.numerals import CARDINALS, MONTHS, roman
from core.text.language import Language
from core.text.word_tables import any_of, word_table
from core.verification.clauses import content
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.verification.source import Source

_WORD = re.compile(r"[^\W_]+(?:[-./][^\W_]+)*")
_LETTERS = re.compile(r"[^\W_]+")
_INNER_CAPITAL = re.compile(r"[A-Z][a-z]+[A-Z][a-z]{2,}")
"""A name such as McLeod, unlike HbA1c and NaCl."""
_LISTS = word_table(__file__)
_MEDICINE = any_of([rf"\w{{3,}}(?:{'|'.join(_LISTS['medicines'])})"])
"""A medicine by its ending. Source: WHO, stems of international nonproprietary names."""
_SAME: list[list[str]] = _LISTS["same"]
"""Names of one thing, without what joins their parts."""
_COUNTED = re.compile(r"\d*(?:st|nd|rd|th)|\d+|bn|tn")
"""What counts by itself."""
_COUNTS = re.compile(r"\d+(?:st|nd|rd|th)?(?:-[a-zäöüß]{3,})+")
"""A number with what it counts, as of a 3-dose schedule; in interleukin-6 it counts nothing."""


def check_names(
    claim: str, language: Language, source: Source, *, foreign: bool = False
) -> Finding:
    """Looks for each name of the claim in the lines, their sentences and the headings above.

    A code or a medicine is against the claim where the lines name another one in its place, and
    casts doubt where they do not, unless it is a code that stands otherwise. Another word with a
    capital is only told: on public sets of claims such words were missing beside right claims that
    say all else in words of the lines.
    """
    names = names_of(claim, language)
    text = "\n".join((source.wide, source.above, source.cited))
    missing = [name for name in names if not stands_in(name, text, source.language)]
    if foreign:
        missing = list(filter(_is_special, missing))
    findings = [
        _missing(name, rivals)
        for name in missing
        if (rivals := _rivals(name, claim, source)) or not _stands_otherwise(name, text, source)
    ]
    if not names:
        return worst(Check.NAMES, findings, "It has no names of its own.")
    return worst(Check.NAMES, findings, f"Its names stand in the lines: {', '.join(names)}.")


def names_of(claim: str, language: Language) -> list[str]:
    """The names in a claim, each once.

    They are words with two capitals or with digits, medicines by their endings, and but for
    German, where every noun has one, words with a capital within a sentence.
    """
    names: dict[str, None] = {}
    for match in _WORD.finditer(claim):
        word = match.group()
        if _is_special(word) or _is_title(claim, match, language):
            names[word] = None
    return list(names)


def stands_in(name: str, text: str, language: Language) -> bool:
    """Whether a name stands in a text, in another form or with other hyphens perhaps."""
    joined, words = _joined(name), _joined_words(text)
    is_plural = name.endswith("s") and name[:-1].isupper()
    singular = joined[:-1] if is_plural else joined
    forms = {joined, singular, f"{joined}s", str(roman(name))}
    if words & forms or any(words & set(same) for same in _SAME if joined in same):
        return True
    if _is_code(name):
        return (is_plural or name.isupper()) and _spelt_out(singular, text)
    stems = content(name, language)
    return bool(stems) and stems <= content(text, language)


def _stands_otherwise(name: str, text: str, source: Source) -> bool:
    """Whether a code is of the imprint, as in "According to NICE", or in parts, as "GP-led"."""
    parts = re.split(r"[-/]", name)
    return _is_code(name) and (
        stands_in(name, source.imprint, source.language)
        or (len(parts) > 1 and all(stands_in(part, text, source.language) for part in parts))
    )


def _missing(name: str, rivals: Sequence[str]) -> tuple[Weight, str]:
    message = f"“{name}” is not in the lines"
    if rivals:
        listed = ", ".join(f"“{rival}”" for rival in rivals)
        return Weight.AGAINST, f"{message}; they say {listed}."
    if _is_special(name):
        return Weight.DOUBT, f"{message}."
    return Weight.NOTHING, f"{message}, which alone is not held against it."


def _rivals(name: str, claim: str, source: Source) -> list[str]:
    """Names of the same kind, codes or medicines, in the place of one that the lines do not have.

    They have a content word beside them that the name has beside it, and are not in the claim.
    """
    is_kind = _is_code if _is_code(name) else _MEDICINE.fullmatch
    if not is_kind(name):
        return []
    said = _joined_words(claim)
    beside = frozenset[int]().union(
        *(words for other, words in _neighbours(claim, source.language) if other == name)
    )
    rivals = (
        word
        for word, words in _neighbours(source.wide, source.language)
        if words & beside and is_kind(word) and _joined(word) not in said
    )
    return list(dict.fromkeys(rivals))


@lru_cache(maxsize=256)
def _neighbours(text: str, language: Language) -> list[tuple[str, frozenset[int]]]:
    words = [word for word in _WORD.findall(text) if content(word, language)]
    stems = [frozenset[int](), *(content(word, language) for word in words), frozenset[int]()]
    return [(word, stems[at] | stems[at + 2]) for at, word in enumerate(words)]


def _joined(name: str) -> str:
    """A name in lower case without what joins its parts: U.S. and US, KLT-2 and KLT2."""
    return re.sub(r"[\W_]", "", name.lower())


@lru_cache(maxsize=256)
def _joined_words(text: str) -> frozenset[str]:
    """The words of a text and the parts of those with hyphens, and each two that follow."""
    words = [_joined(word) for word in _WORD.findall(text)]
    parts = [part.lower() for word in _WORD.findall(text) for part in re.split(r"[-/]", word)]
    pairs = {first + second for first, second in itertools.pairwise(words)}
    return frozenset(words) | frozenset(parts) | pairs


def _is_special(word: str) -> bool:
    """Whether a word is a code or a medicine, which is written in one way; McLeod is none."""
    code = _is_code(word) and not _INNER_CAPITAL.match(word)
    return code or _MEDICINE.fullmatch(word) is not None


def _is_code(word: str) -> bool:
    """Whether a word is an acronym or a code: HER2, KLT2, HARBOUR-3, eGFR, 2a."""
    letters = [letter for letter in word if letter.isalpha()]
    if not letters or unit_of(word) or _is_measure(word):
        return False
    capitals = sum(letter.isupper() for letter in letters)
    digits = any(letter.isdigit() for letter in word)
    return capitals > 1 or (digits and len(word) > 1)


def _is_measure(word: str) -> bool:
    """Whether a word is a number with what it counts, or units: 5mg, 10-year, mg/kg, 9th, II."""
    parts = [part for part in re.split(r"[-./]|(?<=\d)(?=[^\W\d])", word) if part]
    return _COUNTS.fullmatch(word) is not None or all(
        _COUNTED.fullmatch(part)
        or unit_of(part)
        or part.lower() in CARDINALS
        or (roman(part) is not None and part != "IV")
        for part in parts
    )


def _is_title(claim: str, match: re.Match[str], language: Language) -> bool:
    """Whether a word has a capital that says that it is a name: no number, no month."""
    word = match.group()
    number = word.lower() in MONTHS or word.lower() in CARDINALS
    capital = len(word) > 1 and word[0].isupper() and not number
    return capital and language is not Language.GERMAN and _is_within(claim, match)


def _is_within(claim: str, match: re.Match[str]) -> bool:
    """Whether a word stands within a sentence, where a capital means something."""
    before = claim[: match.start()].rstrip(" \"'“„(«")
    return bool(before) and before[-1] not in ".!?:;"


def _spelt_out(name: str, text: str) -> bool:
    initials = "".join(word[0] for word in _LETTERS.findall(text.lower()))
    return name.isalpha() and name in initials
