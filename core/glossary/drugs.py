"""Names of drugs: international nonproprietary names, words with a stem of them, or with a dose.

A wrong drug is worse than a missing one: names of what the body holds as well are not listed, a
stem counts only where it is used for drugs alone, and any other ending only where a dose stands
behind the word, as in `hydrocortisone 100 mg`.

Source of the stems: World Health Organization, The use of stems in the selection of international
nonproprietary names (INN) for pharmaceutical substances; their German forms beside them.
"""

from __future__ import annotations

import re
from collections import Counter

from core.glossary.base import Entry, EntryKind
from core.sir import HEADINGS, Sir
from core.spans import Span
from core.text.word_tables import word_table
from core.tokenizer import is_common_word

_WORDS = word_table(__file__)
_STEMS, _DOSED, _UNITS, _BETWEEN = (
    tuple(_WORDS[name].split()) for name in ("stems", "dosed", "units", "between")
)
_CLASSES = frozenset(_WORDS["classes"].split())
"""Words that look like names of drugs and are classes of them, or what is measured."""
_LISTED = frozenset(
    form for name in " ".join(_WORDS["names"]).split() for form in (name, name.removesuffix("e"))
)
"""Common names, and their German forms, which have no e at the end."""
_SAME = {
    form.removesuffix("e"): frozenset(forms)
    for forms in map(str.split, _WORDS["same"])
    for form in forms
}
"""The names of a drug by each of them, in lower case: the international one (INN), and those that
single countries use or used, such as the adopted names of the USA (USAN) and Britain (BAN)."""
_SHORTEST = 7
"""Letters of a name; shorter words with such endings are seldom drugs."""
_TWICE = 2
_NAME = re.compile(rf"(?<![\w-])[^\W\d_]{{{_SHORTEST},}}(?![\w-])")
_DOSE = re.compile(
    rf"(?:\s+(?:{'|'.join(map(re.escape, _BETWEEN))})){{0,2}}\s+"
    rf"\d[\d.,]*(?:\s*(?:to|bis|-|–)\s*\d[\d.,]*)?\s*(?:{'|'.join(_UNITS)})\b(?!\s*/\s*d?m?l\b)"
)
"""A dose right behind a word; a concentration in a litre is none."""


def drugs(sir: Sir) -> list[Entry]:
    """The names of drugs in the flow of a document, each at its first place."""
    places: dict[str, tuple[str, Span]] = {}
    counts: Counter[str] = Counter()
    dosed: set[str] = set()
    for node in range(sir.flow):
        text = sir.nodes[node].text
        for match in _NAME.finditer(text):
            name = match.group().casefold()
            counts[name] += 1
            if name not in places:
                places[name] = match.group(), Span(node, *match.span())
            if sir.nodes[node].type not in HEADINGS and _DOSE.match(text, match.end()):
                dosed.add(name)
    return [
        Entry(form, EntryKind.DRUG, "", (), span, reason)
        for name, (form, span) in places.items()
        if (reason := _reason(name, dosed=name in dosed, several=counts[name] >= _TWICE))
    ]


def is_drug_name(word: str) -> bool:
    """Whether a word in lower case is the name of a drug, as far as itself tells."""
    return bool(_reason(word, dosed=False, several=False))


def names_of_drug(word: str) -> frozenset[str]:
    """The names of the drug that a word in lower case names, as far as known, itself among them."""
    return _SAME.get(word.removesuffix("e"), frozenset()) | {word}


def is_drug_class(word: str) -> bool:
    """Whether a word in lower case is the name of drugs, or of a class of them, as "statins"."""
    one = word.removesuffix("s")
    return is_drug_name(one) or any(stem.endswith(one) for stem in _STEMS)


def _reason(name: str, *, dosed: bool, several: bool) -> str:
    """Why a word is the name of a drug; empty if it is none."""
    if name in _LISTED:
        return "is a nonproprietary name of a drug"
    if name in _CLASSES or is_common_word(name):
        return ""
    if stem := next(filter(name.endswith, _STEMS), ""):
        return f"ends in -{stem}, a stem of drug names"
    if dosed and several and name.endswith(_DOSED):
        return "stands before a dose"
    return ""
