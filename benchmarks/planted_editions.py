"""Copies of guidelines with changes that are known, typeset anew.

Texts are blocks (`sample_docs.typeset.blocks`). A copy is set in another size, so that lines and
pages break elsewhere.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.sir import HEADINGS, ElementType, Sir
from sample_docs.documents import guideline_en, leitlinie_de
from sample_docs.documents.guideline_en.front import FRONT
from sample_docs.typeset.blocks import (
    Block,
    Box,
    Chapter,
    Contents,
    Heading,
    Item,
    NewPage,
    NextColumn,
    Text,
)
from sample_docs.typeset.document import Design, typeset
from sample_docs.typeset.finish import finish

if TYPE_CHECKING:
    from collections.abc import Callable

    from sample_docs.typeset.theme import Theme

_LARGER = 1.12
_WORDS = {"en": "orventine", "de": "orventinisch"}
_NEW = {
    "en": "Every ward should keep a written plan for the orvental pathway in case {} of the list.",
    "de": "Jede Station sollte einen schriftlichen Plan für den Orventalweg im Fall {} führen.",
}
_NOT = {"en": ("should ", "should not "), "de": ("soll ", "soll nicht ")}
_NUMBER = re.compile(
    r"(?<![\w.,])(\d+)"
    r"(?= (?:mg|cm|mm|days|weeks|months|years|per|hours|%|Wochen|Jahre|Tage|Monate))"
)
_FEWEST_WORDS = 10
_BOXED = 0.5
"""Share of the changes that are made in recommendations, while there are some."""
_LONG = re.compile(r"(?<![\w-])[a-zäöü]{8,}(?![\w-])")


@dataclass(frozen=True, slots=True)
class Planted:
    """A change that was made: its kind, words of the passage, and what was put for what."""

    kind: str
    passage: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Guideline:
    """The blocks of a guideline and how it is set."""

    language: str
    theme: Theme
    front: tuple[Block, ...]
    body: tuple[Block, ...]
    cover: Callable[..., None] | None = None

    def pdf(self, *, larger: bool = False) -> bytes:
        """The guideline on pages; the larger one has other lines and other pages."""
        theme, body = self.theme, self.body
        if larger:
            size = theme.body_size * _LARGER
            theme = replace(theme, body_size=size, leading=theme.leading * _LARGER)
            body = tuple(block for block in body if not isinstance(block, (NextColumn, NewPage)))
        design = Design(theme, cover=self.cover, front=self.front)
        return finish(*typeset(design, body))


def english() -> Guideline:
    """The English sample, as it stands."""
    body = (*guideline_en.DIAGNOSIS, *guideline_en.TREATMENT, *guideline_en.CARE)
    return Guideline("en", guideline_en.THEME, tuple(FRONT), body, guideline_en._cover)


def german() -> Guideline:
    """The German sample, as it stands."""
    body = (*leitlinie_de.GRUNDLAGEN, *leitlinie_de.VERLAUF)
    return Guideline("de", leitlinie_de.THEME, (Contents(),), body, leitlinie_de._cover)


def retypeset(sir: Sir) -> Guideline:
    """The text of a real guideline as blocks; its tables become paragraphs, a row each."""
    blocks: list[Block] = []
    row: list[str] = []
    for index in range(1, sir.flow):
        node = sir.nodes[index]
        if node.type is ElementType.TABLE_ROW and row:
            blocks.append(Text(" ".join(row)))
            row = []
        text = _escaped(node.text)
        contents = sir.nodes[index + 1 : index + 2] and sir.nodes[index + 1].type
        if not text or ElementType.DOC_INDEX in (node.type, contents):
            continue
        if node.type is ElementType.TABLE_CELL:
            row.append(text)
            continue
        if row:
            blocks.append(Text(" ".join(row)))
            row = []
        blocks.append(_block(sir, index, text))
    theme = replace(guideline_en.THEME, title="A guideline, set anew", short_title="Set anew")
    first = Chapter("Guideline", numbered=False, new_page=False)
    return Guideline("en", theme, (), (first, *blocks))


def _block(sir: Sir, index: int, text: str) -> Block:
    node = sir.nodes[index]
    if node.type in HEADINGS:
        return Heading(2 if (node.level or 2) <= 2 else 3, text, numbered=False)
    if node.type is ElementType.LIST_ITEM:
        mark, _, rest = text.partition(" ")
        return Item(mark, rest) if rest and not mark.isalnum() else Item("•", text)
    return Text(text)


def _escaped(text: str) -> str:
    return " ".join(text.replace("&", "&amp;").replace("<", "&lt;").replace("^[", "[").split())


def changed(
    guideline: Guideline, counts: dict[str, int], seed: int
) -> tuple[Guideline, list[Planted]]:
    """A copy with as many changes of each kind, and what they are."""
    copy = _Copy(list(guideline.body), guideline.language, random.Random(seed))
    for kind, count in counts.items():
        for number in range(count):
            copy.plant(kind, number)
    return replace(guideline, body=tuple(copy.blocks)), copy.planted


@dataclass
class _Copy:
    """A guideline on its way to another edition; no block is changed twice."""

    blocks: list[Block]
    language: str
    chance: random.Random
    planted: list[Planted] = field(default_factory=list)
    used: list[Block] = field(default_factory=list)

    def plant(self, kind: str, number: int) -> None:
        """Makes one change more; `number` counts those of its kind."""
        match kind:
            case "added":
                self._add(number)
            case "removed":
                self._plant(kind, self._take())
            case "moved":
                self._move()
            case "words":
                self._replace(kind, _LONG, _WORDS[self.language])
            case "number":
                self._replace(kind, _NUMBER, "")
            case "negation":
                self._negate()
            case _:
                self._insert_section(number)

    def _plant(self, kind: str, text: str, before: str = "", after: str = "") -> None:
        self.planted.append(Planted(kind, text, before, after))

    def _end(self) -> int:
        """Where the references begin: they are set aside, whatever stands among them."""
        chapters = [at for at, b in enumerate(self.blocks) if isinstance(b, Chapter) and at]
        last = chapters[-1] if chapters else len(self.blocks)
        block = self.blocks[last] if chapters else None
        named = isinstance(block, Chapter) and not block.numbered
        return last if named else len(self.blocks)

    def _choose(self, pattern: str = "") -> int:
        """The place of a recommendation or paragraph that no change was made to yet."""
        texts = [block.text for block in self.blocks if isinstance(block, (Box, Text, Item))]
        fits = [
            at
            for at, block in enumerate(self.blocks[: self._end()])
            if isinstance(block, (Box, Text))
            and not any(block is each for each in self.used)
            and len(block.text.split()) >= _FEWEST_WORDS
            and "^[" not in block.text
            and texts.count(block.text) == 1
            and (not pattern or re.search(pattern, block.text))
        ]
        boxes = [at for at in fits if isinstance(self.blocks[at], Box)]
        return self.chance.choice(boxes if boxes and self.chance.random() < _BOXED else fits)

    def _text(self, at: int) -> str:
        block = self.blocks[at]
        return block.text if isinstance(block, (Box, Text)) else ""

    def _put(self, at: int, text: str) -> None:
        block = self.blocks[at]
        if isinstance(block, (Box, Text)):
            self.blocks[at] = replace(block, text=text)
            self.used.append(self.blocks[at])

    def _take(self) -> str:
        at = self._choose()
        text = self._text(at)
        del self.blocks[at]
        return text

    def _add(self, number: int) -> None:
        at = self._choose()
        text = _NEW[self.language].format(chr(ord("A") + number))
        boxed = number % 2 == 0 and isinstance(self.blocks[at], Box)
        new = Box(text, ("Grade B", "Evidence 3")) if boxed else Text(text)
        self.blocks.insert(at + 1, new)
        self.used.append(new)
        self._plant("added", text)

    def _move(self) -> None:
        at = self._choose()
        block = self.blocks.pop(at)
        far = [
            place
            for place in range(1, self._end())
            if abs(place - at) > len(self.blocks) // 5
            and isinstance(self.blocks[place - 1], (Text, Box))
            and not isinstance(self.blocks[place], Item)
        ]
        self.blocks.insert(self.chance.choice(far), block)
        self.used.append(block)
        self._plant("moved", block.text if isinstance(block, (Box, Text)) else "")

    def _replace(self, kind: str, pattern: re.Pattern[str], by: str) -> None:
        at = self._choose(pattern.pattern)
        text = self._text(at)
        match = self.chance.choice(list(pattern.finditer(text)))
        new = by or str(int(match.group()) + self.chance.choice([1, 2, 10]))
        self._put(at, text[: match.start()] + new + text[match.end() :])
        self._plant(kind, text, match.group(), new)

    def _negate(self) -> None:
        plain, negative = _NOT[self.language]
        at = self._choose(rf"\b{plain}(?!n)")
        text = self._text(at)
        self._put(at, text.replace(plain, negative, 1))
        self._plant("negation", text, "", negative.split()[-1])

    def _insert_section(self, number: int) -> None:
        """A new section before another one, whose number changes."""
        places = [
            (at, block)
            for at, block in enumerate(self.blocks)
            if isinstance(block, Heading)
            and block.level == 2
            and not any(block is each for each in self.used)
        ]
        at, following = self.chance.choice(places)
        title, text = f"Orvental {number + 2}", _NEW[self.language].format(f"Z{number}")
        new: list[Block] = [Heading(2, title), Text(text)]
        self.blocks[at:at] = new
        self.used += [*new, following]
        self._plant("renumbered", following.text)
        self._plant("extra", text)
        self._plant("extra", title)
