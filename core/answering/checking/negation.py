"""Whether a claim keeps the negations and exceptions of the lines, and adds none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.answering.base import Check
from core.answering.checking.clauses import CONTRAST, content, share, split
from core.answering.checking.judgement import Judgement, Weight, worst
from core.answering.checking.numbers import same_number
from core.answering.checking.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.checking.source import Source
    from core.indexing.bm25 import Language

_WHOLE = (
    r"not|never|neither|nor|none|nobody|nothing|cannot|\w+n[’']t|hardly|contraindicat\w+|forbid\w*"
    r"|forbidden|prohibit\w*|banned|avoid\w*|refrain\w*|discourag\w+|unable|fail(?:s|ed)?\s+to"
    r"|refus\w+|den(?:y|ied|ies)|impossible|unacceptable"
    r"|nicht|nie|niemals|weder|niemand|nichts|kaum|kontraindiziert|verboten|untersagt|unzulässig"
    r"|vermeid\w+|vermieden|verzicht\w+|unmöglich"
)
"""Words that turn round the clause they stand in."""
_PARTIAL = (
    r"no|without|lack(?:s|ed|ing)?(?:\s+of)?|absence\s+of|free\s+of|rather\s+than|instead\s+of"
    r"|kein\w*|ohne|statt|anstatt|anstelle|frei\s+von|fehlend\w*"
)
"""Words that turn round the words after them."""
_EXCEPTION = (
    r"unless|except(?:\s+for|\s+when|\s+in)?|with\s+the\s+exception\s+of|other\s+than|apart\s+from"
    r"|excluding|außer|ausgenommen|es\s+sei\s+denn|mit\s+ausnahme|sofern\s+nicht"
)
"""Words that say for what something does not hold."""
_NEGATOR = re.compile(
    rf"\b(?:(?P<exception>{_EXCEPTION})|(?P<whole>{_WHOLE})|(?P<partial>{_PARTIAL}))(?!\w)",
    re.IGNORECASE,
)
_DOUBLE = re.compile(
    r"\b(?:not|never|nicht|nie)\s+(?:\w+\s+)?(?:contraindicat\w+|forbidden|prohibited|banned|unable"
    r"|impossible|discouraged|kontraindiziert|verboten|untersagt|unzulässig|unmöglich)",
    re.IGNORECASE,
)
"""Two negations that take each other away."""
_COMPARISON = re.compile(
    r"\b(?:no|not|never|nicht|kein\w*)\s+(?:be\s+)?(?:\w+er|more|less|later|mehr|weniger)\s+(?:than|als)\b"
    r"|\bnot\s+(?:only|just)\b|\bnicht\s+nur\b|\bwhether\s+or\s+not\b|\bno\.\s*(?=\d)"
    r"|\b(?:not|never|nicht)\s+(?:to\s+)?(?:be\s+|go\s+|fall\s+)?"
    r"(?:exceed|pass|above|below|under|over|über|unter)\b(?=[^.;]{0,20}\d)",
    re.IGNORECASE,
)
"""Negations that belong to the comparison of a number, or that negate nothing."""
_STOP = re.compile(
    r"[,.;:()]|\b(?:and|or|but|und|oder|should|must|may|can|could|will|would|is|are|was|were|be|has"
    r"|have|had|do|does|did|soll\w*|muss|müssen|darf|dürfen|kann|können|wird|werden|wurde\w*|ist"
    r"|sind|war|waren|hat|haben)\b",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\b(?:only|nur|erst|solely|lediglich|until|bis)\b", re.IGNORECASE)
_HEAD = 4
"""Content words after a negation that it turns round."""
_TAIL = 10
"""Content words after "unless" that say what the exception is."""
_ALIGNED = 0.34
"""Share of a claim's words that a clause holds which the claim may be about."""
_MOST = 0.6
"""Share of a negated clause that a claim repeats which should repeat the negation as well."""
_NEARLY_ALL = 0.8
"""Share of a claim's words in a clause that is taken to be what the claim repeats."""
_PREFIXES = ("un", "non", "non-", "dis")
_SHORTEST = 5
"""Letters of a word that an "un-" before it turns round."""


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation: its kind, the stems right behind it, and those of its whole clause."""

    kind: str
    text: str
    head: frozenset[int]
    clause: frozenset[int]


def negations(text: str, language: Language) -> list[Negation]:
    """The negations of a text in their order."""
    found: list[Negation] = []
    plain = _COMPARISON.sub(lambda match: " " * len(match.group()), text)
    plain = _DOUBLE.sub(lambda match: " " * len(match.group()), plain)
    for part in split(plain, CONTRAST):
        for match in _NEGATOR.finditer(part.text):
            kind = match.lastgroup or ""
            found.append(
                Negation(
                    kind,
                    part.text[match.start() : match.start() + 60].strip(),
                    _head(part.text, match, kind, language),
                    content(_scope(part.text, match, kind), language),
                )
            )
    return found


def check_negation(
    claim: str, language: Language, source: Source, *, foreign: bool = False
) -> Judgement:
    """Compares negations clause by clause; only their presence if the languages differ."""
    if foreign:
        return _presence(claim, language, source)
    claimed = negations(claim, language)
    held = negations(source.wide, source.language)
    words = content(claim, language)
    added, missing = _unpaired(claimed, held)
    plain = _said_plainly(words, held, source)
    missing = [one for one in missing if words & one.head - plain or not plain]
    found = _dropped(claim, words, missing)
    found += _added(words, added, source)
    found += _prefixed(claim, source)
    passed = "Its negations are those of the lines." if claimed else "Neither negates the other."
    return worst(Check.NEGATION, found, passed)


def _head(text: str, match: re.Match[str], kind: str, language: Language) -> frozenset[int]:
    after = text[match.end() :]
    if kind == "partial" and (stop := _STOP.search(after)):
        after = after[: stop.start()]
    words = [word for word in after.split() if content(word, language)]
    return content(" ".join(words[: _TAIL if kind == "exception" else _HEAD]), language)


def _scope(text: str, match: re.Match[str], kind: str) -> str:
    """The clause, for an exception all of it, else without what is joined on before by "and"."""
    if kind == "exception":
        return text
    joints = list(re.finditer(r"\s+(?:and|und)\s+|,\s+", text[: match.start()]))
    verb = re.compile(r"\b(?:is|are|was|were|be|ist|sind|wird|werden)\b")
    for joint in reversed(joints):
        if match.start() - joint.end() <= 2 or not verb.search(text[joint.end() : match.start()]):
            return text[joint.end() :]
    return text


def _dropped(
    claim: str, words: frozenset[int], missing: Sequence[Negation]
) -> list[tuple[Weight, str]]:
    """Negations of the lines that the claim leaves out."""
    if _ONLY.search(claim):  # "not unless encrypted" is "only if encrypted"
        missing = [one for one in missing if one.kind == "partial"]
    found = ((_dropping(one, words), one.text) for one in missing)
    return [(weight, f"{said}: “{text}”.") for (weight, said), text in found if weight]


def _dropping(one: Negation, words: frozenset[int]) -> tuple[Weight, str]:
    """What it means that a claim of these words is without a negation."""
    mentioned = bool(one.head & words)
    about = max(share(words, one.clause), share(one.clause, words)) >= _ALIGNED
    if one.kind == "exception":
        if mentioned:
            return Weight.AGAINST, "The lines make an exception"
        return (Weight.DOUBT if about else Weight.NOTHING), "It leaves out an exception"
    if mentioned and about:
        return Weight.AGAINST, "The lines negate it"
    doubtful = about and one.kind == "whole" and share(one.clause - one.head, words) >= _MOST
    return (Weight.DOUBT if doubtful else Weight.NOTHING), "It leaves out a negation"


def _unpaired(
    claimed: Sequence[Negation], held: Sequence[Negation]
) -> tuple[list[Negation], list[Negation]]:
    """Negations of the claim, and of the lines, that the other does not have.

    Those of one kind are paired first; "no benefit" may stand for "did not benefit" after that.
    """
    added = [one for one in claimed if not any(_alike(one, other) for other in held)]
    missing = [one for one in held if not any(_alike(one, other) for other in claimed)]
    loose = [one for one in added if not any(_akin(one, other) for other in missing)]
    left = [one for one in missing if not any(_akin(one, other) for other in added)]
    return loose, left


def _said_plainly(
    words: frozenset[int], held: Sequence[Negation], source: Source
) -> frozenset[int]:
    """The words of a clause without negation that holds nearly all of a claim's, if one does."""
    negated = [one.text for one in held]
    clauses = [
        content(part.text, source.language)
        for sentence in source.sentences
        for part in split(sentence, CONTRAST)
        if not any(text in part.text for text in negated)
    ]
    best = max(clauses, key=lambda clause: share(words, clause), default=frozenset[int]())
    return best if share(words, best) >= _NEARLY_ALL else frozenset()


def _alike(one: Negation, other: Negation) -> bool:
    """Whether two negations of one kind are the same."""
    if one.kind != other.kind:
        return False
    if one.kind != "whole":
        return bool(one.head & other.head)
    if not one.head or not other.head:
        return True
    return bool(one.head & (other.head | other.clause) or other.head & one.clause)


def _akin(one: Negation, other: Negation) -> bool:
    """Whether two negations say the same in other words: each is about what the other negates."""
    ours = one.head & (other.head | other.clause)
    theirs = other.head & (one.head | one.clause)
    return bool(ours and theirs)


def _added(
    words: frozenset[int], added: Sequence[Negation], source: Source
) -> list[tuple[Weight, str]]:
    """What negations that the lines do not have say against the claim."""
    inside = content(source.wide, source.language)
    found: list[tuple[Weight, str]] = []
    for one in added:
        known = bool(one.head & inside) or share(words, inside) >= _ALIGNED
        weight = Weight.AGAINST if known else Weight.DOUBT
        found.append((weight, f"The lines do not negate it as the claim does: “{one.text}”."))
    return found


def _prefixed(claim: str, source: Source) -> list[tuple[Weight, str]]:
    """Words that an "un-" turns round."""
    claimed = set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", claim.lower()))
    held = set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", source.wide.lower()))
    found: list[tuple[Weight, str]] = []
    for ours, theirs in ((claimed, held), (held, claimed)):
        for word in sorted(ours):
            turned = [p + word for p in _PREFIXES if p + word in theirs]
            if len(word) >= _SHORTEST and turned and word not in theirs and turned[0] not in ours:
                one, other = (word, turned[0]) if ours is claimed else (turned[0], word)
                said = f"The claim says “{one}”, the lines say “{other}”."
                found.append((Weight.AGAINST, said))
    return found


def _presence(claim: str, language: Language, source: Source) -> Judgement:
    """Whether both negate something, or neither does; in the sentences with the same numbers."""
    claimed = negations(claim, language)
    sentences = _of_same_numbers(claim, language, source)
    held = negations("\n".join(sentences), source.language)
    found: list[tuple[Weight, str]] = []
    if held and not claimed:
        weight = Weight.AGAINST if len(sentences) == 1 else Weight.DOUBT
        found.append((weight, f"The lines negate, the claim does not: “{held[0].text}”."))
    if claimed and not held:
        found.append((Weight.AGAINST, f"The claim negates, the lines do not: “{claimed[0].text}”."))
    return worst(Check.NEGATION, found, "Both negate, or neither does.")


def _of_same_numbers(claim: str, language: Language, source: Source) -> Sequence[str]:
    """The sentences that have most of the claim's numbers; all of them if none has any."""
    asked = [one for one in quantities(claim, language) if not one.loose]
    counts = [
        sum(
            any(same_number(one, other) for other in quantities(text, source.language))
            for one in asked
        )
        for text in source.sentences
    ]
    most = max(counts, default=0)
    kept = (text for text, n in zip(source.sentences, counts, strict=True) if n == most)
    return list(kept) if most else source.sentences
