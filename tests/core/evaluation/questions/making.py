"""Questions and documents for tests of question sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from core.evaluation.questions.base import Evidence, GoldLine, Origin, Question, QuestionSet
from core.evaluation.questions.formats.corpus import Corpus
from core.evaluation.questions.locating import Located, Searchable
from core.evaluation.questions.store import QuestionStore

if TYPE_CHECKING:
    from pathlib import Path

    from hypothesis.strategies import SearchStrategy

    from core.sir import Sir

SHA = "a" * 64
OTHER = "b" * 64


def line(page: int = 1, top: float = 0.1) -> GoldLine:
    """A line across the page."""
    return GoldLine(page=page, left=0.1, top=top, right=0.9, bottom=top + 0.02)


def evidence(text: str = "Give 5 mg.", document: str = SHA) -> Evidence:
    """A piece of evidence of one line."""
    return Evidence(document=document, lines=(line(),), text=text)


def asked(text: str, *pieces: Evidence) -> Question:
    """A question with its evidence."""
    return Question(text=text, evidence=pieces)


def add_five(home: Path, name: str) -> None:
    """Adds five questions to the set "s", one after the other; for processes of their own."""
    store = QuestionStore(home)
    for number in range(5):
        store.add("s", [asked(f"{name} {number}?")])


def corpus(**sirs: Sir) -> Corpus:
    """Documents of these names, to which an ending is added."""
    by_id = {sir.document: sir for sir in sirs.values()}
    names = {sir.document: (f"{name}.pdf",) for name, sir in sirs.items()}
    return Corpus(names, lambda document: by_id[document])


_TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30)
_SPICY = st.sampled_from(["=1+1", "'=x", "a;b", 'say "x"', "two\nlines", " | ", "-", "ä, ß"])
_EDGES = st.lists(st.floats(0, 1, allow_nan=False), min_size=2, max_size=2, unique=True).map(sorted)
_LINES = st.builds(
    lambda page, across, down: GoldLine(
        page=page, left=across[0], right=across[1], top=down[0], bottom=down[1]
    ),
    st.integers(1, 99),
    _EDGES,
    _EDGES,
)


def questions(documents: tuple[str, ...] = (SHA, OTHER)) -> SearchStrategy[Question]:
    """Any questions on these documents."""
    texts = (_TEXTS | _SPICY).filter(lambda text: bool(text.strip()))
    pieces = st.builds(
        Evidence,
        document=st.sampled_from(documents),
        lines=st.lists(_LINES, min_size=1, max_size=3).map(tuple),
        text=texts,
    )
    return st.builds(
        Question,
        text=texts,
        evidence=st.lists(pieces, max_size=3).map(tuple),
        any_of=st.booleans(),
        documents=st.lists(st.sampled_from(documents), unique=True).map(tuple),
        origin=st.sampled_from(Origin),
        answer=st.just("") | texts,
        kind=st.sampled_from(["", "dose", "=1+1"]),
    )


def question_sets() -> SearchStrategy[QuestionSet]:
    """Sets of any questions."""
    held = st.lists(questions(), max_size=5, unique_by=lambda one: one.id).map(tuple)
    return st.builds(QuestionSet, name=st.sampled_from(["Set", "Größe A"]), questions=held)


def locate(sir: Sir, excerpt: str, **hints: int) -> Located | None:
    """See `Searchable.locate`."""
    return Searchable(sir).locate(excerpt, page=hints.get("page"), near=hints.get("near"))
