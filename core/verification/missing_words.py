"""Which words of a claim the lines do not hold, in any form."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from core.quantities.measurement_units import unit_of
from core.quantities.numerals import CARDINALS, MONTHS
from core.verification.clauses import content

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.text.language import Language
    from core.verification.source import Source

_WORD = re.compile(r"[^\W\d_]+(?:['’]\w+)?")
_SHORTEST = 4
"""Letters that two forms of a word begin with."""
_PART = 5
"""Letters of a part of a compound."""
_ENDINGS = frozenset(
    " s es ed d ing er ers or ors ion ions ation ations ition itions ment ments al ally ly y ies"
    " ied ive ively able ible ic ical ically ance ence ant ent ency ancy e ure ary ous ity ities"
    " ist ize ise ized ised n en em t te ten et ung ungen lich liche lichen lichem licher liches"
    " ig ige igen iger iges keit heit isch ische ischen ischer isches bar end ende enden nd nde"
    " nden ens ern iert ieren ierung".split(" ")
)
"""Endings that leave the meaning of a word about as it is."""
_LIGHT = re.compile(
    r"whose|which|there|thus|also|then|already|still|just|itself|themselves|per|cent|about"
    r"|(?:say|state|report|describe|mention|note|specif|accord|account|amount|regard|concern)\w*"
    r"|said|people|persons?|patients?|those|someone|somebody|anyone|somewhere|something|thing"
    r"|(?:giv|offer|receiv|us|mak|tak|bring|get|hav|keep|go|put|lie|li|do)(?:e|es|en|s|ing|ed|n)?"
    r"|gave|made|took|brought|got|had|held|went|kept|gone|goes|done|found|finds?|shown?|showed|lay"
    r"|shall|would|will|might|may|can|could|should|must|ought|has|needs?|needed"
    r"|every|each|any|all|aged?|old|whenever|since|none|nobody|neither|nor|never|cannot"
    r"|avoid(?:s|ed)?|contraindicated|forbidden|prohibited|unless|except|without|unable|absence"
    r"|jede[nrms]?|alle[nrms]?|keine?[nrms]?|niemand|weder|noch|nie|niemals|ohne|außer|verboten"
    r"|kontraindiziert|vermeiden|vermieden|verzichtet|verzichten|alter?|alt"
    r"|times?|value|total|range|equals?|least|most|minimum|maximum|between|once|half|quarter|first"
    r"|beträgt|betrug|betragen|lag|lagen|liegt|liegen|gegeben|gibt|geben|gab|erhält|erhalten|erhielt\w*"
    r"|erfolgt\w*|personen|person|menschen|patient\w*|derjenigen?|sollte?n?|muss|müssen|kann|können"
    r"|darf|dürfen|hat|haben|macht|machen|findet|finden|gefunden|mindestens|höchstens|laut|gemäß|zwar"
    r"|auch|dabei|jeweils|brauch\w*|eine\w*|wird|werden|wurden?|wobei|dann|uhr",
    re.IGNORECASE,
)
"""Words that carry little by themselves, or that another check compares."""
_BOUND = re.compile(
    r"\b(?:or|oder)\s+(?:more|less|fewer|higher|lower|later|older|above|below|over|mehr|weniger|höher"
    r"|niedriger|später|älter|darüber|darunter)\b|(?<=\d)\s+\w+\s+(?:higher|lower|older)\b",
    re.IGNORECASE,
)
"""Words that belong to a number."""
_SAME = [
    re.compile(words, re.IGNORECASE)
    for words in (
        r"recommend\w*|advi[sc]\w*|should|offer\w*|suggest\w*|empf\w+|soll\w*|rat\w*|angeboten",
        r"ris(?:e|es|en|ing)|rose|rais\w*|increas\w*|grow\w*|grew|up|prolong\w*|extend\w*|gain\w*"
        r"|doubl\w*|st(?:ie|ei)g\w*|gestiegen|erhöh\w*|zunahme\w*|zunehm\w*|verlänger\w*",
        r"falls?|fell|fallen|decreas\w*|reduc\w*|lower\w*|declin\w*|drop\w*|shorten\w*|los(?:e|t|s)"
        r"|s[aiu]nk\w*|gesunken|senk\w*|fiel\w*|abn[ae]hm\w*|verringer\w*|verkürz\w*",
        r"beg[aiu]n\w*|start\w*|initiat\w*|commenc\w*|first|beg[aio]nn\w*|anf[aä]ng\w*|eingeleitet",
        r"stop\w*|end(?:s|ed)?|discontinu\w*|ceas\w*|withdr\w*|been?det?\w*|absetz\w*|abgesetzt",
        r"continu\w*|go(?:es)?|fortgesetzt|fortgeführt|fortsetz\w*|weiter\w*",
        r"need\w*|requir\w*|necess\w*|must|has|have|nötig|notwendig|erforderlich|brauch\w*|benötig\w*"
        r"|verlang\w*",
        r"die[sd]?|dying|death\w*|mortality|fatal\w*|st[aie]r[bc]\w*|gestorben|sterblich\w*|tod\w*"
        r"|verst[ao]r\w*|letal\w*",
        r"liv(?:e|es|ed|ing)|surviv\w*|leb(?:en|t|ten)|überleb\w*",
        r"years?|annual\w*|yearly|jahr\w*|jähr\w*",
        r"months?|monthly|monat\w*",
        r"weeks?|weekly|woche\w*|wöchentlich\w*",
        r"days?|daily|tag\w*|täglich\w*",
        r"hours?|hourly|stunde\w*|stündlich\w*",
        r"last(?:s|ed|ing)?|tak(?:e|es|en)|took|duration|dau(?:er|ert|erte|erten)",
        r"higher|above|more|over|exceed\w*|greater|larger|höher\w*|über|mehr|größer\w*"
        r"|lower|below|less|under|fewer|smaller|niedriger\w*|unter|weniger|kleiner\w*",
        r"longer|shorter|länger\w*|kürzer\w*",
        r"go(?:es)?|leav\w*|left|send\w*|sent|verl[aä]ss\w*|geht|gehen",
        r"limit\w*|maximum|most|exceed\w*|up|begrenz\w*|höchst\w*",
        r"se(?:e|en)|saw|visible|sichtbar\w*|sieht|gesehen",
        r"seen|found|observ\w*|shown?|showed|detect\w*|present|identif\w*",
        r"buy\w*|bought|purchas\w*|acqui\w*",
        r"allow\w*|permit\w*|may|can|erlaub\w*|zulässig\w*|darf|dürfen|kann|können",
    )
]
"""Words that stand for each other, whatever the subject."""


def unsaid(claim: str, language: Language, source: Source) -> list[str]:
    """The words of a claim that its lines, their sentences and what stands above do not hold.

    A form of a word, a part of a compound and a few common words of the same meaning count as
    held. Numbers and units are left to their own check.
    """
    text = "\n".join((source.wide, source.above, source.cited))
    held = frozenset(_words(text))
    stems = content(text, source.language) | content(text, language)
    missing = [
        word
        for word in _words(_BOUND.sub(" ", claim))
        if content(word, language) - stems and not _passes(word, held)
    ]
    return list(dict.fromkeys(missing))


def is_form(word: str, other: str) -> bool:
    """Whether two words in lower case are forms of one: operate, operation; Fall, Fälle."""
    one, two = _folded(word), _folded(other)
    shared = next(
        (i for i, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(two)),
    )
    cuts = range(_SHORTEST, shared + 1)
    return any(one[at:] in _ENDINGS and two[at:] in _ENDINGS for at in cuts)


def _passes(word: str, held: frozenset[str]) -> bool:
    # Stems hold a name with digits whole: KLT of KLT2 is only found among the words.
    if word in held:
        return True
    if _LIGHT.fullmatch(word) or word in CARDINALS or word in MONTHS or unit_of(word):
        return True
    return _near(word, held) or _stands_for(word, held)


@lru_cache(maxsize=4096)
def _near(word: str, held: frozenset[str]) -> bool:
    return any(is_form(word, other) or _is_part(word, other) for other in held) or _joins(
        word, held
    )


def _stands_for(word: str, held: Iterable[str]) -> bool:
    groups = [group for group in _SAME if group.fullmatch(word)]
    return any(group.fullmatch(other) for group in groups for other in held)


def _is_part(word: str, other: str) -> bool:
    """Whether a word begins or ends a longer one: Krebs, Speiseröhrenkrebs."""
    return len(word) >= _PART and (other.startswith(word) or other.endswith(word))


def _joins(word: str, held: Iterable[str]) -> bool:
    """Whether a word is put together of two that the lines hold."""
    starts = [other for other in held if len(other) >= _SHORTEST and word.startswith(other)]
    ends = [other for other in held if len(other) >= _SHORTEST and word.endswith(other)]
    joint = 2  # letters such as the "s" of "Behandlungsbeginn"
    return any(0 <= len(word) - len(one) - len(other) <= joint for one in starts for other in ends)


def _words(text: str) -> list[str]:
    return [found.group().lower() for found in _WORD.finditer(text)]


def _folded(word: str) -> str:
    plain = word.translate(str.maketrans("äöü", "aou"))
    return plain.removeprefix("ge")
