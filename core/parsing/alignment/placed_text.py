"""The text of an element with the place of each of its words, as the builder takes it."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.text_joining import Joined
from core.sir import worst

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.parsing.alignment.gaps import Place
    from core.parsing.alignment.latex import Formula
    from core.parsing.alignment.page_tokens import PageTokens
    from core.parsing.alignment.tokens import Token
    from core.reading.line import Line
    from core.sir import Location


class PlacedText(NamedTuple):
    """Lines of words, and the text with the characters of each word in it."""

    lines: list[Line]
    joined: Joined


class _Piece(NamedTuple):
    """Characters of a text that are a word of a line."""

    start: int
    end: int
    line: int
    word: int
    location: Location


def placed_text(
    text: str,
    tokens: Sequence[Token],
    places: Sequence[Place],
    page: PageTokens,
    formulas: Sequence[Formula] = (),
) -> PlacedText:
    """The words of the pages that a text is made of; what has no place belongs to no word."""
    nowhere = [t for t, place in zip(tokens, places, strict=True) if not place.is_known]
    stops = {edge for token in nowhere for edge in (token.start, token.end)}
    merged = _merged(list(_pieces(tokens, places, page)), stops)
    pieces = _widened(text, stops, merged, formulas)
    lines = [_line(run, page) for run in _line_runs(pieces, page)]
    return PlacedText(
        lines, Joined(text, [piece.start for piece in pieces], [piece.end for piece in pieces])
    )


def _pieces(tokens: Sequence[Token], places: Sequence[Place], page: PageTokens) -> Iterator[_Piece]:
    """A piece for each token with a place; several for one that is made of several words."""
    for token, place in zip(tokens, places, strict=True):
        if not place.is_known:
            continue
        parts = [page.tokens[at] for at in page.covered(place.first, place.last)]
        start, left = token.start, sum(len(part.text) for part in parts)
        for at, part in enumerate(parts):
            # Other characters may fold to one; each part has one of the token's at least.
            left -= len(part.text)
            behind = len(parts) - at - 1
            end = max(start + 1, token.end - max(left, behind)) if behind else token.end
            yield _Piece(start, end, part.line, part.word, place.location)
            start = end


def _merged(pieces: Sequence[_Piece], stops: set[int]) -> list[_Piece]:
    """Neighbouring pieces of one word as one, unless something between them stands nowhere."""
    merged: list[_Piece] = []
    for piece in pieces:
        if (
            merged
            and merged[-1][2:4] == piece[2:4]
            and stops.isdisjoint(range(merged[-1].end, piece.start + 1))
        ):
            before = merged.pop()
            location = worst([before.location, piece.location])
            piece = _Piece(before.start, piece.end, piece.line, piece.word, location)
        merged.append(piece)
    return merged


def _widened(
    text: str, stops: set[int], pieces: Sequence[_Piece], formulas: Sequence[Formula]
) -> list[_Piece]:
    """Pieces with the punctuation that stands at them, as far as the next token."""
    widened: list[_Piece] = []
    for at, piece in enumerate(pieces):
        # What LaTeX adds to a formula goes with its signs, spaces as well.
        inside = [f for f in formulas if f.start <= piece.start and piece.end <= f.end]
        low, high = inside[0][:2] if inside else (piece.start, piece.end)
        behind = pieces[at + 1].start if at + 1 < len(pieces) else len(text)
        before = widened[-1].end if widened else 0
        start, end = piece.start, piece.end
        while end < behind and end not in stops and (end < high or not text[end].isspace()):
            end += 1
        while (
            start > before and start not in stops and (start > low or not text[start - 1].isspace())
        ):
            start -= 1
        widened.append(piece._replace(start=start, end=end))
    return widened


def _line_runs(pieces: Sequence[_Piece], page: PageTokens) -> Iterator[list[_Piece]]:
    """Pieces that follow each other in one line, with nothing of it between them."""
    run: list[_Piece] = []
    for piece in pieces:
        if run and not _goes_on(run[-1], piece, page):
            yield run
            run = []
        run.append(piece)
    if run:
        yield run


def _goes_on(before: _Piece, piece: _Piece, page: PageTokens) -> bool:
    if (before.line, before.location) != (piece.line, piece.location):
        return False
    words = page.lines[piece.line].words
    between = words[before.word + 1 : piece.word]
    return before.word < piece.word and not any(c.isalnum() for word in between for c in word)


def _line(run: Sequence[_Piece], page: PageTokens) -> Line:
    line = copy(page.lines[run[0].line].part([piece.word for piece in run]))
    line.location = worst([line.location, run[0].location])
    return line
