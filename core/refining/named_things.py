"""Names in full, which a text later shortens: "the program" for "The Commercial Crew Program".

Also parties that a contract names once: "Aurora Ltd (hereinafter "the Supplier")". Of names only
those whose head is in a word list: "the end" and "the patient" shorten nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.refining.acronyms import is_acronym
from core.refining.rules import RULES
from core.sir import ElementType, Sir
from core.spans import Span
from core.text.language import Language
from core.text.sentences import sentence_spans
from core.text.stems import stem
from core.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


_EN = "|".join(word.capitalize() for word in RULES["named_heads"]["english"].split())
_DE = "|".join(RULES["named_heads"]["german"].split())
_CAPITAL = r"[A-ZÄÖÜ][\w&’'-]{0,40}\w"
_OF = rf"(?: (?:of|for|on)(?: the)?(?: {_CAPITAL})+)"
_NAMES = {
    Language.ENGLISH: re.compile(
        rf"\b(?:(?P<article>[Tt]he) )?(?:(?:{_CAPITAL} (?:(?:of|for|and|&) )*){{1,6}}"
        rf"(?P<head>{_EN})\b(?! [A-Z])|(?P<first>{_EN}){_OF})"
    ),
    Language.GERMAN: re.compile(
        rf"\b(?:(?P<article>[Dd](?:er|ie|as|en|em|es)) )?"
        rf"(?:[A-ZÄÖÜ]\w+(?:e|en|er|es) (?P<head>{_DE})\b"
        rf"|(?:{_CAPITAL}-|[A-ZÄÖÜ][a-zäöüß]{{3,}})(?P<end>(?i:{_DE}))\b"
        rf"|(?P<first>{_DE}) [„»\"](?:[^„“«»\"]{{2,60}})[“«\"])"
    ),
}
_PARTY = re.compile(
    r"\((?:(?:hereinafter|hereafter|(?:together|collectively),?|nachfolgend|nachstehend"
    r"|[Ii]m [Ff]olgenden)\s*(?:referred to as |called |genannt )?:?\s*)?"
    r"(?:the |der |die |das )?[\"“„»](?:[Tt]he |der |die |das )?(?P<party>[A-ZÄÖÜ][\w-]{1,40})"
    r"[\"”“«](?: genannt)?\)"
)
_LONGEST = 160
"""Characters of a party's name."""
_SHORT = {
    Language.ENGLISH: re.compile(r"\b[Tt]he (?P<noun>[A-Za-z]+)\b(?! (?:[A-Z]|of\b|for\b))"),
    Language.GERMAN: re.compile(
        r"\b[Dd](?:er|ie|as|en|em|es) (?P<noun>[A-ZÄÖÜ][a-zäöüß]+)\b(?! [„»\"(])"
    ),
}
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})
_RUN = re.compile(rf"{_CAPITAL}(?: (?:(?:and|of|für|und|&) )?{_CAPITAL}){{0,6}}$")
_FAR = 60
"""Nodes before a chunk that a name may stand away; a party is meant in the whole document."""
_NEAR = 10
"""The same for a name that was used only once, and is shortened without a capital."""


class Name(NamedTuple):
    """A name at `start:end` of the sentence at `sentence`; `party` where a contract declares it."""

    sentence: Span
    start: int
    end: int
    party: bool
    key: tuple[str, ...]

    @property
    def place(self) -> Span:
        """The characters of the name in its node."""
        node, at, _ = self.sentence
        return Span(node, at + self.start, at + self.end)


class ShortName(NamedTuple):
    """A name in short at `text[start:end]`, and the stem of its noun."""

    noun: str
    start: int
    end: int


def names(sir: Sir) -> Mapping[str, Sequence[Name]]:
    """The names of a document's texts under the stems of their heads, in reading order."""
    by_head: defaultdict[str, list[Name]] = defaultdict(list)
    for node in range(sir.flow):
        if sir.nodes[node].type in _TEXTS:
            text = sir.nodes[node].text
            for start, end in sentence_spans(text, sir.language):
                for head, name in _of_sentence(sir, Span(node, start, end), text[start:end]):
                    by_head[head].append(name)
    return by_head


def short_names(text: str, language: Language) -> Iterator[ShortName]:
    """Nouns behind an article and without a complement, which may shorten a name."""
    for match in _SHORT.get(language, _SHORT[Language.ENGLISH]).finditer(text):
        yield ShortName(stem(match["noun"]), *match.span())


def meant(known: Sequence[Name], term: str, node: int) -> Name | None:
    """The name that a short one before `node` stands for; None in doubt.

    A party is written with a capital. A name must be the only one with its head up to there,
    and have been used not far before.
    """
    before = [name for name in known if name.sentence.node <= node]
    capital = term.split()[-1][0].isupper()
    if parties := [name for name in before if name.party]:
        return parties[0] if len(parties) == 1 and capital else None
    longest = max(before, key=lambda name: len(name.key), default=None)
    if longest is None or not all(_within(name.key, longest.key) for name in before):
        return None
    far = _FAR if capital or len(before) > 1 else _NEAR
    near = [name for name in before if node - name.sentence.node <= far]
    return next((name for name in reversed(near) if name.key == longest.key), None)


def _within(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one name is a shorter form of the other: the same words, some left out."""
    rest = iter(other)
    return all(word in rest for word in one)


def _of_sentence(sir: Sir, sentence: Span, text: str) -> Iterator[tuple[str, Name]]:
    for match in _PARTY.finditer(text):
        before = text[: match.start()].rstrip()
        run = _RUN.search(before, max(len(before) - _LONGEST, 0))
        if run and not is_acronym(match["party"]):
            yield stem(match["party"]), Name(sentence, *run.span(), True, (match["party"],))
    for match in _NAMES.get(sir.language, _NAMES[Language.ENGLISH]).finditer(text):
        parts = match.groupdict()
        head = parts["head"] or parts.get("end") or parts["first"]
        own = match.group().removeprefix(f"{parts['article']} ")
        key = tuple(word.stem for word in words(own))
        if len(own) > len(head):
            yield stem(head), Name(sentence, *match.span(), False, key)
