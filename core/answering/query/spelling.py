"""Misspelled words of a question, as documents or dictionaries have them; never one for another.

A term that the documents lack, such as the opposite of one that they have, has to stay: to answer
for "hypoglycaemia" what was asked of "hyperglycaemia" is worse than to find nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import DamerauLevenshtein
from spellchecker import SpellChecker

from core.glossary.drugs import is_drug_class, is_drug_name
from core.text.content_words import stem_id, stem_list
from core.text.language import Language, language_of
from core.text.word_tables import word_table
from core.text.words import word_list
from core.tokenizer import is_common_word

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from core.answering.query.document_words import DocumentWords

_LISTS = word_table(__file__)
_SHORTEST = 5
"""Letters of the shortest word whose spelling is looked at."""
_LONGEST_ENDING = 3
"""Letters by which a word may go on from one of the documents and still be a form of it."""
_SHORTEST_PART = 3
"""Letters of the shortest of two words that are joined to one."""
_LONG = 8
"""Letters from which on two of them may be wrong."""
_FEW_NEIGHBOURS = 7
"""Letters from which on a name is seldom one letter off a word of the language."""
_RARE = 50
"""How often a dictionary has counted its rarest words: of English ones those that few may mean."""
_DICTIONARIES = {Language.ENGLISH: ("en",), Language.GERMAN: ("de", "en")}
_ALIKE = str.maketrans("ckqxzv", "sssssf", "aeiouyäöüh")
"""What is heard alike and left out when two spellings of one word are compared."""
_VARIANTS = [(re.compile(ours), theirs) for ours, theirs in _LISTS["variants"]]
"""British and other spellings, each with what takes its place when two are compared."""
_RECENT = frozenset(stem_list(_LISTS["recent"], Language.ENGLISH))
"""Stems of common words that neither the dictionaries nor the tokenizer hold, being younger."""
_GERMAN_VERB = re.compile(r".{3}ier(?:en|t|te[mnrs]?)$")
"""How German makes verbs of foreign words, more than dictionaries hold: "dialysiert"."""
_REPEATED = re.compile(r"(.)\1+")


def spelled(text: str, documents: Sequence[DocumentWords]) -> str:
    """A text whose misspelled words are those of the documents that they resemble most.

    Misspelled are words that neither the documents nor a dictionary of the language know, and those
    of the dictionary of which the documents have one with a letter doubled, or not: "tapper". What
    resembles none of the documents becomes what a dictionary has, if no name is likely. What
    is spelled as in another country becomes what the documents have: "anaemia", "anemia".
    """
    strange = [
        word
        for word in dict.fromkeys(word_list(text))
        if _may_be_spelled_otherwise(word)
        and not any(word in each.vocabulary for each in documents)
    ]
    if not strange:
        return text
    language = language_of(text)
    known = _known(list(filter(_may_be_wrong, strange)), language)
    counts: Counter[str] = Counter()
    for words in documents:
        counts.update(words.vocabulary)
    for word in strange:
        better = _variant(word, counts)
        if not better and _may_be_wrong(word):
            better = _nearest(word, counts, is_known=word in known)
            if not better and word not in known and not _may_be_a_name(word, text, language):
                better = _nearest_known(word, documents, language)
        if better:
            text = re.sub(rf"\b{re.escape(word)}\b", better, text, flags=re.IGNORECASE)
    return text


def unknown_words(
    words: Sequence[str], documents: Iterable[DocumentWords], language: Language
) -> tuple[str, ...]:
    """Those words in lower case that neither the documents hold nor a dictionary of a language.

    They are names, as of a medicine, or misspelt beyond telling. Forms of a word of the documents
    are not among them, nor what is joined of known words: "Rufdienst", "smartphone". Documents are
    only gone through where a word is no common one.
    """
    rare = [w for w in words if _may_be_spelled_otherwise(w) and not is_common_word(w)]
    if language is Language.GERMAN:
        rare = [word for word in rare if not _GERMAN_VERB.search(word)]
    if not rare:
        return ()
    vocabularies = [document.vocabulary for document in documents]

    def is_known(word: str) -> bool:
        spellings = [word, *_elsewhere(word)]
        return (
            any(word in vocabulary for vocabulary in vocabularies)
            or is_common_word(word)
            or any(stem_id(spelling, Language.ENGLISH) in _RECENT for spelling in spellings)
            or bool(_known(spellings, language))
        )

    is_part = _is_plain_english if language is Language.ENGLISH else is_known

    def is_joined(word: str) -> bool:
        return not is_drug_name(word) and _is_joined(word, is_part)

    return tuple(
        word
        for word in rare
        if not is_known(word)
        and not is_joined(word)
        and not any(_is_a_form(word, vocabulary) for vocabulary in vocabularies)
    )


def _is_plain_english(word: str) -> bool:
    """Stricter than to be known: dictionaries hold "miro" and "lex", and would join "mirolex"."""
    return is_common_word(word) and bool(_known([word], Language.ENGLISH))


def _elsewhere(word: str) -> list[str]:
    """A word as American dictionaries have it, or without what may begin any word."""
    return [re.sub(ours, theirs, word) for ours, theirs in _LISTS["elsewhere"]]


def _is_a_form(word: str, vocabulary: Collection[str]) -> bool:
    """Whether a word is one of the vocabulary cut short, or one with another ending."""
    return any(
        other.startswith(word)
        or (word.startswith(other) and len(word) - len(other) <= _LONGEST_ENDING < len(other))
        for other in vocabulary
    )


def _is_joined(word: str, is_known: Callable[[str], bool]) -> bool:
    """Whether a word is two known ones behind each other."""
    cuts = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    return any(is_known(word[cut:]) and any(map(is_known, _unjoined(word[:cut]))) for cut in cuts)


def _unjoined(part: str) -> list[str]:
    """The first part of a joined word with and without what joins it to the second."""
    shorter = [part.removesuffix(joint) for joint in ("", "s", "n", "en")]
    return [each for each in shorter if len(each) >= _SHORTEST_PART]


def _may_be_spelled_otherwise(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isalpha()


def _may_be_wrong(word: str) -> bool:
    return not is_common_word(word) and not is_drug_name(word)


def _variant(word: str, counts: Mapping[str, int]) -> str:
    """The commonest other spelling of a word, as of another country; empty if there is none."""
    plain, alike = _in_one_spelling(word), range(len(word) - 2, len(word) + 3)
    same = [
        other
        for other in counts
        if len(other) in alike and other[-1] == word[-1] and _in_one_spelling(other) == plain
    ]
    return max(same, key=lambda other: (counts[other], other), default="")


@lru_cache(maxsize=100_000)
def _in_one_spelling(word: str) -> str:
    for ours, theirs in _VARIANTS:
        word = ours.sub(theirs, word)
    return word


def _known(words: Sequence[str], language: Language) -> set[str]:
    """Those words that a dictionary of a language holds; of both where it is not to be told."""
    codes = _DICTIONARIES.get(language, ("en", "de"))
    return {word for word in words for code in codes if word in _dictionary(code)}


@lru_cache(maxsize=2)
def _dictionary(code: str) -> SpellChecker:
    """The words of a language, which the package carries; reading them takes half a second."""
    return SpellChecker(language=code, distance=1)


def _nearest(word: str, counts: Mapping[str, int], *, is_known: bool) -> str:
    """The commonest of the words nearest to one, with the same first letter; empty if none is.

    One that a dictionary holds is only near to what differs in a doubled letter.
    """
    longest = 2 if len(word) >= _LONG and not is_known else 1
    ranked: list[tuple[int, int, str]] = []
    for other, count in counts.items():
        if other[0] != word[0] or abs(len(other) - len(word)) > longest or len(other) < _SHORTEST:
            continue
        if is_known and not _doubles(word, other):
            continue
        # Common words are hardly mistyped twice: "resection" is another word than "reaction".
        most = 1 if is_common_word(other) else longest
        distance = DamerauLevenshtein.distance(word, other, score_cutoff=most)
        if 0 < distance <= most and _is_a_slip(word, other, distance):
            ranked.append((distance, -count, other))
    return min(ranked)[2] if ranked else ""


def _nearest_known(word: str, documents: Sequence[DocumentWords], language: Language) -> str:
    """The commonest word of a dictionary from which one differs in a slip; empty if there is none.

    A letter doubled, or two swapped, are the slip before any other. Others are mended only where a
    word is unknown, and no form or joined word: "subnets", "Onkologie". Names end otherwise than
    words, so that another last letter is no slip: "generali", "generals". It gives back 87 % of 596
    common English words with a slip, 82 % of German ones, and another word for 2 %; for a word it
    takes 51 of 1500 names of programs, most of them words misspelled on purpose.
    """
    if language is Language.OTHER:
        return ""
    words = _dictionary(_DICTIONARIES[language][0])
    near = [
        other
        for other in words.known(words.edit_distance_1(word))
        if other[0] == word[0]
        and (language is Language.GERMAN or words.word_frequency[other] > _RARE)
        and other[:-1] != word[:-1]
        and (_doubles(word, other) or _is_a_slip(word, other, 1))
    ]
    sure = [other for other in near if sorted(other) == sorted(word) or _doubles(word, other)]
    if sure or not unknown_words([word], documents, language):
        near = sure
    return max(near, key=lambda other: (words.word_frequency[other], other), default="")


def _may_be_a_name(word: str, text: str, language: Language) -> bool:
    """Whether a word is short, a class of drugs, or has capitals as names of the language have."""
    match = re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)
    if len(word) < _FEW_NEIGHBOURS or match is None or is_drug_class(word):
        return True
    begins_large = match.start() == 0 or language is Language.GERMAN
    from_letter = 1 if begins_large else 0
    return match.group()[from_letter:] != word[from_letter:]


def _is_a_slip(word: str, other: str, distance: int) -> bool:
    """Whether one may be meant where the other is typed, and not a word of its own.

    An ending makes no other word, since stems make it alike. Two letters are wrong by a slip where
    they are hardly heard, or their neighbours too: "prednisone" is no misspelt "prednisolone".
    """
    if word.startswith(other) or other.startswith(word):
        return False
    if _opposed(word, other, str.startswith, _LISTS["starts"]):
        return False
    if _opposed(word, other, str.endswith, _LISTS["ends"]):
        return False
    if _opposed(word, other, str.__contains__, _LISTS["parts"]):
        return False
    if distance == 1:
        return True
    ours, theirs = _heard(word), _heard(other)
    return sorted(ours) == sorted(theirs) and DamerauLevenshtein.distance(ours, theirs) <= 1


def _opposed(
    word: str, other: str, has: Callable[[str, str], bool], groups: Sequence[Sequence[str]]
) -> bool:
    """Whether the words have parts that tell them from each other, such as "hyper" and "hypo"."""
    return any(
        has(word, part) and any(has(other, rival) for rival in group if rival != part)
        for group in groups
        for part in group
    )


def _heard(word: str) -> str:
    """The consonants of a word, those that sound alike as one."""
    return _undoubled(word.replace("ph", "f").translate(_ALIKE))


def _doubles(word: str, other: str) -> bool:
    """Whether the words differ in nothing but doubled letters."""
    return _undoubled(word) == _undoubled(other)


def _undoubled(word: str) -> str:
    return _REPEATED.sub(r"\1", word)
