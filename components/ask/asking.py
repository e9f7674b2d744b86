"""Asking: the question that waits, what it is searched in, and the answer in the making."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from components import resources, state
from components.ask.background_answer import Working
from components.ask.conversation_turns import Turn, add, come, coming, exchanges
from components.ask.kept_conversation import conversation_id, keep_newest, problem, show_taken
from components.ask.waiting_question import begun, found_again, note_ended
from components.chunk_preparation import is_ready
from components.selection.asked_question import asked, is_as_asked, put, put_back
from components.selection.searched_documents import chosen, search_only
from components.widgets.long_work import long_work
from core.answering.base import Answer, Listen
from core.answering.generative import INSTEAD
from core.answering.reason import ASK_OTHERWISE, chance_in_words
from core.configuration import AnswerOptions, Configuration
from core.configuration.address import to_address
from core.configuration.options import THRESHOLD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.progress import Progress

_WORKING, _BY_MODEL = "sightline.working", "sightline.by-model"


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
    request, bench = asked(), resources.workbench()
    conversation = [exchange for exchange in exchanges() if exchange.question != request.text]
    model_writes, as_asked = by_model() and not request.plainly, is_as_asked()
    options = AnswerOptions(threshold=0.0) if request.anyway else AnswerOptions()

    def ask(listen: Listen) -> Answer:
        answer = bench.answers.ask(
            request.text,
            config,
            documents,
            options,
            conversation=conversation,
            by_model=model_writes,
            listen=listen,
            as_asked=as_asked,
        )
        return without_weak(answer) if request.anyway else answer

    settings, searched = to_address(config), tuple(chosen())
    work = begun(
        lambda: Working(request, ask, as_asked=as_asked, settings=settings, searched=searched)
    )
    state.keep(_WORKING, work)
    return work


def take_up() -> None:
    """Go on with the question that waited when the page was loaded anew, and with its answer."""
    if waiting := found_again():
        put_back(waiting.request)
        search_only(waiting.searched)
        state.keep(_WORKING, waiting.work)


def without_weak(answer: Answer) -> Answer:
    """An answer that was asked for whatever the evidence; such sentences alone are none."""
    if answer.model or answer.evidence >= THRESHOLD:
        return answer
    reason = f"{chance_in_words(answer.evidence, THRESHOLD)} {ASK_OTHERWISE}"
    notice = answer.notice.removesuffix(INSTEAD).strip()
    return replace(
        answer, citations=(), abstained=True, reason=reason, threshold=THRESHOLD, notice=notice
    )


def hear(work: Working) -> Turn:
    """What is checked of an answer so far, as a turn of the conversation."""
    now = work.spoken
    turn = coming()
    if turn is None or turn.answer.claims != now.claims:
        turn = Turn.of(_unfinished(work))
        come(turn)
    return turn


def finish(work: Working) -> None:
    """Take the answer into the conversation. Raises what kept it from being given."""
    _take(work, work.result)
    _end()


def stop() -> None:
    """Stop the answer in the making; what was checked so far stays."""
    _stop()
    put("")


def stop_replaced() -> None:
    """Stop an answer in the making in whose place another one was asked for."""
    work = working()
    if work and work.request is not asked():
        _stop()


def _stop() -> None:
    work = working()
    if work and not work.failed:
        work.stop()
        whole = work.whole()
        _take(work, lambda: whole or _unfinished(work), stopped=whole is None)
    state.keep(_WORKING, None)
    note_ended()


def drop() -> None:
    """Give up the question that waits, and forget what was made for it."""
    if work := working():
        work.stop()
    come(None)
    _end()


def missing(documents: Sequence[str], config: Configuration) -> list[str]:
    """The documents that cannot be searched yet."""
    return resources.workbench().index.missing(documents, config)


def search_ready(documents: Sequence[str]) -> None:
    """Let the question that waits be answered from these documents, which are indexed."""
    put_back(asked()._replace(once=False))  # one asked once would be asked of all of them again
    search_only(documents)


def index(documents: Sequence[str], config: Configuration) -> bool:
    """Make the documents searchable, showing progress; False if the user has stopped it."""
    absent = missing(documents, config)
    if not absent:
        return True
    bench = resources.workbench()
    records = [bench.library.get(sha) for sha in absent]
    if not all(is_ready(record, config, key="ask") for record in records):
        return False

    def work(progress: Progress) -> bool:
        left_out: list[str] = []  # said with the answer, and an error where nothing is left
        bench.index.add(documents, config, progress, lambda sha, _: left_out.append(sha))
        ready = [sha for sha in absent if sha not in left_out]
        resources.index_queue().note_ready(ready, config)
        return True

    what = records[0].name if len(records) == 1 else f"{len(records)} documents"
    title = f"Indexing {what}, once for these settings"
    return bool(long_work(work, key=f"ask-index.{config.chunks_key}", title=title, unit="chunks"))


def _end() -> None:
    put("")
    state.keep(_WORKING, None)
    note_ended()


def _take(work: Working, answer: Callable[[], Answer], *, stopped: bool = False) -> None:
    """Take an answer into the conversation, once, however many windows wait for it."""
    with work.taking:
        if work.conversation:
            show_taken(work.conversation)
            return
        add(answer(), stopped=stopped, settings=work.settings, searched=work.searched)
        keep_newest()
        work.conversation = "" if problem() else conversation_id()


def _unfinished(work: Working) -> Answer:
    now = work.spoken
    return Answer(
        work.request.text,
        now.citations,
        abstained=False,
        reason="",
        evidence=0.0,
        threshold=THRESHOLD,
        passages=(),
        claims=now.claims,
        model=model_name() if now.claims else "",
        as_asked=work.as_asked,
    )
