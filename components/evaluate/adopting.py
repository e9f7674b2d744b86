"""Making a setting the one by which documents are cut and searched from now on, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.forms.configuration_form import linked_configuration
from components.labels.routes import within
from components.selection.document_picker import newest_first
from components.selection.search_configuration import ask_configuration, search_by
from components.widgets.long_work import long_work
from core.configuration.address import from_address, to_address
from core.configuration.adopted import adopted_configuration
from core.configuration.labels import label
from core.configuration.options import DEFAULT_ANSWERS, DEFAULT_RETRIEVAL
from core.progress import Progress, part
from core.rights import Right
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.configuration import Configuration, RetrievalOptions
    from core.library import DocumentRecord

_DONE = "sightline.adopted"
_READING = "sightline.adopted.reading"


class _Before(NamedTuple):
    adopted: Configuration | None
    view: str | None
    ask: str
    encoder: str


class _Adopted(NamedTuple):
    setting: Configuration
    before: _Before
    documents: tuple[str, ...]


def adopt_button(
    setting: Configuration, *, key: str, documents: Sequence[str] = (), primary: bool = True
) -> None:
    """A button that adopts a setting; off where it is in force already.

    `documents` are those that it was measured on: where its parser is not the one they are read
    by, `adopted_notice` offers to read them again.
    """
    same = in_force() == setting.adoptable
    st.button(
        "In force" if same else "Adopt",
        icon=":material/task_alt:",
        type="primary" if primary and not same else "secondary",
        disabled=same and not _differing(setting.parser, documents),
        key=key,
        on_click=_adopt,
        args=(setting, tuple(documents)),
        help="Documents are cut and searched by this setting from now on, on the pages Chunks and "
        "Ask, also after the next start.",
    )


def in_force() -> Configuration:
    """The configuration that a new session starts with."""
    return linked_configuration(None)


def answers_notice(setting: Configuration, before: RetrievalOptions) -> None:
    """Of what matter k and the gap are for answers, where a setting changes one of them.

    And that options of answers are not taken over, where a setting has others than usual.
    """
    search = setting.retrieval
    if (search.top_k, search.gap) != (before.top_k, before.gap):
        st.caption(
            "k and the gap hold where retrieval is shown or measured. Answers look at ten chunks "
            "and more, so that they miss no evidence."
        )
    if setting.answer != DEFAULT_ANSWERS:
        st.caption(
            "The page Ask keeps the probability that it needs and the number of citations: these "
            "are not adopted. On the command line they are `--threshold` and `--max-citations`."
        )


def adopted_notice() -> None:
    """What was adopted last in this session, what else it needs, and the way back."""
    adopted: _Adopted | None = state.kept(_DONE, None)
    if adopted is None:
        return
    now, then = label(adopted.setting), label(_was(adopted.before))
    with st.container(border=True):
        st.markdown(
            f":material/task_alt: Documents are cut and searched by **{plain(now)}** from now on, "
            f"on Chunks and Ask, also after the next start. Before: {plain(then)}."
        )
        _encoder_notice(adopted)
        answers_notice(adopted.setting, DEFAULT_RETRIEVAL)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Undo", icon=":material/undo:", on_click=_undo, args=(adopted,), key="adopt-undo"
            )
            st.page_link("pages/ask.py", label="Ask", icon=":material/forum:")
            st.page_link("pages/chunks.py", label="Chunks", icon=":material/splitscreen:")
            _offer_reading(adopted)
            st.button("Dismiss", type="tertiary", on_click=state.keep, args=(_DONE, None))
        _read_again(adopted)


def _adopt(setting: Configuration, documents: tuple[str, ...]) -> None:
    settings = resources.workbench().settings
    before = _Before(
        adopted_configuration(settings),
        state.view().recipe,
        to_address(ask_configuration()),
        settings.encoder,
    )
    _use_encoder(setting.encoder)
    resources.adopt(setting)
    short = to_address(setting)
    state.select(recipe=short)
    search_by(short)
    state.keep(_DONE, _Adopted(setting, before, documents))


def _undo(adopted: _Adopted) -> None:
    before = adopted.before
    _use_encoder(before.encoder)
    resources.adopt(before.adopted)
    state.select(recipe=before.view)
    search_by(before.ask)
    state.keep(_DONE, None)


def _use_encoder(name: str) -> None:
    """Make an embedding model that of the settings; one of the environment stays stronger."""
    settings = resources.workbench().settings
    if settings.encoder != name:
        resources.change_settings({"encoder": name}, Right.EDIT)


def _was(before: _Before) -> Configuration:
    return replace(from_address(before.ask), encoder=before.encoder)


def _encoder_notice(adopted: _Adopted) -> None:
    encoder, now = adopted.setting.encoder, resources.workbench().settings
    if now.encoder != encoder:
        st.warning(
            f"It was measured with the embedding model {plain(encoder)}. The environment sets "
            f"{plain(now.encoder)}, which stays in use: change SIGHTLINE_ENCODER there.",
            icon=":material/warning:",
        )
    elif adopted.before.encoder != encoder:
        st.caption(
            f"The embedding model is {plain(encoder)} now, before it was "
            f"{plain(adopted.before.encoder)}; see the page Settings."
        )


def _differing(parser: str, documents: Sequence[str]) -> list[DocumentRecord]:
    if not parser:
        return []
    records = newest_first()
    known = [records[name] for name in documents if name in records]
    return [record for record in known if record.parse is None or record.parse.parser != parser]


def _offer_reading(adopted: _Adopted) -> None:
    parser, others = adopted.setting.parser, _differing(adopted.setting.parser, adopted.documents)
    if not others:
        return
    count = number_of(len(others), "document")
    with st.popover(f"Read {count} by {plain(within(parser))}", icon=":material/autorenew:"):
        st.markdown(
            f"The setting was measured with the parser {plain(within(parser))}. "
            f"{', '.join(plain(record.name) for record in others)}: read otherwise now. Their "
            "structure is replaced, and chunks and index are made anew when next needed. "
            "Corrections by hand are kept and applied again. You can change back on the page "
            "Structure."
        )
        st.button(
            f"Read {count} again",
            type="primary",
            key="adopt-read",
            on_click=lambda: state.keep(_READING, True),
        )


def _read_again(adopted: _Adopted) -> None:
    others = _differing(adopted.setting.parser, adopted.documents)
    if not others or not state.kept(_READING, False):
        return
    pages = sum(record.page_count for record in others)

    def read(progress: Progress) -> bool:
        done = 0
        for record in others:
            resources.workbench().documents.use_route(
                record.sha, adopted.setting.parser, part(progress, done, pages)
            )
            done += record.page_count
        return True

    if long_work(read, key="adopt-reading", title="Reading the documents again", unit="pages"):
        state.keep(_READING, False)
        st.rerun()
