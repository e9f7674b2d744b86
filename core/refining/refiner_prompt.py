"""What the Refiner's model is shown: the passages that are left, and what tools answered of them.

Each turn is asked anew, with what it needs and no more. A growing history would be paid for once
more with every turn, with the text of passages that are closed long since.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.llm.base import Request, Speaker, Turn
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.chunking.base import Chunk
    from core.refining.options import RefiningOptions
    from core.refining.refiner_tools import Passage, RefinerTools
    from core.refining.sentence_lookup import SentenceLookup
    from core.sir import Sir
    from core.spans import Span

_OPENING = 20
"""Words of a chunk that are shown, with its key phrases; text costs."""
_AROUND, _BEHIND = 6, 3
"""Words before and behind an open expression that does not stand among them."""
_REMINDER = "Your last turn led to nothing. Call a function for each passage that is left."


def _words(name: str, **parts: str) -> str:
    """A text for the model; no word of a document is in it."""
    return Path(__file__).with_name(f"{name}.txt").read_text("utf-8").rstrip("\n").format(**parts)


def instructions(refining: RefiningOptions) -> str:
    """What the model is told to do, of the parts that are on."""
    names = [name for name in ("signature", "supplement") if getattr(refining, name)]
    tasks = "\n".join(_words(f"refiner_{name}") for name in names)
    return _words("refiner", tasks=tasks, data_rule=DATA_RULE)


class RefinerPrompt:
    """The turns of one conversation."""

    def __init__(
        self, sir: Sir, lookup: SentenceLookup, tools: RefinerTools, refining: RefiningOptions
    ) -> None:
        """Works out once what does not change."""
        self._sir, self._lookup, self._tools = sir, lookup, tools
        self._instructions, self._offered = instructions(refining), tools.offered()
        self._signs = refining.signature

    def turn(self, *, remind: bool) -> Request:
        """What the model is asked next; `remind` it that it has to call something."""
        left = [passage for passage in self._tools.passages.values() if not passage.closed]
        blocks = {
            "passages": "\n\n".join(map(self._passage, left)),
            "answers": "\n".join(line for passage in left for line in _answers(passage)),
            "sentences": "\n".join(self._sentences(left)),
        }
        parts = [fenced(text, name) for name, text in blocks.items() if text]
        text = "\n".join([*parts, _REMINDER] if remind else parts)
        return Request(self._instructions, (Turn(Speaker.USER, text),), tools=self._offered)

    def _passage(self, passage: Passage) -> str:
        """Its number, what it begins with where it needs a signature, and what is open in it."""
        opening = "" if passage.signature or not self._signs else self._opening(passage.chunk)
        line = f"[P{passage.chunk.index}] {opening}".rstrip()
        asked = [each for each in passage.open if each.term in passage.queries]
        if not (shown := asked or passage.open):
            return line
        terms = (f'"{each.term}"{self._where(each.term, each.sentence, opening)}' for each in shown)
        return f"{line}\nopen: {'; '.join(terms)}"

    def _opening(self, chunk: Chunk) -> str:
        """The heading above a chunk, its first words, and phrases of the rest."""
        shown = {segment.node for segment in chunk.segments}
        above = [self._sir.nodes[node].text for node in chunk.lineage[-1:] if node not in shown]
        content = chunk.content.split()
        opening = " ".join(content[:_OPENING])
        more = f" ... ({chunk.signature})" if len(content) > _OPENING and chunk.signature else ""
        return f"{' | '.join([*above, opening])}{more}"

    def _where(self, term: str, sentence: Span, opening: str) -> str:
        """The words around an expression, if it is not shown with the passage."""
        if term in opening:
            return ""
        words = self._lookup.text(sentence)
        before, term, behind = words.partition(term)
        shown = [*before.split()[-_AROUND:], *term.split(), *behind.split()[:_BEHIND]]
        return f" in: {' '.join(shown)}"

    def _sentences(self, left: list[Passage]) -> Iterator[str]:
        """The sentences that were given for passages that are left."""
        given = {n for passage in left for numbers in passage.queries.values() for n in numbers}
        for number in sorted(given):
            yield f"[C{number}] {self._lookup.text(self._tools.sentences[number])}"


def _answers(passage: Passage) -> Iterator[str]:
    """What tools answered of a passage, a line each."""
    for expression, numbers in passage.queries.items():
        sentences = " ".join(f"[C{number}]" for number in numbers) or "nothing"
        yield f'P{passage.chunk.index} SIR_Query "{expression}": {sentences}'
    for wrong in dict.fromkeys(passage.refused):
        yield f"P{passage.chunk.index} Chunk_Enhancer refused: {wrong}"
