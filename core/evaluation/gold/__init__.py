"""What people say stands on the pages of a document, from files of several forms.

A new form is one module and one row.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from core.errors import InputError
from core.evaluation.gold.base import Annotations, Gold, GoldElement
from core.evaluation.gold.text_likeness import is_of_another
from core.evaluation.gold.vocabularies import VOCABULARIES, Vocabulary, vocabulary_of
from core.evaluation.questions.formats.file_content import Content, form_of
from core.library.file_checks import check_size, clean_name
from core.text.counts import number_of
from core.text.one_line import cut_to_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.library import DocumentRecord
    from core.sir import Sir

FORMS = {
    "coco": "COCO (JSON): boxes and classes",
    "omnidocbench": "OmniDocBench (JSON): boxes, classes, order, texts, tables",
    "markdown": "Markdown: text, headings and tables",
}
"""What people call the forms that can be read. Of a measure that several golds of a document can
tell, that of the first form counts."""
_READERS = {
    "coco": "core.evaluation.gold.coco:Coco",
    "omnidocbench": "core.evaluation.gold.omnidocbench:OmniDocBench",
    "markdown": "core.evaluation.gold.markdown:Markdown",
}

_NAMED, _LONGEST = 8, 40
"""Categories that a message names, and characters of each."""


def read_gold(
    content: bytes, name: str, record: DocumentRecord, sir: Sir, max_mb: int, form: str = ""
) -> Gold:
    """The gold of a document that a file holds; its form is told by what it holds, if not given.

    `sir` is the tree of the document, whose words tell whether texts are of it. `max_mb` is the
    largest size of a file.

    Raises:
        TooLarge: it is larger.
        InputError: it has none of the forms or not the one given, is damaged, or is of another
            document.
        InvalidOption: there is no such form.
    """
    shown = clean_name(name)
    check_size(len(content), shown, max_mb)
    file = Content(shown, content)
    chosen, reader = form_of(file, FORMS, _READERS, form, "ground truth")
    gold = _gold(reader.read(file, record), chosen, shown)
    if is_of_another(gold, sir):
        raise InputError(
            f"{shown}: hardly any of its text stands in {record.name}. Choose the document that it "
            "was made for."
        )
    return gold


def _gold(annotations: Annotations, form: str, name: str) -> Gold:
    vocabulary = _vocabulary(annotations, form)
    elements = tuple(
        GoldElement(
            kind=kind,
            page=drawn.page,
            box=drawn.box,
            order=drawn.order,
            text=drawn.text,
            html=drawn.html,
        )
        for drawn in annotations.drawn
        if vocabulary and (kind := vocabulary.kind(drawn.category))
    )
    if not elements and not annotations.markdown:
        known = ", ".join(each.title for each in VOCABULARIES.values())
        named = ", ".join(cut_to_line(each, _LONGEST) for each in annotations.categories[:_NAMED])
        raise InputError(
            f"{name}: no element of this document has a known class. Its categories are: "
            f"{named or 'none'}. Name them as one of these does: {known}."
        )
    return Gold(
        form=form,
        name=name,
        added_at=datetime.now(UTC),
        vocabulary=vocabulary.name if vocabulary else "",
        pages=annotations.pages,
        elements=elements,
        markdown=annotations.markdown,
        problems=tuple(_problems(annotations, vocabulary)),
    )


def _vocabulary(annotations: Annotations, form: str) -> Vocabulary | None:
    """The set whose classes these are; the files of OmniDocBench have its own."""
    if not annotations.pages:
        return None
    return VOCABULARIES.get(form) or vocabulary_of(annotations.categories)


def _problems(annotations: Annotations, vocabulary: Vocabulary | None) -> Iterator[str]:
    if vocabulary is None:
        return
    unknown = Counter(
        drawn.category for drawn in annotations.drawn if vocabulary.kind(drawn.category) is None
    )
    for category, count in unknown.most_common(_NAMED):
        elements = number_of(count, "element")
        yield (
            f"{elements} of the category {cut_to_line(category, _LONGEST)!r} left out: "
            f"{vocabulary.title} has no such class."
        )
    if (further := len(unknown) - _NAMED) > 0:
        yield f"So are those of {further:,} further categories."
    if annotations.unscored:
        marked = number_of(annotations.unscored, "element is", "elements are")
        yield f"{marked} marked in the file as not to be scored, and left out."
