"""Whether the names of a claim stand in the lines: medicines, trials, acronyms, places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.quantities.measurement_units import unit_of
from core.quantities.numerals import CARDINALS, MONTHS
from core.text.language import Language
from core.text.word_tables import any_of, word_table
from core.tokenizer import minilm_tokenizer
from core.verification.clauses import content
from core.verification.groups import swapped
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from core.verification.source import Source

_WORD = re.compile(r"[^\W_]+(?:[-./][^\W_]+)*")
_MEDICINE = any_of([rf"\w{{3,}}(?:{'|'.join(word_table(__file__))})"])
"""A medicine by its ending. Source: WHO, stems of international nonproprietary names."""
_PIECES = 3
"""Pieces of the tokenizer that a rare word has: rivaroxaban has five, chemotherapy one."""


def check_names(
    claim: str, language: Language, source: Source, *, foreign: bool = False
) -> Finding:
    """Looks for each name of the claim in the lines, their sentences and the headings above."""
    names = names_of(claim, language)
    text = "\n".join((source.wide, source.above, source.cited))
    missing = [name for name in names if not stands_in(name, text, source.language)]
    if language is source.language is Language.ENGLISH:
        rare = dict.fromkeys(
            word.group() for word in _WORD.finditer(claim) if _is_rare(word.group())
        )
        missing += [word for word in rare if not stands_in(word, text, language)]
    if foreign:
        missing = [name for name in missing if _is_code(name) or _MEDICINE.fullmatch(name)]
    findings: list[tuple[Weight, str]] = []
    for name in missing:
        weight = Weight.AGAINST if _is_code(name) or _MEDICINE.fullmatch(name) else Weight.DOUBT
        findings.append((weight, f"“{name}” is not in the lines."))
    weight, message = (Weight.NOTHING, "") if foreign else swapped(claim, language, source)
    if weight:
        findings.append((weight, message))
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
        special = _is_code(word) or _MEDICINE.fullmatch(word)
        if special or _is_title(claim, match, language):
            names[word] = None
    return list(names)


def _is_code(word: str) -> bool:
    """Whether a word is an acronym or a code: HER2, KLT2, HARBOUR-3, eGFR, 2a."""
    letters = [letter for letter in word if letter.isalpha()]
    if not letters or unit_of(word) or _is_measure(word):
        return False
    capitals = sum(letter.isupper() for letter in letters)
    digits = any(letter.isdigit() for letter in word)
    return capitals > 1 or (digits and len(word) > 1)


def _is_rare(word: str) -> bool:
    """Whether an English word is so rare that its vocabulary has only pieces of it."""
    pieces = minilm_tokenizer().encode(word.lower(), add_special_tokens=False).ids
    return word.isalpha() and len(pieces) >= _PIECES


def _is_measure(word: str) -> bool:
    """Whether a word is a number with its unit, or units: 5mg, 10-year, mg/kg."""
    parts = [part for part in re.split(r"[-./]|(?<=\d)(?=[^\W\d])", word) if part]
    return all(
        part.isdigit() or unit_of(part) or part.lower() in CARDINALS or part == "mal"
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


def stands_in(name: str, text: str, language: Language) -> bool:
    """Whether a name stands in a text, in another form or with other hyphens perhaps."""
    plain = re.escape(name).replace(r"\-", r"[-\s]?")
    if re.search(rf"(?<![^\W_]){plain}(?![^\W_])", text, re.IGNORECASE):
        return True
    if _is_code(name):
        return name.isupper() and _spelt_out(name, text)
    stems = content(name, language)
    return bool(stems) and stems <= content(text, language)


def _spelt_out(name: str, text: str) -> bool:
    """Whether words that follow each other begin with the letters of an acronym."""
    initials = "".join(word.group()[0] for word in _WORD.finditer(text.lower()))
    return name.isalpha() and name.lower() in initials
