"""What speaks against an answer beyond its signs, in logits that its probability loses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.answering.query.asked_quantity import asked_kinds
from core.answering.ranking.features import READING
from core.answering.ranking.other_labels import is_about_another
from core.answering.ranking.unit_ranking import unheld_words
from core.answering.ranking.word_matches import word_matches
from core.answering.reason import lacking_in_words
from core.glossary.drugs import is_drug_name, names_of_drug
from core.quantities.measurement_units import unit_of
from core.text.language import Language, differ

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.extractive import UnitRanking
    from core.answering.ranking.unit_ranking import Ranked

_UNSTATED = 1.5
"""Logits that an answer loses none of whose quotes states the quantity asked for: of seven such
answers from documents of fitting none was right. Of later questions to 14 other documents so did 7
of 74 without an answer and 2 of 164 with one."""
_STATED_LATER = 0.5
"""The same where another quote than the first states it: of 17 such questions to manuals and
guidelines 14 had no answer; of the later questions 8 of 9."""
_UNKNOWN = 2.0
"""The same where the question names what nobody knows: so did 11 of 110 questions without an answer
and 12 of 736 with one, before joined and British words were known; of the later ones 6 of 74 and
none of 164. The same where a quantity is asked for of a drug that nothing names; how often that is
right is not measured."""
_ANOTHER = 3.0
"""The same where the first text is about another stage, version or ward than the one asked for: so
did 2 of 27 questions without an answer and none of 67 with one, with which the rule was made. On
386 other questions no label with a number was such a case, and on the later ones nothing was."""
_OF_ANOTHER = 1.5
"""The same where what something is or a quantity is asked for, and the first text would read far
better without a word of the question that it does not hold, as the deposit of pensioners: so did 26
of 55 questions without an answer and none of 69 with one, all to English documents; of those to
four other documents one with an answer and three without, of those to six more 4 of 90 with an
answer and 11 of 41 without."""
_IN_OTHER_WORDS = 0.57
"""Closeness from which on a text says a word otherwise, such as the apartment that it calls a flat.
Of 42 questions with an answer to three further documents, with which it was chosen, the doubt falls
on one in place of five then, on 15 in place of 16 of 35 without one."""
_FAR_BETTER = 2.0
"""Logits by which it reads better then."""
_ASKS_WHAT = re.compile(r"^\W*(?:what|which)\b", re.IGNORECASE)


def doubt(ranking: UnitRanking, chosen: Sequence[Ranked], lacking: str) -> float:
    """The logits that an answer loses: for what nobody knows, is of another or not stated.

    `lacking` are the quantities that none of the chosen states, in words.
    """
    logits = _UNKNOWN if ranking.unknown or _is_of_another_drug(ranking) else 0.0
    logits += _OF_ANOTHER if _is_of_another(ranking) else 0.0
    if ranking.ranked and is_about_another(ranking.query, ranking.ranked[0].facts, parts=False):
        logits += _ANOTHER
    if lacking:
        return logits + _UNSTATED
    return logits + (_STATED_LATER if lacking_in_words(ranking.query, chosen[:1]) else 0.0)


def _is_of_another_drug(ranking: UnitRanking) -> bool:
    """Whether a quantity is asked for of a drug that nothing that was read names in any way.

    The dose of another drug is never an answer, however well it reads.
    """
    drugs = [word for word in ranking.missing if is_drug_name(word)]
    if not drugs or not asked_kinds(ranking.query.text):
        return False
    return not all(
        any(one.candidate.holds(name) for one in ranking.ranked for name in names_of_drug(drug))
        for drug in drugs
    )


def _is_of_another(ranking: UnitRanking) -> bool:
    """Whether the first unit reads far better without a word that says of what something is asked.

    Whether something is so can be said in general: "only in France" to who asks for Spain. The
    reader knows English alone.
    """
    query, reader = ranking.query, ranking.reader
    asks_what = asked_kinds(query.text) or _ASKS_WHAT.match(query.text)
    if not reader or not ranking.ranked or not asks_what:
        return False
    best = ranking.ranked[0]
    unread = best.facts.language is not Language.ENGLISH
    if unread or differ(query.language, best.facts.language):
        return False
    # Not "day", as in "per day".
    words = [word for word in unheld_words(query, best.candidate) if unit_of(word) is None]
    if not words:
        return False
    near, texts = READING * best.features["reading"], [best.facts.unit.searched]
    shorter = (
        re.sub(rf"\b{re.escape(word)}\b", "", query.text, flags=re.IGNORECASE)
        for word, closeness in zip(words, word_matches(query.text, words, texts)[0], strict=True)
        if closeness < _IN_OTHER_WORDS
    )
    return any(reader.nearness(text, texts)[0] > near + _FAR_BETTER for text in shorter)
