"""The language model: its key for this run, whether it answers, and how it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import show_error
from components.foreign_text import plain, plain_lines
from components.settings.fields import field_value, number_field, text_field
from core.errors import SightlineError
from core.llm.connection_check import try_model
from core.settings import save_settings, sources

if TYPE_CHECKING:
    from core.settings import Settings

_FIELD = "gemini-key"
_TEXTS = {
    "gemini_model": ("Model", "Empty: the default"),
    "gemini_base_url": ("Address of the service", "Empty: Google's"),
}
"""Labels, and what an empty field means."""
_NUMBERS: dict[str, tuple[str, float | None]] = {
    "model_seconds": ("Time for a call (s)", None),
    "model_calls_at_once": ("Calls at once", None),
    "model_requests_per_minute": ("Calls a minute", None),
    "model_tokens_per_minute": ("Tokens a minute", 1000),
    "model_input_price": ("A million tokens sent ($)", 0.05),
    "model_output_price": ("A million tokens answered ($)", 0.05),
}
"""Labels, and steps of the arrows where one is too little or too much."""


def model() -> None:
    """Where the key comes from, a field for one, a button that tries it, and how it is called."""
    settings = resources.workbench().settings
    st.subheader("Language model", anchor=False)
    st.markdown(model_in_words(settings, entered=resources.key_is_entered()))
    _key()
    _buttons(settings)
    _calling(settings)


def model_in_words(settings: Settings, *, entered: bool) -> str:
    """Which model is in use and where its key comes from, in Markdown; never the key."""
    if settings.gemini_api_key is None:
        return (
            ":gray-badge[No key] Rules inspect, plan chunks and pick the sentences of answers. "
            "Nothing is sent to a model."
        )
    where = plain(settings.gemini_base_url or "Google")
    origin = "entered here" if entered else "from the environment (`GEMINI_API_KEY`)"
    return f":green-badge[Key {origin}] {plain(settings.gemini_model)} at {where}"


def key_problem(key: str) -> str:
    """Why this cannot be a key; nothing if it may be one."""
    if not key:
        return "Enter a key first."
    if not (key.isascii() and key.isprintable()) or " " in key:
        return "A key has no spaces and only plain letters, digits and signs. Copy it once more."
    return ""


def _key() -> None:
    with st.form("model-key", clear_on_submit=True, border=False):
        place, button = st.columns([3, 1], vertical_alignment="bottom")
        # The browser must not offer to keep it as a password of this page.
        place.text_input(
            "Key of the Gemini API, for this run",
            key=_FIELD,
            type="password",
            autocomplete="off",
            help="Kept in the memory of the app only, for all who use it, until it stops or you "
            "forget it. It is not written to the disk and not shown again. To have it at every "
            "start, set `GEMINI_API_KEY` instead.",
        )
        button.form_submit_button("Use key", width="stretch", on_click=_use)
    st.caption(
        "Kept in memory only, until the app stops. With a key, the model chooses the route of new "
        "documents (it sees figures, no text), plans chunks and writes answers (it sees numbered "
        "passages and the question). Calls cost money; what they came to stands below."
    )


def _use() -> None:
    key = (state.widget_value(_FIELD) or "").strip()
    if problem := key_problem(key):
        st.toast(problem, icon=":material/error:")
        return
    resources.enter_key(key)
    st.toast("The key is used until the app stops. Try it to see whether the service takes it.")


def _buttons(settings: Settings) -> None:
    with st.container(horizontal=True):
        asked = st.button(
            "Try it",
            icon=":material/network_check:",
            disabled=settings.gemini_api_key is None,
            help="Sends one short question to the model; it costs a few tokens.",
        )
        if resources.key_is_entered():
            st.button(
                "Forget the key",
                icon=":material/key_off:",
                on_click=resources.enter_key,
                args=("",),
            )
    in_use = resources.workbench().model
    if asked and in_use is not None:
        try:
            with st.spinner("Asking the model"):
                answered = try_model(in_use)
        except SightlineError as error:
            show_error(error)
        else:
            st.success(plain(answered), icon=":material/check:")


def _calling(settings: Settings) -> None:
    origin = sources(settings)
    with st.form("model-calls"):
        for name, (label, empty) in _TEXTS.items():
            text_field(st, label, settings, name, origin[name], empty)
        columns = st.columns(2)
        for at, (name, (label, step)) in enumerate(_NUMBERS.items()):
            number_field(columns[at % 2], label, settings, name, origin[name], step)
        st.form_submit_button("Save", on_click=_save)


def _save() -> None:
    settings = resources.workbench().settings
    entered = {name: (field_value(name) or "").strip() or None for name in _TEXTS}
    entered |= {name: field_value(name) for name in _NUMBERS}
    changes = {name: value for name, value in entered.items() if value != getattr(settings, name)}
    try:
        save_settings(settings, changes)
    except SightlineError as error:
        st.toast(plain_lines(str(error)), icon=":material/error:")
        return
    resources.restart()
    st.toast("Saved. It holds from the next call on.")
