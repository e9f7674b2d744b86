"""A reading of a document beside its gold: boxes by class, text, order, headings, tables.

Metrics are those of `core.evaluation.metrics`, over the annotated pages; of Markdown, which tells
no pages, over the whole document.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.evaluation.agreement.tree_agreement import sections
from core.evaluation.gold.element_boxes import boxes_of
from core.evaluation.gold.markdown_content import (
    displayed,
    markdown_sections,
    plain_text,
    squeezed,
    unify_tables,
    with_escapes_set_apart,
    without_comments,
    without_images,
)
from core.evaluation.gold.reading_pages import ReadingPages
from core.evaluation.gold.score import Counts, Score, page_mean, pooled_f1
from core.evaluation.gold.table_scoring import placed_table_scores, text_table_scores
from core.evaluation.gold.title_likeness import heading_overlap
from core.evaluation.gold.vocabularies import VOCABULARIES, Vocabulary
from core.evaluation.metrics.document_content import (
    Cell,
    Section,
    heading_similarity,
    reading_order_distance,
)
from core.evaluation.metrics.edit_distance import edit_share, indel_similarity
from core.evaluation.metrics.layout import Element, PageElements, class_scores
from core.export.document_markdown import to_markdown
from core.geometry import BoundingBox
from core.sir import HEADINGS, ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.evaluation.gold.base import Gold, GoldElement

MOST_HEADINGS = 80
"""Headings of a page, or of a Markdown text, for which the text below them is still compared: the
edits of two trees take time with the square of their sizes, here about two seconds."""
MOST_CHARACTERS = 200_000
"""Characters of texts that are compared letter by letter, in about a second; longer ones are
compared word by word."""
_RUNNING = (ElementType.PAGE_HEADER, ElementType.PAGE_FOOTER)


@dataclass(frozen=True, slots=True)
class ClassScore:
    """A class of the gold over all annotated pages: elements there, found, and both at IoU 0.5.

    `f1` is F1@0.5, `f1_mean` F1@0.5:0.95; None where the gold has none of the class.
    """

    wanted: int
    found: int
    both: int
    f1: Score | None
    f1_mean: Score | None


@dataclass(frozen=True, slots=True)
class ReadingScores:
    """What a reading gets right. Each is None where the gold does not tell.

    `classes` are in alphabetical order. `layout` is the mean over them of F1@0.5, `layout_mean` of
    F1@0.5:0.95. `text` is NID and `edits` the edit distance by length of the text, `order` the
    distance of the reading order; `headings` is MHS, `heading_f1` the F1 of headings by their
    words alone. `tables` is the mean TEDS of the tables of the gold. Of `edits` and `order` less
    is better, all lie between 0 and 1.
    """

    classes: Mapping[str, ClassScore]
    layout: Score | None = None
    layout_mean: Score | None = None
    text: Score | None = None
    edits: Score | None = None
    order: Score | None = None
    headings: Score | None = None
    heading_f1: Score | None = None
    tables: Score | None = None

    def score(self, measure: str) -> Score | None:
        """The score of one of `MEASURES`."""
        return getattr(self, measure)


MEASURES = tuple(field.name for field in fields(ReadingScores) if field.name != "classes")
"""Names of the scores of a reading."""
LESS_IS_BETTER = frozenset({"edits", "order"})


def score_reading(sir: Sir, golds: Iterable[Gold]) -> ReadingScores:
    """A tree of a document beside all its gold; each measure by the first that tells it."""
    scores = [_of_markdown(sir, g) if g.markdown else _of_pages(sir, g) for g in golds]
    first = {
        name: next((score for each in scores if (score := each.score(name))), None)
        for name in MEASURES
    }
    classes = next((each.classes for each in scores if each.classes), {})
    return ReadingScores(classes, **first)


def _of_markdown(sir: Sir, gold: Gold) -> ReadingScores:
    wanted, found = _read_markdown(gold.markdown), _read_markdown(to_markdown(sir, {}))
    texts = _comparable(wanted.text, found.text)
    parts = wanted.sections, found.sections
    return ReadingScores(
        {},
        text=page_mean([indel_similarity(*texts)]),
        edits=page_mean([edit_share(*texts)]),
        headings=page_mean([_heading_similarity(*parts)]),
        heading_f1=page_mean([heading_overlap(*map(_titles, parts)).f1]),
        tables=page_mean(text_table_scores(wanted.tables, found.tables)),
    )


class _Markdown(NamedTuple):
    text: str
    sections: list[Section]
    tables: list[list[list[Cell]]]


def _read_markdown(markdown: str) -> _Markdown:
    shown = without_comments(without_images(with_escapes_set_apart(markdown)))
    tables, text = unify_tables(shown)
    return _Markdown(
        displayed(plain_text(text)),
        [
            Section(None if heading is None else displayed(heading), displayed(below))
            for heading, below in markdown_sections(text)
        ],
        [
            [[cell._replace(text=displayed(cell.text)) for cell in row] for row in rows]
            for rows in tables
        ],
    )


def _of_pages(sir: Sir, gold: Gold) -> ReadingScores:
    vocabulary, pages = VOCABULARIES[gold.vocabulary], ReadingPages(sir)
    counts = _layout(sir, gold, vocabulary)
    texts = [
        (_gold_text(gold.on(n)), " ".join(word.text for word in pages.words.get(n, ())))
        for n in gold.pages
    ]
    parts = [_sections_of(gold.on(n), pages, n, vocabulary) for n in gold.pages]
    tables = [
        score
        for n in gold.pages
        for score in placed_table_scores(gold.on(n), pages.tables.get(n, ()))
    ]
    return ReadingScores(
        {kind: _class_score(each) for kind, each in counts.items()},
        layout=pooled_f1(list(counts.values())),
        layout_mean=pooled_f1(list(counts.values()), over_thresholds=True),
        text=page_mean([indel_similarity(*_comparable(a, b)) if a else None for a, b in texts]),
        edits=page_mean([edit_share(*_comparable(a, b)) if a else None for a, b in texts]),
        order=page_mean([_order(gold.on(n), pages, vocabulary) for n in gold.pages]),
        headings=page_mean([_heading_similarity(*both) for both in parts]),
        heading_f1=page_mean([heading_overlap(*map(_titles, both)).f1 for both in parts]),
        tables=page_mean(tables),
    )


def _layout(sir: Sir, gold: Gold, vocabulary: Vocabulary) -> dict[str, Counts]:
    kinds = gold.kinds
    # Where people drew whole lists only, or only their items, so are those of the tree.
    read = {type_: kind for type_, kind in vocabulary.read.items() if kind in kinds}
    found = list(boxes_of(sir, read))
    pages = [
        PageElements(
            [Element(each.kind, _box(each)) for each in gold.on(number)],
            [each for each in found if each.box.page == number],
        )
        for number in gold.pages
    ]
    return {kind: _counts(pages, kind) for kind in sorted(kinds)}


def _counts(pages: Sequence[PageElements], kind: str) -> Counts:
    counts = [class_scores([page], kind).counts for page in pages]
    return Counts(
        wanted=np.array([each[0].wanted for each in counts], float),
        found=np.array([each[0].found for each in counts], float),
        both=np.array([each[0].both for each in counts], float),
        both_mean=np.array([fmean(overlap.both for overlap in each) for each in counts]),
    )


def _class_score(counts: Counts) -> ClassScore:
    return ClassScore(
        int(counts.wanted.sum()),
        int(counts.found.sum()),
        int(counts.both.sum()),
        pooled_f1([counts]),
        pooled_f1([counts], over_thresholds=True),
    )


def _comparable(one: str, other: str) -> tuple[Sequence[str], Sequence[str]]:
    """Two texts as letters, or as words where they are too long for that."""
    if max(len(one), len(other)) <= MOST_CHARACTERS:
        return one, other
    return one.split(), other.split()


def _gold_text(elements: Sequence[GoldElement]) -> str:
    texts = (each.text for each in elements if each.order is not None and not each.html)
    return squeezed(" ".join(texts))


def _sections_of(
    elements: Sequence[GoldElement], pages: ReadingPages, number: int, vocabulary: Vocabulary
) -> tuple[list[Section], list[Section]]:
    titles = {vocabulary.read[type_] for type_ in HEADINGS if type_ in vocabulary.read}
    parts: list[Section] = []
    for each in elements:
        text = squeezed(each.text)
        if not text or each.order is None:
            continue
        if each.kind in titles:
            parts.append(Section(text, ""))
        else:
            heading, above = parts.pop() if parts else (None, "")
            parts.append(Section(heading, f"{above} {text}".strip()))
    return parts, sections(pages.sir, pages.words.get(number, ()))


def _titles(parts: Iterable[Section]) -> list[str]:
    return [heading for heading, _ in parts if heading is not None]


def _heading_similarity(gold: Sequence[Section], found: Sequence[Section]) -> float | None:
    """MHS; None where there are too many headings to compare."""
    if max(len(gold), len(found)) > MOST_HEADINGS:
        return None
    return heading_similarity(gold, found)


def _order(
    elements: Sequence[GoldElement], pages: ReadingPages, vocabulary: Vocabulary
) -> float | None:
    """The distance of the order of a page.

    Figures, which have no words, and running headers and footers, which are set aside, are passed
    over.
    """
    left_out = vocabulary.figures | {vocabulary.read.get(type_) for type_ in _RUNNING}
    return reading_order_distance(
        [
            pages.place(_box(each))
            for each in elements
            if each.order is not None and each.kind not in left_out
        ]
    )


def _box(element: GoldElement) -> BoundingBox:
    return BoundingBox(element.page, *element.box)
