"""The language model: its key for this run, whether it answers, and how it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.foreign_text import plain, plain_lines
from components.settings.fields import field_value, number_field, out_of_range, text_field
from core.errors import SightlineError
from core.llm.connection_check import try_model
from core.llm.local_services import local_models
from core.model_names import KEY_VARIABLES, ModelName
from core.settings_changes import sources

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.settings import Settings


_FIELD = "gemini-key"
_LISTED = "local-models"
_SERVICES = {"gemini": "Gemini", "openai": "OpenAI"}
"""How the API of a service is called."""
_TEXTS = {
    "model": ("Language model", "Empty: Gemini, if there is a key"),
    "gemini_model": ("Model of Gemini", "Empty: the default"),
    "gemini_base_url": ("Address of Gemini", "Empty: Google's"),
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
    st.header("Language model", anchor=False)
    st.markdown(model_in_words(settings, entered=resources.key_is_entered()))
    _key(settings)
    _buttons(settings)
    _on_this_machine()
    _calling(settings)


def model_in_words(settings: Settings, *, entered: bool) -> str:
    """Which model is in use and where its key comes from, in Markdown; never the key."""
    chosen = settings.language_model
    if chosen is None:
        return (
            ":gray-badge[No key] Rules inspect, plan chunks and pick the sentences of answers. "
            "Nothing is sent to a model."
        )
    where = f"{plain(chosen.name)} at {plain(chosen.place)}"
    if not settings.model_key(chosen.service):
        return f":green-badge[No key needed] {where}"
    variable = KEY_VARIABLES[chosen.service]
    origin = "entered here" if entered else f"from the environment (`{variable}`)"
    return f":green-badge[Key {origin}] {where}"


def key_problem(key: str) -> str:
    """Why this cannot be a key; nothing if it may be one."""
    if not key:
        return "Enter a key first."
    if not (key.isascii() and key.isprintable()) or " " in key:
        return "A key has no spaces and only plain letters, digits and signs. Copy it once more."
    return ""


def _key(settings: Settings) -> None:
    chosen = settings.chosen_model.service
    service, variable = _SERVICES[chosen], KEY_VARIABLES[chosen]
    with st.form("model-key", clear_on_submit=True, border=False):
        place, button = st.columns([3, 1], vertical_alignment="bottom")
        # The browser must not offer to keep it as a password of this page.
        place.text_input(
            f"Key of the {service} API, for this run",
            key=_FIELD,
            type="password",
            autocomplete="off",
            help="Kept in the memory of the app only, for all who use it, until it stops or you "
            "forget it. It is not written to the disk and not shown again. To have it at every "
            f"start, set `{variable}` instead.",
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
            disabled=settings.language_model is None,
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
        with Boundary():
            with st.spinner("Asking the model"):
                answered = try_model(in_use)
            st.success(plain(answered), icon=":material/check:")


def _on_this_machine() -> None:
    if st.button(
        "Find models on this machine",
        icon=":material/search:",
        help="Asks the addresses where Ollama, LM Studio, llama.cpp and vLLM usually listen. "
        "Nothing leaves this machine.",
    ):
        with st.spinner("Looking for models"):
            state.keep(_LISTED, list(local_models()))
    models: list[tuple[str, ModelName]] | None = state.kept(_LISTED, None)
    if models is None:
        return
    if not models:
        st.info(
            "No model was found here. Start Ollama, LM Studio, llama.cpp's server or vLLM, or "
            "enter `openai:NAME@ADDRESS` below.",
            icon=":material/info:",
        )
    with st.container(gap="small"):
        for number, (program, name) in enumerate(models):
            st.button(
                f"Use {plain(name.name)} of {plain(program)}",
                key=f"local-model-{number}",
                on_click=_change,
                args=({"model": name.text},),
            )


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
    labels = {name: label for name, (label, _) in _NUMBERS.items()}
    if problem := out_of_range(labels, entered):
        st.toast(plain(problem), icon=":material/error:", duration="long")
        return
    _change({name: value for name, value in entered.items() if value != _set(settings, name)})


def _set(settings: Settings, name: str) -> object:
    """The value of a setting; None for an empty text."""
    value = getattr(settings, name)
    return None if value == "" else value


def _change(changes: Mapping[str, object]) -> None:
    try:
        resources.change_settings(changes)
    except SightlineError as error:
        st.toast(plain_lines(str(error)), icon=":material/error:")
        return
    st.toast("Saved. It holds from the next call on.")
