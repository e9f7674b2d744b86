"""Words of any text as tokens that compare equal whoever wrote them down."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.alignment.latex import formulas_of, parts_of
from core.parsing.hyphens import HYPHENS
from core.sir import SIGNS_OF_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.alignment.latex import Formula

_TOKEN = re.compile(
    r"\d+(?:[.,]\d+)*"
    r"|[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff]"
    r"|[^\W\d_]+(?:[\u0300-\u036f][^\W\d_]*)*"
    r"|[<>]=|[%‰<>=±≤≥≠≈×÷°€$£§µ]"
)
"""A number with its points and commas, a letter of a script without spaces, a run of letters, or a
sign that carries meaning. Other punctuation goes with the token that it stands at."""
_SAME = str.maketrans(
    {"µ": "μ", "≦": "≤", "≧": "≥", "⩽": "≤", "⩾": "≥", "∕": "/", "−": "-", "\u00ad": ""}
)
_AS_ONE = {"<=": "≤", ">=": "≥"}

MINUS, PERHAPS = "-", "?"
"""Signs of a number: surely negative, and behind a dash that may be a sign, a range or a bullet."""
COMPARISONS = frozenset("<>≤≥")
"""Signs of a number that is compared."""
_DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d")
_MINUSES = frozenset("-\u2212\ufe63\uff0d")


class Token(NamedTuple):
    """Characters `start:end` of a text, as they compare; of a number, its `sign`."""

    text: str
    start: int
    end: int
    sign: str = ""

    @property
    def is_number(self) -> bool:
        """Whether it is made of digits."""
        return self.text[0].isdecimal()

    @property
    def is_exact(self) -> bool:
        """Whether it says something else when spelt otherwise: a number, or a sign beside one."""
        return self.is_number or self.text in SIGNS_OF_NUMBERS


_NO_TOKEN = Token("", 0, 0)


def folded(text: str) -> str:
    """A text as it compares: without ligatures, widths, case and marks of hyphenation."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_SAME)


def sign_before(text: str, at: int) -> str:
    """The sign of a number that begins there: `MINUS`, `PERHAPS`, or none.

    A minus stands right before it and behind no word: 3-5 is a range, and COVID-19 a name.
    """
    before = text[:at].rstrip()
    if not before or before[-1] not in _DASHES:
        return ""
    ahead = before[-2:-1]
    is_minus = (
        len(before) == at and before[-1] in _MINUSES and not (ahead.isalnum() or ahead == ")")
    )
    return MINUS if is_minus else PERHAPS


def tokens_of(text: str, formulas: Sequence[Formula] | None = None) -> list[Token]:
    """The tokens of a text in their order; their places are those in the text as it is given.

    Formulas in LaTeX, those that the text marks if none are given, are read as they are set.
    """
    tokens: list[Token] = []
    at = 0
    for formula in formulas_of(text) if formulas is None else formulas:
        tokens += _tokens(text[at : formula.start], at)
        tokens += _formula_tokens(text[formula.start : formula.end], formula.start)
        at = formula.end
    return _signed(text, tokens + _tokens(text[at:], at))


def _signed(text: str, tokens: list[Token]) -> list[Token]:
    if not _DASHES.isdisjoint(text):
        tokens = [
            token._replace(sign=sign_before(text, token.start)) if token.is_number else token
            for token in tokens
        ]
    return [
        token._replace(sign=before.text)
        if before.text in COMPARISONS and token.is_number
        else token
        for before, token in zip([_NO_TOKEN, *tokens], tokens, strict=False)
    ]


def _tokens(text: str, offset: int) -> list[Token]:
    if text.isascii():
        found = _TOKEN.finditer(text.lower())
        return [
            Token(_AS_ONE.get(match[0], match[0]), offset + match.start(), offset + match.end())
            for match in found
        ]
    parts, origin = [], list[int]()
    for at, character in enumerate(text, offset):
        shown = folded(character)
        parts.append(shown)
        origin += [at] * len(shown)
    # Accents may be characters of their own.
    return [
        Token(
            unicodedata.normalize("NFC", _AS_ONE.get(match[0], match[0])),
            origin[match.start()],
            origin[match.end() - 1] + 1,
        )
        for match in _TOKEN.finditer("".join(parts))
    ]


def _formula_tokens(formula: str, offset: int) -> list[Token]:
    return [
        Token(folded(part.text), offset + part.start, offset + part.end)
        for part in parts_of(formula)
    ]


def ends_broken(word: str) -> bool:
    """Whether a word at the end of a line goes on in the next one."""
    return len(word) > 1 and word[-1] in HYPHENS and word[-2].isalpha()
