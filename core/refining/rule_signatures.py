"""Signatures by rule: what a chunk speaks of more than the other chunks of its document do."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from core.refining.rules import stems
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Role
from core.text.language import Language
from core.text.words import STOP_WORDS, Word, follow, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk, ChunkingResult

FEWEST, MOST = 3, 8
"""Words of a signature. Source: TopoChunker, section 3.3.2."""
_PHRASE = 3
"""Words of a phrase at the most."""
_ENOUGH = 5
"""Words after which no further phrase is added."""
_SHARED = 1.3
"""How much more a phrase weighs that shares a word with the headings above it."""
_TRIES = 4
"""Choices of phrases before two chunks get the same signature."""
_LONGEST = 100
"""Characters of a signature at the most."""
_NO_NOUN = re.compile(r".*(?:ly|ed|ing|est)$")
_ADJECTIVE = re.compile(r".*(?:e|en|er|es|em)$")
_AFTER_VERBS, _BEFORE_VERBS = stems("after_verbs"), stems("before_verbs")


class KeyPhrases:
    """The phrases of a chunked document, weighed against each other."""

    def __init__(self, result: ChunkingResult) -> None:
        """Counts in how many chunks each word stands."""
        self._sir = result.sir
        self._taken: set[str] = set()
        self._german = result.sir.language is Language.GERMAN
        self._nouns = _seen_as_nouns(result.sir) if self._german else frozenset()
        self._chunks = max(len(result.chunks), 1)
        self._spread = Counter[str]()
        for chunk in result.chunks:
            self._spread.update({word.stem for word in words(chunk.content)})

    def signature(self, chunk: Chunk) -> str:
        """Three to eight words on the topic of a chunk; empty if it has not so many.

        Phrases of the text come first, those of its headings fill up where they are too few. No
        chunk gets the signature of one that was asked about before, as long as it has others.
        """
        phrases = [*self._best(chunk, False), *self._best(chunk, True)]
        tries = (self._joined(phrases[skipped:]) for skipped in range(_TRIES))
        fresh = (text for text in tries if text and text not in self._taken)
        signature = next(fresh, "") or self._joined(phrases) or self._words_of(chunk)
        self._taken.add(signature)
        return signature

    def _joined(self, phrases: Sequence[Sequence[Word]]) -> str:
        """The first phrases that share no word, as many as a signature holds."""
        chosen: list[str] = []
        used: set[str] = set()
        count = 0
        for phrase in phrases:
            text = " ".join(word.text for word in phrase)
            size = len(text.split())
            if count >= _ENOUGH:
                break
            if used.isdisjoint(word.stem for word in phrase) and count + size <= MOST:
                chosen.append(text)
                used |= {word.stem for word in phrase}
                count += size
        joined = ", ".join(chosen)
        return well_formed(joined[:1].upper() + joined[1:])

    def _best(self, chunk: Chunk, headings: bool) -> Iterator[Sequence[Word]]:
        """Phrases of a chunk's text, or of its headings, the weightiest first."""
        runs = [
            run for text in _texts(self._sir, chunk, headings) for run in _runs(text, self._german)
        ]
        counts = Counter(word.stem for run in runs for word in run)
        phrases = {
            tuple(word.stem for word in part): part for run in runs for part in self._parts(run)
        }
        above = {word.stem for node in chunk.lineage for word in words(self._sir.nodes[node].text)}
        weights = {key: self._weight(key, counts, above) for key in phrases}
        yield from (phrases[key] for key in sorted(weights, key=lambda key: (-weights[key], key)))

    def _parts(self, run: Sequence[Word]) -> Iterator[Sequence[Word]]:
        """What of a run may be a phrase of a noun: in English its end, in German any such part."""
        for size in range(1, min(len(run), _PHRASE) + 1):
            first = 0 if self._german else len(run) - size
            for start in range(first, len(run) - size + 1):
                part = run[start : start + size]
                if self._is_phrase(part) and len({word.stem for word in part}) == size:
                    yield part

    def _is_phrase(self, part: Sequence[Word]) -> bool:
        """Whether words end in a noun, roughly, and hold nothing but what may describe it."""
        last = part[-1].text
        if self._german:
            others = [word.text for word in part[:-1]]
            return last in self._nouns and all(
                word in self._nouns or (word[0].islower() and _ADJECTIVE.match(word))
                for word in others
            )
        return len(last) > 2 and (len(part) > 1 or not _NO_NOUN.match(last))

    def _weight(self, key: Sequence[str], counts: Counter[str], above: set[str]) -> float:
        """TF-IDF of its words; longer phrases say more, but not in proportion to their length.

        A phrase with a word of the headings above weighs more.
        """
        values = [counts[stem] * math.log(1 + self._chunks / self._spread[stem]) for stem in key]
        shared = _SHARED if above & set(key) else 1.0
        return shared * sum(values) / math.sqrt(len(values))

    def _words_of(self, chunk: Chunk) -> str:
        """The first words of a chunk that has no phrases; all of them if that is enough."""
        texts = [word.text for word in words(chunk.content)]
        telling = [word for word in texts if word.casefold() not in STOP_WORDS]
        return well_formed(" ".join((telling if len(telling) >= FEWEST else texts)[:MOST]))


def well_formed(signature: str) -> str:
    """A signature of three to eight words on one line; empty if it is not one."""
    text = " ".join(signature.split())
    return text if FEWEST <= len(text.split()) <= MOST and len(text) <= _LONGEST else ""


def _seen_as_nouns(sir: Sir) -> frozenset[str]:
    """Words that are written with a capital inside a sentence, as German nouns are."""
    return frozenset(
        following.text
        for node in sir.nodes[: sir.flow]
        for word, following in itertools.pairwise(words(node.text))
        if following.text[0].isupper()
        and follow(node.text, word, following)
        and len(following.text) > 2
    )


def _texts(sir: Sir, chunk: Chunk, headings: bool) -> Iterator[str]:
    """Own texts of a chunk that are headings, or those that are none."""
    for segment in chunk.segments:
        element = sir.nodes[segment.node]
        if segment.role is not Role.OWN or element.type is ElementType.DOC_INDEX:
            continue
        if (element.type in HEADINGS) == headings:
            yield element.text[segment.start : segment.end]


def _runs(text: str, german: bool) -> Iterator[list[Word]]:
    """Words that stand together without a stop word, a number or a sign between them.

    In English, words that are verbs by their neighbours are taken off: "[who] owns data",
    "a clinician states [the]".
    """
    tokens = words(text)
    telling = [_tells(word.text) for word in tokens]
    at = 0
    while at < len(tokens):
        end = at
        while (
            end < len(tokens)
            and telling[end]
            and (end == at or follow(text, *tokens[end - 1 : end + 1]))
        ):
            end += 1
        run = tokens[at:end]
        if run and not german:
            before, after = tokens[at - 1 : at], tokens[end : end + 1]
            last = after and follow(text, run[-1], after[0]) and after[0].stem in _AFTER_VERBS
            first = before and follow(text, before[0], run[0]) and before[0].stem in _BEFORE_VERBS
            run = run[1 if first else 0 : len(run) - 1 if last else len(run)]
        if run:
            yield run
        at = max(end, at + 1)


def _tells(word: str) -> bool:
    return word[0].isalpha() and len(word) > 1 and word.casefold() not in STOP_WORDS
