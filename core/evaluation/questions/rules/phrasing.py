"""The forms of questions in English and German."""

from __future__ import annotations

from dataclasses import dataclass

from core.text.language import Language


@dataclass(frozen=True, slots=True)
class Phrases:
    """Forms with gaps for what is asked: a title, a term, or a row and a column.

    German titles are quoted, since they cannot be bent to fit a sentence.
    """

    about: str
    recommends: str
    heading: str
    within: str
    means: str
    stands_for: str
    figure: str
    if_so: str


_ENGLISH = Phrases(
    about="What does the document say about {}?",
    recommends="What does the document recommend regarding {}?",
    heading="What does the document say under the heading “{}”?",
    within=" (section “{}”)",
    means="What does “{}” mean?",
    stands_for="What does {} stand for?",
    figure="In “{table}”, what is given under “{column}” for “{row}”?",
    if_so="What should be done {}?",
)
_GERMAN = Phrases(
    about="Was sagt das Dokument zum Thema „{}“?",
    recommends="Was empfiehlt das Dokument zum Thema „{}“?",
    heading="Was sagt das Dokument unter der Überschrift „{}“?",
    within=" (Abschnitt „{}“)",
    means="Was bedeutet „{}“?",
    stands_for="Wofür steht {}?",
    figure="Was ist in „{table}“ unter „{column}“ für „{row}“ angegeben?",
    if_so="Was ist zu tun, {}?",
)


def within(question: str, form: str, section: str) -> str:
    """The question with the section that is meant named before its question mark."""
    return f"{question[:-1]}{form.format(section)}?"


def phrases(language: Language) -> Phrases:
    """The forms of a language; English ones for a language that is not known."""
    return _GERMAN if language is Language.GERMAN else _ENGLISH
