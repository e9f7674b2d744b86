"""The language of a text, guessed from its most frequent small words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

STOP_WORDS = {
    "de": "der die und das den von ist mit nicht ein eine zu im auf des dem werden bei oder als",
    "en": "the of and to in is that for it with as are be on by this from or which was",
    "es": "el de que y en los se del las por un para con una su al lo como más o",
    "fr": "le la les des et est dans une pour qui sur par au avec du ce il que ne pas",
    "it": "di che il e la per un in non è del una le si con dei della sono alla nel",
    "nl": "de het een van en in is dat op te zijn met voor niet aan er door bij ook",
    "pl": "i w na z do nie się że jest o przez dla od po jak lub oraz ich co być",
    "pt": "de que e o a do da em um para com não uma os no se na por mais as",
    "sv": "och i att det som en på är av för med den till inte om har de ett vid",
}
"""Frequent words by language, each of which few of the other languages share."""

FEWEST = 20
"""Stop words that a guess needs."""

AHEAD = 1.2
"""How many times as many the best language must have as the next."""


def language(words: Iterable[str]) -> str:
    """Two letters, or nothing where the words do not tell."""
    counts = dict.fromkeys(STOP_WORDS, 0)
    owners = _owners()
    for word in words:
        for name in owners.get(word.lower(), ()):
            counts[name] += 1
    best, second = sorted(counts, key=lambda name: -counts[name])[:2]
    sure = counts[best] >= FEWEST and counts[best] >= AHEAD * counts[second]
    return best if sure else ""


def _owners() -> dict[str, list[str]]:
    """The languages of each stop word."""
    owners: dict[str, list[str]] = {}
    for name, words in STOP_WORDS.items():
        for word in words.split():
            owners.setdefault(word, []).append(name)
    return owners
