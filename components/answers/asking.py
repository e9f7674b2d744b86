"""Asking: what is searched, and the conversation so far, which lives as long as the session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from components import resources, state
from components.answers.cards import Evidence, cited, nearest
from components.long_work import long_work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.answers.cards import Card
    from core.answering.base import Answer
    from core.progress import Progress
    from core.recipe import Recipe

_TURNS, _QUESTION = "sightline.turns", "sightline.question"


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with its answer, and cards of its citations or of the nearest passages."""

    answer: Answer
    cited: tuple[Card, ...]
    near: tuple[Card, ...]


def turns() -> list[Turn]:
    """The conversation, the oldest question first."""
    return state.kept(_TURNS, [])


def forget() -> None:
    """Begin a new conversation."""
    state.keep(_TURNS, [])
    state.select(citation=None)


def put(question: str) -> None:
    """Note a question that is to be answered in the next run."""
    state.keep(_QUESTION, question.strip())


def waiting() -> str:
    """The question that is still to be answered; empty if none."""
    return state.kept(_QUESTION, "")


def missing(documents: Sequence[str], recipe: Recipe) -> list[str]:
    """The documents that cannot be searched yet."""
    known = resources.workbench().indexed(recipe)
    return [document for document in documents if document not in known]


def index(documents: Sequence[str], recipe: Recipe) -> bool:
    """Make the documents searchable, showing progress; False if the user has stopped it."""
    absent = missing(documents, recipe)
    if not absent:
        return True
    bench = resources.workbench()
    if recipe.strategy == "semantic" and not all(_measure(name, recipe) for name in absent):
        return False

    def work(progress: Progress) -> bool:
        bench.index(absent, recipe, progress)
        return True

    count = "1 document" if len(absent) == 1 else f"{len(absent)} documents"
    title = f"Indexing {count}, once for these settings"
    return bool(long_work(work, key=f"ask-index.{recipe.key}", title=title, unit="chunks"))


def answer(question: str, documents: Sequence[str], recipe: Recipe) -> None:
    """Answer a question and show its first citation."""
    found = resources.workbench().ask(question, recipe, documents)
    turn = Turn(found, cited(found), nearest(found))
    state.keep(_TURNS, [*turns(), turn])
    put("")
    if cards := turn.cited or turn.near:
        show(cards[0].evidence)


def show(evidence: Evidence) -> None:
    """Show a place; to be called from a callback or before the evidence is drawn."""
    state.select(document=evidence.document, citation=evidence.place, page=None)


def is_shown(evidence: Evidence) -> bool:
    """Whether this place is the one that is shown."""
    view = state.view()
    return (view.document, view.citation) == (evidence.document, evidence.place)


def _measure(document: str, recipe: Recipe) -> bool:
    """Embed the sentences of a document, unless they are; False if the user has stopped it."""
    bench = resources.workbench()
    if bench.has_sentences(document, recipe.encoder):
        return True
    found = long_work(
        lambda progress: bench.sentences(document, recipe.encoder, progress),
        key=f"ask-sentences.{document}",
        title=f"Embedding the sentences of {bench.library.get(document).name}, once",
        unit="sentences",
    )
    return found is not None
