"""Whether the first main clause of a recommendation speaks for or against what it names.

Told by its verb and a negation beside it. A negation elsewhere, or a verb that turns the
meaning round ("withhold", "stop"), leaves it open; subordinate clauses are not read.
"""

from __future__ import annotations

import re

from core.text.sentences import sentence_spans
from core.text.word_tables import any_of, whole_words, word_table

_LISTS: dict[str, list[str]] = word_table(__file__)
_IMPERATIVE = (
    rf"^\W*(?:(?:{'|'.join(_LISTS['adverb'])})\s+)?(?:(?:{'|'.join(_LISTS['imperative'])})\b(?!\s+of\b)"
    rf"|(?:{'|'.join(_LISTS['imperative_or_noun'])})(?=\s+(?:{'|'.join(_LISTS['behind_imperative'])})\b))"
)
_VERB = any_of([rf"\b(?:{'|'.join(_LISTS['verb'])})\b|{_IMPERATIVE}"])
_PROHIBITING = any_of([rf"^\W*(?:{'|'.join(_LISTS['prohibiting'])})\b"])
"""Imperatives that speak against what follows them, whatever that is: "Do not stop"."""
_AGAINST = any_of([rf"\W*(?:{'|'.join(_LISTS['against'])})\b"])
_AGAINST_AT_END = any_of(_LISTS["against_at_end"])
"""In German the negation may stand just before the verbs that end the clause."""
_THAT_NOT = any_of(_LISTS["that_not"])
"""In English the negation of "recommend that" stands before the bare infinitive."""
_THAT_NOT_TWICE = any_of([r"\b(?:not|no|never|neither|nor)\b.*\b(?:not|no|never|neither|nor)\b"])
_AVOIDED = any_of(_LISTS["avoided"])
_TURNING, _NEGATING = whole_words(_LISTS["turning"]), whole_words(_LISTS["negating"])
_BOTH = whole_words(_LISTS["both"])
_SUBORDINATE = any_of([rf"^\W*(?:{'|'.join(_LISTS['subordinate'])})\b"])
_RELATIVE = any_of([rf"^\W*(?:{'|'.join(_LISTS['relative'])})\b"])
_RESTRICTING = any_of([rf"^\W*(?:{'|'.join(_LISTS['restricting'])})\b"])
_MAIN_VERB = any_of(
    [rf"\b(?:{'|'.join(_LISTS['main_verb'])})\b(?!.*\b(?:{'|'.join(_LISTS['main_verb'])})\b)"]
)
"""The last of such verbs: "patients who cannot walk | should ..."."""
_CLAUSES = any_of(
    [
        rf"[,;:–—]\s|\s(?=(?:{'|'.join(_LISTS['subordinate'])})\b)"
        rf"|\s(?=(?:{'|'.join(_LISTS['coordinate'])})\s+(?:{'|'.join(_LISTS['verb'])})\b)"
    ]
)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def speaks_for(text: str) -> bool | None:
    """True where the text recommends something, False where it advises against it, else None."""
    sentence = _first_sentence(text)
    clauses = _from_main_verb(sentence)
    if not clauses or _BOTH.search(sentence):
        return None
    if _THAT_NOT.search(sentence):
        return None if _THAT_NOT_TWICE.search(sentence) else False
    first, *others = clauses
    verb = _VERB.search(first)
    if verb is not None and _AVOIDED.match(first, verb.start()):
        return None if _is_negated(others) else False
    if _PROHIBITING.match(first):
        return False
    if verb is None or _TURNING.search(first):
        return None
    if _AGAINST.match(first, verb.start()) or _AGAINST_AT_END.match(first, verb.start()):
        return False
    return None if _is_negated([first, *others]) else True


def main_verb(text: str) -> str:
    """The verb of the first main clause that recommends something, as "soll"; else empty."""
    clauses = _from_main_verb(_first_sentence(text))
    verb = _VERB.search(clauses[0]) if clauses else None
    return verb.group() if verb else ""


def _first_sentence(text: str) -> str:
    words = _BRACKETS.sub(" ", text)
    return next((words[start:end] for start, end in sentence_spans(words)), "")


def _from_main_verb(sentence: str) -> list[str]:
    """The main clauses of a sentence from that on which recommends; empty without such a verb."""
    clauses = [clause for clause in _main_clauses(sentence) if clause]
    place = next((n for n, clause in enumerate(clauses) if _VERB.search(clause)), None)
    return [] if place is None else clauses[place:]


def _main_clauses(sentence: str) -> list[str]:
    """What is left without subordinate clauses, of which one may go over into the main clause."""
    clauses = _CLAUSES.split(sentence)
    main: list[str] = []
    for place, clause in enumerate(clauses):
        if not _SUBORDINATE.match(clause) and not (place and _RELATIVE.match(clause)):
            main.append(clause)
        elif _RESTRICTING.match(clause) and (verb := _MAIN_VERB.search(clause)):
            main += [clause[verb.start() :]] if not any(map(_VERB.search, main)) else []
    return main


def _is_negated(clauses: list[str]) -> bool:
    """Whether a clause or what goes on with it, up to another verb, denies or turns something."""
    if clauses and _NEGATING.search(clauses[0]):
        return True
    for clause in clauses[1:]:
        if _VERB.search(clause):
            return False
        if _NEGATING.search(clause) or _TURNING.search(clause):
            return True
    return False
