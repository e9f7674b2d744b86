"""What a question asks for, seen from its words: an amount, a definition, a group of people."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.answering.query.population import People
from core.quantities.extraction import quantities
from core.text.content_words import content_words
from core.text.language import language_of

if TYPE_CHECKING:
    from core.quantities.quantity import Quantity
    from core.text.language import Language

ANY = "any"
"""Asks for a number of whatever kind."""
_TIME = frozenset({"second", "month", "working day", "time of day", "date"})
_SHARE = frozenset({"percent", "percentage point", "permille"})
_MONEY = frozenset({"pound sterling", "euro", "dollar", "franc", "yen", "cent", "pound"})
_AMOUNTS = [
    (
        _TIME,
        r"how (?:long|soon|quickly|fast|often|frequent\w*|old|late|early)|at what age|when\b"
        r"|what time|which (?:date|year|day|month)|what (?:date|year|day|month)|duration|interval"
        r"|wie (?:lange|schnell|oft|häufig|alt|bald)|wann\b|welche[rsnm]? (?:frist|dauer|abstand)"
        r"|how many (?:hours|days|weeks|months|years|minutes)|wie viel\w* (?:zeit|stunden|tage)"
        r"|wie viele (?:stunden|tage|wochen|monate|jahre|minuten)",
    ),
    (
        _SHARE,
        r"percent\w*|per cent|proportion|what share|which share|rate\b|prevalence|likelihood"
        r"|how likely|survival|mortality|prozent\w*|anteil|rate\b|überleben|sterblichkeit",
    ),
    (
        _MONEY,
        r"\bcosts?\b|\bprice|\bfine\b|\bfee|revenue|how much (?:money|is paid)|expens\w*|income"
        r"|salary|kosten|preis|umsatz|gebühr|strafe",
    ),
    (
        frozenset({ANY}),
        r"how (?:many|much|large|big|high|low|far|deep|heavy|wide|tall|thick)|\bdos(?:e|es|age)\b"
        r"|number of|what (?:level|value|threshold|limit|cut-?off|target|volume|size|amount|total)"
        r"|minimum|maximum|wie (?:viel\w*|groß|hoch|niedrig|weit|tief|schwer|breit|dick|stark)"
        r"|dosis|dosier\w*|menge|anzahl|grenzwert|mindest\w*|höchst\w*|zielwert",
    ),
]
_DEFINITION = re.compile(
    r"^\W*(?:what\s*(?:is|are|'s)\s+(?:meant\s+by\s+|an?\s+|the\s+)?(?:[\w'-]+\s*){1,4}\W*$"
    r"|(?:define|definition\s+of|who\s+(?:is|are)|was\s+(?:ist|sind|bedeutet|heißt)|wer\s+(?:ist|sind)"
    r"|wofür\s+steht)\b.{1,60}$|[\w-]+\s*=?\s*\?*$)|\b(?:mean|means|stand for|bedeutet|steht)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Asked:
    """A question as it is looked at."""

    text: str

    @cached_property
    def language(self) -> Language:
        """Its language; other where its words do not tell."""
        return language_of(self.text)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its content words in their order."""
        return tuple(content_words(self.text))

    @cached_property
    def dimensions(self) -> frozenset[str]:
        """The kinds of amounts that would answer it, `ANY` among them; empty if none would."""
        found = [kinds for kinds, rule in _AMOUNT_RULES if rule.search(self.text)]
        return frozenset().union(*found)

    @cached_property
    def numbers(self) -> tuple[Quantity, ...]:
        """The numbers that it names."""
        return tuple(one for one in quantities(self.text, self.language) if not one.loose)

    @cached_property
    def people(self) -> People:
        """Whom it asks about."""
        return People.of(self.text)

    @cached_property
    def defines(self) -> bool:
        """Whether it asks what something is or what a word stands for."""
        return _DEFINITION.search(self.text) is not None and not self.dimensions


_AMOUNT_RULES = [(kinds, re.compile(rf"\b(?:{rule})", re.IGNORECASE)) for kinds, rule in _AMOUNTS]
