"""Pronouns with nothing before them that they can stand for, English and German.

Which noun is meant is not decided here: a pronoun counts as explained as soon as anything of its
kind (a thing, a person, several) was named before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.continuity import EXPLETIVE
from core.refining.rules import RULES
from core.text.language import Language
from core.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_PRONOUNS = {
    language: re.compile(pattern, re.IGNORECASE if language == "english" else 0)
    for language, pattern in RULES["pronouns"].items()
}
_THINGS, _PEOPLE, _SEVERAL, _NOUNS = map(
    re.compile, (*RULES["antecedents"]["english"].values(), RULES["antecedents"]["german"])
)
_ENGLISH = {"thing": _THINGS, "person": _PEOPLE, "several": _SEVERAL}
_BARE = re.compile(
    r"^\W*(?P<word>this|these|those|both|dies|diese|beides?)\s+(?P<next>[\w'’]+)", re.IGNORECASE
)
_VERBS = frozenset("is are was were has have had does did means ist sind war waren hat".split())


def open_pronouns(
    sentence: str, before: str, language: Language, *, first: bool
) -> Iterator[tuple[int, int]]:
    """(start, end) of the pronouns of a sentence that nothing before them stands for.

    `before` is what the chunk shows before the sentence; `first` says that none of it is running
    text, to which a bare "this" could point.
    """
    german = language is Language.GERMAN
    for match in _PRONOUNS["german" if german else "english"].finditer(_lowered(sentence, german)):
        antecedent = _NOUNS if german else _ENGLISH[match.lastgroup or "thing"]
        shown = f"{before}\n{sentence[: match.start()]}"
        if not EXPLETIVE.match(sentence[match.start() :]) and not _named(antecedent, shown):
            yield match.span()
    bare = _BARE.match(sentence)
    if bare and first and _is_bare(bare["next"]):
        yield bare.span("word")


def _named(antecedent: re.Pattern[str], text: str) -> bool:
    """Whether a noun of the kind stands in a text; words that open a sentence may be none."""
    return any(
        match.group().split()[-1].casefold() not in STOP_WORDS
        for match in antecedent.finditer(text)
    )


def _is_bare(following: str) -> bool:
    return following.casefold() in _VERBS or following.casefold() in STOP_WORDS


def _lowered(sentence: str, german: bool) -> str:
    """German "Sie" inside a sentence is the reader; at its beginning it is taken for a pronoun."""
    first = re.match(r"\W*\w", sentence)
    if not german or not first:
        return sentence
    return sentence[: first.end()].lower() + sentence[first.end() :]
