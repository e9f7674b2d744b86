"""The signed answers that are looked for, the one that is reopened, and the state of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.answers.check_words import LOOKS, decisions_in_words
from components.errors import Boundary
from components.foreign_text import plain
from components.history.reopened import reopened
from components.history.signed_items import show_quote
from components.selection.document_picker import newest_first
from components.selection.empty_library import empty_library
from components.sign_in import may
from components.widgets.heading import heading
from components.widgets.listbox import Column, TableRow, choice_table
from core.history.search import AnswerFilter, matching
from core.rights import Right
from core.text.counts import number_of
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from core.history.signed_answers import KeptAnswer

_COLUMNS = (
    Column("Question"),
    Column("Signed by"),
    Column("Signed (UTC)"),
    Column("Documents"),
    Column("Checks"),
    Column("Tags"),
)
_LONGEST = 90
_FAULTS = 20


def page() -> None:
    """Everything that was signed, and one of them as it was."""
    answers = resources.workbench().history.answers.list()
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        heading("History")
        audit_state()
    linked = _linked()
    if not answers:
        _empty(linked)
        return
    chosen = answer_filter(answers)
    shown = matching(answers, chosen)
    if shown:
        answer_list(shown)
    else:
        st.info("No signed answer matches. Change or clear the filters.", icon=":material/search:")
    if not linked:
        st.caption("Choose an answer to reopen it exactly as it was signed.")
        return
    with Boundary():
        reopened(linked)


def _linked() -> str | None:
    """The answer that the address names; behind a dot it may name the quote to be shown, from 1."""
    answer, _, number = (state.view().signed or "").partition(".")
    if number.isdecimal():
        show_quote(answer, max(int(number) - 1, 0))
    if number:
        state.select(signed=answer)
    return answer or None


def _empty(linked: str | None) -> None:
    if linked:
        st.warning(
            "The link leads to a signed answer that is not kept here (any more).",
            icon=":material/link_off:",
        )
    st.markdown(
        "**Nothing is signed yet.** Ask a question, check each quote against its page, and sign "
        "the answer. It is then kept here with the pages that it cites, and can be reopened as it "
        "was, also when a document is replaced."
    )
    if newest_first():
        st.page_link("pages/ask.py", label="Ask a question", icon=":material/forum:")
    else:
        empty_library()


def answer_list(answers: Sequence[KeptAnswer]) -> None:
    """One row an answer, in the order in which they are given."""
    choice_table(
        _COLUMNS,
        [TableRow(answer.id, _cells(answer)) for answer in answers],
        key="history-table",
        label="Signed answers",
        selected=state.view().signed,
        on_choose=lambda answer: state.select(signed=answer),
    )


def _cells(answer: KeptAnswer) -> tuple[str, ...]:
    if answer.problem or answer.signed_at is None:
        return (f"{answer.id} (damaged)", "", "", "", "", "")
    return (
        beginning(answer.question, _LONGEST),
        answer.signer,
        answer.signed_at.strftime("%Y-%m-%d %H:%M"),
        ", ".join(name for _, name in answer.documents),
        decisions_in_words(answer.items, answer.decisions),
        ", ".join(answer.tags),
    )


def answer_filter(answers: Sequence[KeptAnswer]) -> AnswerFilter:
    """The filter that is chosen; only what differs among the answers can be chosen."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        words = st.text_input(
            "Search",
            key="history-words",
            persist_state="session",
            placeholder="Words in all of it",
            help="In the question, the answer, comments, notes and tags.",
            width=190,
        )
        document = _choice("Document", (name for a in answers for _, name in a.documents))
        signer = _choice("Signed by", (a.signer for a in answers))
        decision = st.selectbox(
            "Decision",
            tuple(LOOKS),
            index=None,
            format_func=lambda each: LOOKS[each].word,
            key="history-decision",
            persist_state="session",
            placeholder="Any",
            width=110,
        )
        tag = _choice("Tag", (tag for a in answers for tag in a.tags))
        since = _day("From", "history-since")
        until = _day("To", "history-until")
    return AnswerFilter(words, document, signer, since, until, decision, tag)


def _choice(label: str, values: Iterable[str]) -> str:
    choices = sorted(filter(None, set(values)), key=str.casefold)
    if not choices:
        return ""
    key = f"history-{label.lower().replace(' ', '-')}"
    chosen = st.selectbox(
        label,
        choices,
        index=None,
        key=key,
        persist_state="session",
        placeholder="Any",
        width=140,
    )
    return chosen or ""


def _day(label: str, key: str) -> date | None:
    return st.date_input(label, None, key=key, persist_state="session", width=158)


def audit_state() -> None:
    """The state of the log, with a way to compare every signed answer with it.

    It tells of answers of all collections: on a server it is for administrators.
    """
    if not may(Right.ADMINISTER):
        return
    history = resources.workbench().history
    state = history.log.state()
    if state.problem:
        place = f"Entry {state.problem.number}: " if state.problem.number else ""
        st.error(
            f"**The audit log is not what was written.** {place}{plain(state.problem.words)}. "
            "Restore a backup of the folder audit.",
            icon=":material/gpp_bad:",
        )
        return
    if not state.entries:
        return
    with st.popover(
        f"Audit log whole: {number_of(len(state.entries), 'entry', 'entries')}",
        icon=":material/verified_user:",
        type="tertiary",
    ):
        st.markdown(
            "Each entry holds the hash of the one before, so that none can be changed, moved or "
            "removed unseen. Only someone who writes the whole log anew stays unseen here: compare "
            "its last hash with one that lies elsewhere, as on a record that was handed on."
        )
        st.caption("Last hash")
        st.code(state.head, language=None, wrap_lines=True)
        if st.button("Compare every signed answer with the log", key="history-verify"):
            _verify()


def _verify() -> None:
    report = resources.workbench().history.verify()
    if report.notice:
        st.info(plain(report.notice), icon=":material/pending_actions:")
    if report.is_sound:
        st.success("Every signed answer is what was signed.", icon=":material/verified_user:")
        return
    words = [f"- {plain(fault)}" for fault in report.disagreements[:_FAULTS]]
    if len(report.disagreements) > _FAULTS:
        words.append(f"- and {len(report.disagreements) - _FAULTS} more")
    st.error("\n".join(words), icon=":material/gpp_bad:")
