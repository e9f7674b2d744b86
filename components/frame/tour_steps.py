"""The guided tour: ten steps through the pages of the app, all on one sample.

A step says where it leads and what is chosen there, which is looked up in the document as it was
read here: nothing is written down beforehand but words. A further step is one more row of
`tour_steps.json` and of `_PLACES`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from components import resources
from components.selection.examples import answered, unanswered
from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.address import to_address
from core.sir import ElementType
from core.text.word_tables import word_table
from sample_docs import load_examples

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.library import DocumentRecord

    Chosen = Mapping[str, str | int | None]

SAMPLE = "oncology_guideline_en.pdf"
"""The document that is shown."""


@dataclass(frozen=True, slots=True)
class Step:
    """One stop: the script of a page, what is `chosen` there (see `components.state.select`), and
    the question that is asked there, if one is.
    """

    title: str
    words: str
    page: str
    chosen: Callable[[DocumentRecord], Chosen] = lambda _: {}
    question: str = ""


def _route(_: DocumentRecord) -> Chosen:
    return {"page": 7, "node": None}


def _table(record: DocumentRecord) -> Chosen:
    sir = resources.workbench().documents.sir(record.sha)
    table = next((node for node in sir.nodes if node.type is ElementType.TABLE), None)
    return {"node": table.id if table else None, "page": None}


def _cut(_: DocumentRecord) -> Chosen:
    return {"recipe": None, "other": None, "chunk": None, "page": _evidence_page()}


def _chunk(record: DocumentRecord) -> Chosen:
    bench, config = resources.workbench(), resources.library_configuration()
    wanted = "".join(_evidence_quote().split())
    chunks = bench.chunks.of(record.sha, config).chunks
    chunk = next((each for each in chunks if wanted in "".join(each.content.split())), chunks[0])
    return {"recipe": None, "other": None, "chunk": chunk.id, "page": None}


def _another(strategy: str) -> Callable[[DocumentRecord], Chosen]:
    def chosen(_: DocumentRecord) -> Chosen:
        encoder = resources.workbench().settings.encoder
        config = Configuration(strategy, make_options(strategy, {}))
        recipe = to_address(replace(config, encoder=encoder))
        return {"recipe": recipe, "chunk": None, "page": _evidence_page()}

    return chosen


def _evidence_page() -> int:
    return next(e.evidence.page for e in load_examples() if e.document == SAMPLE and e.evidence)


def _evidence_quote() -> str:
    return next(e.evidence.quote for e in load_examples() if e.document == SAMPLE and e.evidence)


def _nothing_searched(_: DocumentRecord) -> Chosen:
    return {"recipe": None, "citation": None, "among": None}


_PLACES: tuple[tuple[Any, ...], ...] = (
    ("pages/documents.py",),
    ("pages/structure.py", _route),
    ("pages/structure.py", _table),
    ("pages/chunks.py", _cut),
    ("pages/chunks.py", _chunk),
    ("pages/chunks.py", _another("three_step")),
    ("pages/ask.py", _nothing_searched, answered({SAMPLE})[SAMPLE][0]),
    ("pages/ask.py", _nothing_searched, unanswered({SAMPLE})[0]),
    ("pages/evaluate.py",),
    ("pages/tour.py",),
)
"""The page of each stop, what is chosen there, and what is asked."""

STEPS = tuple(
    Step(title, words, *place)
    for (title, words), place in zip(word_table(__file__), _PLACES, strict=True)
)
"""The stops in their order."""
