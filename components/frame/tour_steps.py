"""The guided tour: ten steps through the pages of the app, all on one sample.

A step says where it leads and what is chosen there, which is looked up in the document as it was
read here: nothing is written down beforehand but words. A further step is one more row of `STEPS`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from components import resources
from components.selection.examples import answered, unanswered
from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.address import to_address
from core.sir import ElementType
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


STEPS = (
    Step(
        "The library",
        "Fictional samples, read on this machine. The guideline is chosen: how it was read, and "
        "how sure that is, stands below the list.",
        "pages/documents.py",
    ),
    Step(
        "Its route",
        "An Inspector probed the document and chose how each page is read: by rule where that is "
        "enough, by sight where columns and tables call for it. Above the page stands why.",
        "pages/structure.py",
        _route,
    ),
    Step(
        "A tree that knows its places",
        "Every element has its lines on the page. This table is one element, which may not be cut "
        "apart; click any line to see what it belongs to.",
        "pages/structure.py",
        _table,
    ),
    Step(
        "Cut into chunks",
        "Chunks follow the headings. Each has a colour and a number; move a setting, and see at "
        "once what it changes.",
        "pages/chunks.py",
        _cut,
    ),
    Step(
        "Exactly these lines",
        "A chunk marks the lines that it holds and no others, also where it begins inside a "
        "paragraph. Why it begins and ends where it does stands beside it.",
        "pages/chunks.py",
        _chunk,
    ),
    Step(
        "The same page by another strategy",
        "Three steps of a practical guide: paragraphs, topics, and which of them need each other. "
        "The tab Steps counts what each step left, and names the words that join neighbours.",
        "pages/chunks.py",
        _another("three_step"),
    ),
    Step(
        "Ask",
        "The answer is text of the document, word for word, and its lines are marked on the page. "
        "Press Present for the whole screen.",
        "pages/ask.py",
        _nothing_searched,
        answered({SAMPLE})[SAMPLE][0],
    ),
    Step(
        "No answer is an answer, too",
        "No sample says anything about this. So no answer is made up: the nearest passages are "
        "shown with how near they are.",
        "pages/ask.py",
        _nothing_searched,
        unanswered({SAMPLE})[0],
    ),
    Step(
        "Measure it",
        "With questions whose lines are known, settings can be compared: what they find, and what "
        "they cost. The samples bring such questions along.",
        "pages/evaluate.py",
    ),
    Step(
        "Five ideas from five papers",
        "What each of them adds is shown on the same page, with figures that are worked out as you "
        "look. Go through them at your own pace.",
        "pages/tour.py",
    ),
)
"""The stops in their order."""
