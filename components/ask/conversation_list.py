"""The conversations that are kept: which one is shown, and ways to open, rename, export, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.ask import asking, kept_conversation
from components.ask.checking import forget_checks
from components.ask.conversation_turns import turns
from components.errors import Boundary
from components.foreign_text import plain
from components.labels.times import local_time
from components.widgets.download import download
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.history.conversations import Conversation, ConversationSummary

_DELETED, _RENAMED = "sightline.conversations.deleted", "sightline.conversations.renamed"
_FILTER, _NAME = "conversations-filter", "conversations-name"
_SHOWN = 30
"""Conversations that are listed at once; words lead to the others."""
_LONGEST = 100


def conversation_bar() -> None:
    """The title of the conversation, a way to a new one, and to the others."""
    with st.container(
        horizontal=True, wrap=False, vertical_alignment="center", gap="small", key="talk-bar"
    ):
        title = kept_conversation.title()
        if title or not _undo():
            st.markdown(f"**{plain(title)}**" if title else "New conversation", width="stretch")
        if turns():
            st.button("New", icon=":material/add:", type="tertiary", on_click=begin_new,
                      help="Begin a new conversation; this one stays in the list.")  # fmt: skip
        if st.button("Conversations", icon=":material/forum:", type="tertiary"):
            state.keep(_RENAMED, "")
            _dialog()
    if problem := kept_conversation.problem():
        st.warning(
            f"**This conversation is not kept.** {plain(problem)}", icon=":material/cloud_off:"
        )


def begin_new() -> None:
    """Leave the conversation, which stays kept, and begin another."""
    asking.drop()
    kept_conversation.begin_new()
    forget_checks()
    state.select(wording=None)


def open_linked_conversation() -> None:
    """Show the conversation that the address names, if it is another than the one shown."""
    if kept_conversation.linked_elsewhere():
        asking.drop()
        forget_checks()
        kept_conversation.open_linked()


# The title of the conversation stands outside the dialog, which alone is drawn while it is open.
@st.dialog("Conversations", width="large", on_dismiss="rerun")
def _dialog() -> None:
    with Boundary():
        every = kept_conversation.store().list()
        shown = [each for each in every if each.id == kept_conversation.conversation_id()]
        others = [each for each in every if each not in shown]
        for summary in shown:
            _shown(summary)
        if others:
            _others(others)
        elif not shown:
            st.info("None is kept yet. A conversation is kept with its first answer.")
        _deleted()


def _shown(summary: ConversationSummary) -> None:
    with st.container(border=True, gap="small"):
        if state.kept(_RENAMED, "") == summary.id:
            _rename_form(summary)
            return
        st.markdown(f"**{plain(summary.title)}**")
        st.caption(f"Shown now · {_about(summary)}")
        with st.container(horizontal=True, gap="small"):
            st.button("Rename", icon=":material/edit:", on_click=state.keep,
                      args=(_RENAMED, summary.id))  # fmt: skip
            _exports(summary)
            if st.button("Delete", icon=":material/delete:"):
                _delete(summary)


def _others(others: list[ConversationSummary]) -> None:
    st.markdown("**Open another**")
    for summary in _matching(others):
        if summary.problem:
            st.warning(plain(summary.problem), icon=":material/report:")
            if st.button(f"Delete {summary.id}", key=f"delete-{summary.id}"):
                _delete(summary)
        elif st.button(
            f"**{plain(summary.title)}** · {_about(summary)}",
            key=f"open-{summary.id}",
            width="stretch",
        ):
            _load(summary.id)
            st.rerun()


def _matching(every: list[ConversationSummary]) -> list[ConversationSummary]:
    words = ""
    if len(every) > 1:
        words = st.text_input("Find by title or document", key=_FILTER)
    matching = [each for each in every if words.casefold() in _searched(each).casefold()]
    if len(matching) > _SHOWN:
        st.caption(f"The newest {_SHOWN} of {len(matching)}.")
    if not matching:
        st.info("No conversation matches.", icon=":material/search:")
    return matching[:_SHOWN]


def _searched(summary: ConversationSummary) -> str:
    return " ".join((summary.title, *summary.documents))


def _exports(summary: ConversationSummary) -> None:
    from core.export.conversation import conversation_json, conversation_markdown

    def load() -> Conversation:
        return kept_conversation.store().load(summary.id)

    name = f"conversation-{summary.id}"
    download("Export as Markdown", lambda: conversation_markdown(load()), f"{name}.md")
    download("Export as JSON", lambda: conversation_json(load()), f"{name}.json")


def _about(summary: ConversationSummary) -> str:
    count = number_of(summary.questions, "question")
    when = local_time(summary.changed)
    names = ", ".join(plain(name) for name in summary.documents)
    return " · ".join(filter(None, [count, when, names]))


def _rename_form(summary: ConversationSummary) -> None:
    with st.form(f"rename-{summary.id}", border=False):
        st.text_input("Title", summary.title, key=_NAME, max_chars=_LONGEST)
        with st.container(horizontal=True):
            st.form_submit_button("Save", type="primary", on_click=_rename, args=(summary.id,))
            st.form_submit_button("Cancel", on_click=state.keep, args=(_RENAMED, ""))


def _rename(conversation: str) -> None:
    with Boundary():
        titled = kept_conversation.store().rename(conversation, state.widget_value(_NAME) or "")
        kept_conversation.renamed(titled)
        state.keep(_RENAMED, "")


def _delete(summary: ConversationSummary) -> None:
    kept_conversation.store().delete(summary.id)
    state.keep(_DELETED, summary)
    if summary.id == kept_conversation.conversation_id():
        begin_new()
    st.rerun()


def _undo() -> bool:
    """What was deleted last, with a way to take it back; whether there is any."""
    deleted = state.kept(_DELETED, None)
    if not deleted:
        return False
    st.markdown(f"“{plain(deleted.title)}” was deleted.", width="stretch")
    st.button("Undo", key="undelete", icon=":material/undo:", on_click=_restore, args=(deleted,))
    return True


def _deleted() -> None:
    deleted = kept_conversation.store().deleted()
    if not deleted:
        return
    with st.expander(f"{len(deleted)} deleted in the last 30 days"):
        for summary in deleted[:_SHOWN]:
            st.button(f"Take back: {plain(summary.title)}", key=f"restore-{summary.id}",
                      type="tertiary", on_click=_restore, args=(summary,))  # fmt: skip


def _restore(summary: ConversationSummary) -> None:
    with Boundary():
        kept_conversation.store().restore(summary.id)
        state.keep(_DELETED, None)
        if not turns():
            _load(summary.id)


def _load(conversation: str) -> None:
    """Show a conversation in place of the one before. Raises as `ConversationStore.load`."""
    loaded = kept_conversation.store().load(conversation)
    asking.drop()
    forget_checks()
    state.select(citation=None)
    kept_conversation.show(loaded)
