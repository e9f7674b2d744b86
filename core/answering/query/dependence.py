"""Whether a question can only be understood after the one before it.

It can where words of it stand for what was said before, where it is no whole question, and where it
is a short one that names nothing of its own that it could be about.
"""

from __future__ import annotations

import re

from core.answering.query.main_clauses import BEGINS, VERB
from core.answering.query.phrases import ASPECT, PEOPLE_WORD, PREPOSITIONS
from core.answering.query.question_type import FINITE_VERB, QUESTION_WORD, QUESTION_WORDS, Query
from core.text.content_words import content_words
from core.text.language import differ, language_of
from core.text.word_tables import any_of, whole_words, word_table
from core.text.words import word_list

_LISTS = word_table(__file__)
_GOES_ON = any_of([rf"^(?:\W*(?:{'|'.join(_LISTS['goes_on'])})\b)+[\s,]*"])
_POINTS_BACK = whole_words(_LISTS["points_back"])
_PEOPLE, _CLAUSE, _THEM, _DOCUMENTS = (
    "|".join(_LISTS[key]) for key in ("people", "clause", "of_people", "documents")
)
_THEMSELVES = any_of(
    [
        rf"\b(?:{_PEOPLE})\b(?P<between>.{{0,200}}?)"
        rf"\b(?:(?:{_CLAUSE})\s+(?:{_THEM})|their|ihren?)\b"
    ]
)
"""People, and near behind them the word that stands for them: in a clause, or for what they have.

Without an end, as many looks to the end of a question as it names people would take seconds."""
_DOCUMENT = any_of([rf"(?:{_DOCUMENTS})"])
_NOTHING_BEFORE = any_of(
    [
        *_LISTS["stands_for_nothing"],
        rf"\b(?:this|these|diese[rmsn]?)\s+(?:\w+\s+)?(?:{_DOCUMENTS})\b",
    ]
)
"""Words such as `there` in `is there`, and what points at the document that is read."""
_POLITE = re.compile(r"(?<=\w )(?:Sie|Ihr(?:e[nmrs]?)?|Ihnen)\b")
_THAT = re.compile(r"\b(?P<before>\w+)\s+that\s+(?=\w)", re.IGNORECASE)
_DEFINITE = whole_words([*_LISTS["definite"], *QUESTION_WORDS])
"""What a noun follows that was named before, or that is asked for: the dose, which tests."""
_LEADS_A_NOUN = whole_words([*PREPOSITIONS, *_LISTS["indefinite"]])
_ACTS = whole_words(_LISTS["acts"])
"""Who does something, so that a verb follows: `who chaired`, `how do I start`."""
_VERB_FIRST = re.compile(rf"^\W*{VERB}\b", re.IGNORECASE)
_ACTOR_FIRST = any_of([r"^\W*(?:who|wer)\s+[^\W\d_]+\s+\w"])
_HAS_OBJECT = any_of([rf"^\W*(?:{'|'.join(QUESTION_WORDS)})\s+\w.*?\b[^\W\d_]+\s+(?:an?|the)\b"])
_FEW = 2
"""Content words up to which a question can hardly stand by itself."""
_LONG = 12
"""Words from which on what a word stands for may well be said in the same question."""


def depends(question: str, before: str = "") -> bool:
    """Whether a question can only be understood after the one `before`.

    A question such as "What are corticosteroids?" is short and stands by itself, and so do "How is
    anaemia treated?", "And when does screening end?" and a short one in another language than the
    one before.
    """
    asked = without_lead(question)
    leads_on = asked != question
    if leads_on and not _is_whole(asked):
        return True
    if len(question.split()) < _LONG and points_back(asked):
        return True
    words = {word for word in content_words(asked) if not QUESTION_WORD.fullmatch(word)}
    if words and differ(language_of(asked), language_of(before)):
        return False
    if len(words) > _FEW:
        return False
    if leads_on and _VERB_FIRST.match(asked):  # "And is surgery possible?"
        return True
    if Query(asked).defines and not all(map(ASPECT.fullmatch, words)):
        return False
    return not _names_its_subject(asked)


def without_lead(question: str) -> str:
    """A question without what joins it to the one before, such as "and" or "what about"."""
    return _GOES_ON.sub("", question)


def by_itself(question: str) -> str:
    """A question that stands by itself, without what joins it to the one before."""
    asked = without_lead(question).strip()
    return f"{asked[:1].upper()}{asked[1:]}" if asked != question and _is_whole(asked) else question


def points_back(question: str) -> bool:
    """Whether a word stands for what was said before, and not for people of the same question."""
    return _POINTS_BACK.search(without_own(question)) is not None


def without_own(question: str) -> str:
    """A question without words that look as if they stood for what was said before, and do not.

    Such are `there` in "is there", `that` in "say that they", `their` in "patients and their".
    """
    rest = _NOTHING_BEFORE.sub("", _POLITE.sub("", question))
    rest = _THEMSELVES.sub(r"\g<between>", rest)
    return _THAT.sub(lambda that: "" if content_words(that["before"]) else that.group(), rest)


def is_elliptic(question: str) -> bool:
    """Whether a question leaves out its verb, as in `And for children?`."""
    return FINITE_VERB.search(question) is None


def _is_whole(question: str) -> bool:
    """Whether a text asks with a verb of its own, unlike `for children?` and `which dose?`."""
    rules = (BEGINS, _VERB_FIRST, _ACTOR_FIRST, _HAS_OBJECT)
    return any(rule.match(question) for rule in rules)


def _names_its_subject(question: str) -> bool:
    """Whether a whole question holds a noun that is not of what was named before.

    Such is one without an article (`the dose of capecitabine`) or a new one (`a biopsy`), and the
    document itself. The last word alone may be what is said of something, as in `When is the dose
    halved?`, unless it follows a preposition, or the verb of who acts (`who wrote tig`).
    """
    if not _is_whole(question):
        return False
    query = Query(question)
    words, small, follows_verb = word_list(question), "", False
    for place, word in enumerate(words, 1):
        if word not in query.sought:
            small, follows_verb = word, False
        elif _ACTS.fullmatch(small) and not follows_verb:
            follows_verb = True
        elif _DOCUMENT.fullmatch(word):
            return True
        else:
            is_noun = place < len(words) or follows_verb or _LEADS_A_NOUN.fullmatch(small)
            if is_noun and _is_new(word, "" if follows_verb else small):
                return True
    return False


def _is_new(word: str, small: str) -> bool:
    """Whether a noun names something of its own; `small` is the small word that leads it."""
    of_it = ASPECT.fullmatch(word) or PEOPLE_WORD.fullmatch(word)
    return not of_it and not _DEFINITE.fullmatch(small)
