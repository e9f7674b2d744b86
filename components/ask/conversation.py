"""Questions and answers: claims or verbatim sentences, each with buttons that show its page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import streamlit as st

from components import resources
from components.answers.answer_head import searched_in_words
from components.ask.asking import by_model, model_name
from components.ask.citation_cards import SCORES
from components.ask.claims import claims, claims_style, quotes, step_button
from components.ask.conversation_turns import first_step, in_sight, is_shown, shown, steps, turns
from components.ask.edition_notice import edition_notice
from components.ask.kept_conversation import conversation_id
from components.ask.question_rewording import question_rewording
from components.ask.rejected_items import head_of_rest, rejected_items
from components.ask.save_question import save_as_question
from components.ask.side_by_side import side_by_side
from components.ask.signing import signing
from components.ask.standing import standing
from components.foreign_text import plain
from components.selection.asked_question import asked, put
from components.selection.signer import signer
from components.sign_in import may
from components.widgets.hand_on import hand_on
from components.widgets.scroll_anchor import scroll_anchor
from core.answering.reason import NO_ANSWER
from core.configuration import AnswerOptions
from core.rights import Right
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from components.ask.conversation_turns import Step, Turn
    from core.answering.base import Answer
    from core.export.answer_record.base import AnswerRecord

PERSON, APP = ":material/person:", ":material/visibility:"


def conversation() -> None:
    """All questions with their answers, the newest at the bottom, above the field for the next."""
    now, count = shown(), len(turns())
    claims_style(now)
    waiting = bool(asked().text)
    for number, turn in enumerate(turns()):
        newest = number == count - 1 and not waiting
        if number == in_sight() and not waiting:
            scroll_anchor(turn.key, key="ask-newest")
        with st.chat_message("user", avatar=PERSON):
            st.markdown(plain(turn.answer.question))
        with st.chat_message("assistant", avatar=APP):
            _answer(turn, number, now, newest=newest)
            rejected_items(turn, number, now)
            if newest:
                _again(turn, number)
            else:
                _afterwards(turn, number)


def _answer(turn: Turn, number: int, now: Step | None, *, newest: bool) -> None:
    _notice(turn)
    if turn.answer.abstained:
        _abstention(turn.answer)
        if newest:
            _ask_anyway(turn, number)
    left = head_of_rest(turn)
    if left:
        edition_notice(turn, number, newest=newest)
    searched_as(turn, number, newest=newest)
    if not left:
        return
    if turn.answer.claims:
        _warn(turn.answer)
        claims(turn, number, now)
        return
    if turn.cited:
        quotes(turn, number, now)
        return
    for step in steps(number, turn):
        _near(step, now)


def _warn(answer: Answer) -> None:
    if not any(claim.verdict is Verdict.SUPPORTED for claim in answer.claims):
        st.warning(
            "**None of these claims is borne out as it stands.** Read the cited lines instead.",
            icon=":material/warning:",
        )


def _notice(turn: Turn) -> None:
    answer = turn.answer
    if turn.stopped:
        checked = "what was checked until then is shown" if answer.claims else "nothing was checked"
        st.warning(
            f"**Stopped: the answer is not whole**; {checked}.", icon=":material/stop_circle:"
        )
    if answer.notice:
        st.warning(plain(answer.notice), icon=":material/warning:")
        if "settings" in answer.notice.lower() and may(Right.ADMINISTER):
            st.page_link("pages/settings.py", label="Settings", icon=":material/settings:")


def _near(step: Step, now: Step | None) -> None:
    if step.place == 0:
        st.markdown("Nearest passages:")
    with st.container(border=True, gap="small"):
        step_button(step, now)
        st.markdown(step.card.text)
        st.caption(step.card.note)


def _again(turn: Turn, number: int) -> None:
    question = turn.answer.question
    with st.container(horizontal=True, gap="small"):
        signing(turn, number)
        if may(Right.EDIT):
            save_as_question(standing(turn.answer, turn.review), key=f"save-{number}")
        _hand_on(turn, number)
        side_by_side(question, [card.evidence.document for card in turn.cited], number)
        if turn.stopped:
            st.button(
                "Ask again",
                key=f"again-{number}",
                type="tertiary",
                icon=":material/refresh:",
                on_click=put,
                args=(question,),
            )
        if turn.answer.model:
            st.button(
                "Show text of the documents instead",
                key=f"plainly-{number}",
                type="tertiary",
                icon=":material/format_quote:",
                help="Answers the same question without the language model, word for word.",
                on_click=put,
                args=(question,),
                kwargs={"plainly": True},
            )


def _afterwards(turn: Turn, number: int) -> None:
    label, icon = ("Signed", "verified") if turn.signed else ("More", "more_horiz")
    with st.popover(label, icon=f":material/{icon}:", type="tertiary", key=f"more-{number}"):
        signing(turn, number)
        _hand_on(turn, number)


def _hand_on(turn: Turn, number: int) -> None:
    link = link_of(turn, number)
    lines = ", with these lines in view" if "citation=" in link else ""
    hand_on(
        lambda: record_of(turn),
        f"hand-on-{number}",
        link,
        leads_to=f"the whole conversation{lines}",
        name=signer(),
    )


def record_of(turn: Turn) -> AnswerRecord:
    """What is handed on of a turn: what was signed of it, if it is still there."""
    bench = resources.workbench()
    if turn.signed in bench.history.answers.ids():
        return bench.records.of_signed(bench.history.answers.load(turn.signed))
    return bench.records.of(turn.answer, turn.settings, review=turn.review, stopped=turn.stopped)


def link_of(turn: Turn, number: int) -> str:
    """The address of a turn (counted from 0) with its evidence; empty where it is not kept."""
    if not turn.is_kept:
        return ""
    now = shown()
    in_view = now is not None and now.turn == number and is_shown(now)
    step = now if in_view else first_step(number)
    address = {"conversation": conversation_id()}
    if step:
        address |= {"document": step.card.evidence.document, "citation": step.card.evidence.place}
    return f"{st.context.url}?{urlencode(address, safe=':,')}"


def _ask_anyway(turn: Turn, number: int) -> None:
    model = plain(model_name())
    if turn.answer.model or not model or not by_model() or not turn.near:
        return
    st.markdown(f"As an answer is so unlikely, {model} was not asked for an answer.")
    st.button(
        f"Let {model} look at the nearest passages",
        key=f"anyway-{number}",
        icon=":material/search:",
        help="Each claim is checked as always, and the model may find no answer either.",
        on_click=put,
        args=(turn.answer.question,),
        kwargs={"anyway": True},
    )


def _abstention(answer: Answer) -> None:
    st.warning(
        f"**{NO_ANSWER}** {plain(answer.reason)}",
        icon=":material/do_not_disturb_on:",
    )
    with st.expander("How this is decided"):
        if answer.model:
            st.markdown(
                f"{plain(answer.model)} is given numbered lines of the nearest passages and "
                "nothing else. It has to say so where they hold no answer; then nothing is made up."
            )
        field = AnswerOptions.model_fields["threshold"]
        st.markdown(f"**{field.title}: {answer.threshold:.2f}.** {field.description}")
        st.markdown("\n".join(f"- {words}" for words in SCORES.values()))


def searched_as(turn: Turn, number: int, *, newest: bool) -> None:
    """What was searched for a turn (counted from 0); the newest can be searched otherwise."""
    words = searched_in_words(turn.answer)
    if not words and not newest:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.caption(words or "Searched as you asked it.", width="content")
        if newest:
            question_rewording(turn)
            if words:
                _other_way(turn.answer, number)


def _other_way(answer: Answer, number: int) -> None:
    st.button(
        "Search as understood" if answer.as_asked else "Search as asked",
        key=f"wording-{number}",
        type="tertiary",
        icon=":material/undo:",
        help="Asks the same question again, with its spelling, its abbreviations, its parts and "
        "what it leaves out after earlier questions put in order."
        if answer.as_asked
        else "Asks the same question again, exactly as you typed it.",
        on_click=put,
        args=(answer.question,),
        kwargs={"as_asked": not answer.as_asked},
    )
