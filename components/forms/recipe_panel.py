"""A setting taken along, as a file and as lines of code, and one that is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.foreign_text import plain
from components.widgets.download import download
from core.configuration.recipe_code import recipe_code
from core.configuration.recipe_file import LARGEST, NAME, parse_recipe, recipe_text
from core.errors import SightlineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.configuration import Configuration

_QUESTION = "What is the starting dose?"


def recipe_panel(
    config: Configuration,
    *,
    key: str,
    use: Callable[[Configuration], None] | None = None,
    ask: Callable[[], None] | None = None,
) -> None:
    """Behind a click: the setting as a recipe file, and how other programs use it.

    With `use`, a recipe can be opened, too: it gets what the file holds. `ask` has questions of
    this session searched by the setting.
    """
    with st.popover(
        "Use this setting",
        icon=":material/integration_instructions:",
        key=key,
        help="As a file, and as lines of code for Python, the command line, HTTP, agents and "
        "LangChain." + (" A recipe file can be opened, too." if use else ""),
    ):
        if ask and st.button("Search by it on Ask", icon=":material/forum:", on_click=ask):
            st.caption("The next question on Ask is searched by this setting.")
        st.markdown(
            "The recipe holds strategy, options, embedding model and ranking. App, command line "
            "and Python API read it."
        )
        download(f"Download {NAME}", lambda: recipe_text(config), NAME)
        code = recipe_code(config, _QUESTION)
        for tab, (language, lines) in zip(st.tabs(list(code)), code.values(), strict=True):
            tab.code(lines, language, wrap_lines=True)
        if use:
            _opening(use, key)


def _opening(use: Callable[[Configuration], None], key: str) -> None:
    file = st.file_uploader(
        "Open a recipe",
        type="toml",
        key=f"{key}-file",
        max_upload_size=1,
        help=f"A file such as {NAME}, {LARGEST // 1000} kB at most.",
    )
    if file is None:
        return
    try:
        opened = parse_recipe(file.getvalue(), plain(file.name))
    except SightlineError as error:
        st.error(plain(str(error)))
        return
    if left_out := _left_out(opened):
        st.caption(left_out)
    st.button(
        f"Use {plain(opened.strategy)} from {plain(file.name)}",
        key=f"{key}-use",
        type="primary",
        on_click=use,
        args=(opened,),
    )


def _left_out(opened: Configuration) -> str:
    """What of a recipe is not taken over by opening it; empty if all is."""
    encoder, parts = resources.workbench().settings.encoder, []
    if opened.encoder != encoder:
        parts.append(f"the embedding model {opened.encoder} (Settings has {encoder})")
    if opened.parser:
        parts.append(f"the parser {opened.parser} (see Structure)")
    return plain(f"Not taken over: {' and '.join(parts)}.") if parts else ""
