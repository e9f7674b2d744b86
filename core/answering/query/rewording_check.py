"""Whether a wording still asks what was asked: its numbers, stages, names and negations."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from core.answering.query.dependence import depends, is_elliptic
from core.quantities.extraction import quantities
from core.text.content_words import content_words
from core.text.language import Language, language_of
from core.tokenizer import is_common_word
from core.verification.names import names_of, stands_in
from core.verification.negators import negations
from core.verification.numbers import same_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Exchange
    from core.quantities.quantity import Quantity

_STAGE = re.compile(
    r"\b(?:[IVX]{2,5}[a-cA-C]?|[VX]|(?<=stage )I[a-c]?|(?<=Stadium )I[a-c]?|(?<=grade )I"
    r"|(?<=type )[A-Z]|(?<=Typ )[A-Z]|[A-Z]{1,4}-?\d+[a-z]?|\d+[a-cA-C])\b"
)


def alike(question: str, reworded: str) -> bool:
    """Whether a wording has the numbers, stages and negations of a question, if others as well."""
    return _same_figures(question, reworded) and _negated(question) == _negated(reworded)


def keeps(
    question: str, reworded: str, conversation: Sequence[Exchange], by_rules: str = ""
) -> bool:
    """Whether a wording after a conversation asks what the question asks, and adds nothing.

    What an elliptic question leaves out (a number, a stage, a negation) is that of the question
    before it, unless it names another one. A name that is spelled otherwise in `by_rules`, the
    question as rules understand it, need not be kept.
    """
    if reworded == question or not conversation:
        return alike(question, reworded)
    before = conversation[-1].question
    said_before = " ".join(
        [question, by_rules, *(f"{e.question} {e.answer}" for e in conversation)]
    )
    negated = _negated(before if is_elliptic(question) else question) or _negated(question)
    return (
        _negated(reworded) == negated
        and _same_figures(question, reworded)
        and (not is_elliptic(question) or _goes_on_with_figures(question, before, reworded))
        and _keeps_names(question, before, reworded, by_rules or question)
        and _invents_nothing(reworded, said_before)
    )


def _same_figures(question: str, reworded: str) -> bool:
    """Whether all numbers stand in a wording, and the stages with no other in their place."""
    asked, there = Counter(_stages(question)), Counter(_stages(reworded))
    stages = asked == there if asked else True
    return stages and _holds(reworded, _numbers(question))


def _goes_on_with_figures(question: str, before: str, reworded: str) -> bool:
    """Whether the figures of the question before stand in a wording, but for replaced ones."""
    replaced = {number.dimension for number in _numbers(question)}
    numbers = [number for number in _numbers(before) if number.dimension not in replaced]
    stages = set() if _stages(question) else set(_stages(before))
    return _holds(reworded, numbers) and stages <= set(_stages(reworded))


def _keeps_names(question: str, before: str, reworded: str, by_rules: str) -> bool:
    """Whether the names of a question stand in a wording, else those that it goes on from."""
    if own := _names(question):
        return all(_stands(name, reworded) for name in own if _stands(name, by_rules))
    return not depends(question) or all(_stands(name, reworded) for name in _names(before))


def _invents_nothing(reworded: str, said_before: str) -> bool:
    """Whether the figures and names of a wording were all said before."""
    names = names_of(reworded, language_of(reworded))
    return (
        _holds(said_before, _numbers(reworded))
        and set(_stages(reworded)) <= set(_stages(said_before))
        and all(_stands(name, said_before) for name in names)
    )


def _negated(text: str) -> bool:
    return bool(negations(text, language_of(text)))


def _numbers(text: str) -> list[Quantity]:
    return quantities(text, language_of(text))


def _holds(text: str, numbers: Sequence[Quantity]) -> bool:
    """Whether a text has all of these numbers."""
    there = _numbers(text)
    return all(any(same_number(number, other) for other in there) for number in numbers)


def _names(text: str) -> list[str]:
    """The names in a text; in English also words so rare that they are hardly anything else."""
    language = language_of(text)
    names = [name for name in names_of(text, language) if not _STAGE.fullmatch(name)]
    if language is Language.ENGLISH:
        words = content_words(text)
        names += [word for word in words if word.isalpha() and not is_common_word(word)]
    return names


def _stands(name: str, text: str) -> bool:
    return stands_in(name, text, language_of(text))


def _stages(text: str) -> list[str]:
    """Roman numbers and codes of a text: II, IIIb, T2, 2a."""
    return [match.group().lower() for match in _STAGE.finditer(text)]
