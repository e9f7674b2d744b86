"""Asking: the question that waits, what it is searched in, and the answer in the making."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from components import resources, state
from components.ask.background_answer import Working
from components.ask.citation_cards import cited
from components.ask.conversation_turns import Turn, add, come, coming, exchanges
from components.chunks.making import is_ready
from components.widgets.long_work import long_work
from core.answering.base import NEAREST_INSTEAD, Answer
from core.answering.generative import INSTEAD
from core.configuration import AnswerOptions
from core.configuration.options import THRESHOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Listen
    from core.configuration import Configuration
    from core.progress import Progress

_QUESTION, _PLAINLY = "sightline.question", "sightline.plainly"
_ANYWAY = "sightline.anyway"
_WORKING, _BY_MODEL = "sightline.working", "sightline.by-model"
_TYPED = "typed"


def put(
    question: str, *, plainly: bool = False, anyway: bool = False, as_asked: bool | None = None
) -> None:
    """Note a question that is to be answered in the next run; an empty one drops what waits.

    An answer in the making is stopped by it. `plainly` lets sentences of the documents answer
    this one, whatever is chosen for all; `anyway` lets the model look at the nearest passages
    where their evidence is below what is needed; `as_asked` searches it exactly as typed, or not
    so, and else it is searched as the address says.
    """
    stop()
    if as_asked is not None:
        state.select(wording=_TYPED if as_asked else None)
    state.keep(_QUESTION, question.strip())
    state.keep(_PLAINLY, plainly)
    state.keep(_ANYWAY, anyway)


def is_as_asked() -> bool:
    """Whether the address says that a question is searched exactly as typed."""
    return state.view().wording == _TYPED


def waiting() -> str:
    """The question that is still to be answered; empty if none."""
    return state.kept(_QUESTION, "")


def model_name() -> str:
    """The language model that can write answers; empty without one."""
    model = resources.workbench().model
    return model.name if model else ""


def by_model() -> bool:
    """Whether the model is to write answers, where there is one."""
    return state.kept(_BY_MODEL, True)


def let_model(allowed: bool) -> None:
    """Say whether the model is to write answers."""
    state.keep(_BY_MODEL, allowed)


def working() -> Working | None:
    """The answer in the making, which goes on while the page is drawn again or left."""
    return state.kept(_WORKING, None)


def begin(documents: Sequence[str], config: Configuration) -> Working:
    """Start to answer the question that waits; the documents are indexed already."""
    question, bench = waiting(), resources.workbench()
    said = [one for one in exchanges() if one.question != question]
    wanted = by_model() and not state.kept(_PLAINLY, False)
    anyway, as_asked = state.kept(_ANYWAY, False), is_as_asked()
    options = AnswerOptions(threshold=0.0) if anyway else AnswerOptions()

    def ask(listen: Listen) -> Answer:
        found = bench.ask(
            question,
            config,
            documents,
            options,
            conversation=said,
            by_model=wanted,
            listen=listen,
            as_asked=as_asked,
        )
        return without_weak(found) if anyway else found

    begun = Working(question, ask)
    state.keep(_WORKING, begun)
    return begun


def without_weak(found: Answer) -> Answer:
    """An answer that was asked for whatever the evidence; such sentences alone are none."""
    if found.model or found.evidence >= THRESHOLD:
        return found
    reason = (
        f"The first passage answers with a probability of about {found.evidence:.0%}; "
        f"{THRESHOLD:.0%} is needed. {NEAREST_INSTEAD}"
    )
    notice = found.notice.removesuffix(INSTEAD).strip()
    return replace(
        found, citations=(), abstained=True, reason=reason, threshold=THRESHOLD, notice=notice
    )


def hear(work: Working) -> Turn:
    """What is checked of an answer so far, as a turn of the conversation."""
    now = work.spoken
    held = coming()
    if held is None or held.answer.claims != now.claims:
        held = Turn(_unfinished(work), cited(now.citations), ())
        come(held)
    return held


def finish(work: Working) -> None:
    """Take the answer into the conversation. Raises what kept it from being given."""
    add(work.result())
    _end()


def stop() -> None:
    """Stop the answer in the making; what was checked so far stays."""
    work = working()
    if work and not work.failed:
        work.stop()
        whole = work.whole()
        add(whole or _unfinished(work), stopped=whole is None)
    _end()


def drop() -> None:
    """Give up the question that waits, and forget what was made for it."""
    if work := working():
        work.stop()
    come(None)
    _end()


def missing(documents: Sequence[str], config: Configuration) -> list[str]:
    """The documents that cannot be searched yet."""
    return resources.workbench().unindexed(documents, config)


def index(documents: Sequence[str], config: Configuration) -> bool:
    """Make the documents searchable, showing progress; False if the user has stopped it."""
    absent = missing(documents, config)
    if not absent:
        return True
    bench = resources.workbench()
    records = map(bench.library.get, absent)
    if not all(is_ready(record, config, key="ask") for record in records):
        return False

    def work(progress: Progress) -> bool:
        bench.index(absent, config, progress)
        resources.index_queue().note_ready(absent, config)
        return True

    count = "1 document" if len(absent) == 1 else f"{len(absent)} documents"
    title = f"Indexing {count}, once for these settings"
    return bool(long_work(work, key=f"ask-index.{config.chunks_key}", title=title, unit="chunks"))


def _end() -> None:
    state.keep(_QUESTION, "")
    state.keep(_WORKING, None)


def _unfinished(work: Working) -> Answer:
    """An answer of what was heard so far."""
    now = work.spoken
    return Answer(
        work.question,
        now.citations,
        abstained=False,
        reason="",
        evidence=0.0,
        threshold=THRESHOLD,
        passages=(),
        claims=now.claims,
        model=model_name() if now.claims else "",
        as_asked=is_as_asked(),
    )
