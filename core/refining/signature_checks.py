"""What a signature by a language model may not be. Source: TopoChunker, section 3.3.2."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from core.refining.rule_signatures import well_formed
from core.text.language import Language
from core.text.sentences import sentence_spans
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from core.chunking.base import Chunk
    from core.sir import Sir

_SIGNS = re.compile(r"[<>{}\[\]|`\"“”„«»\n\r]|https?:|www\.")
"""What no title needs."""


def refusal(sir: Sir, chunk: Chunk, title: str) -> str:
    """Why a title cannot be the signature of a chunk; empty if it can."""
    stems, content = _stems(title), _stems(chunk.content)
    above = [_stems(sir.nodes[node].text) for node in chunk.lineage]
    telling = {word.stem for word in words(title) if word.text.casefold() not in STOP_WORDS}
    reasons = {
        "not 3 to 8 words on one line": not well_formed(title) or bool(_SIGNS.search(title)),
        "the heading once more": stems in above,
        "the beginning of the first sentence": content[: len(stems)] == stems
        or stems == _stems(_first_sentence(chunk.content)),
        "no word of the chunk": telling.isdisjoint(chain(content, *above)),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _stems(text: str) -> list[str]:
    return [word.stem for word in words(text)]


def _first_sentence(text: str) -> str:
    start, end = next(iter(sentence_spans(text, Language.ENGLISH)), (0, 0))
    return text[start:end]
