"""Finds what is shown as Markdown or HTML without having been through `foreign_text`."""

from __future__ import annotations

import ast
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tests.components.tracing import Code, Trace, called

if TYPE_CHECKING:
    from collections.abc import Iterator


_CHOICES = ("radio", "pills", "segmented_control")
SHOWN = {
    **dict.fromkeys(
        "markdown caption subheader header title write error warning info success toast expander "
        "popover button form_submit_button download_button link_button checkbox toggle selectbox "
        "multiselect slider select_slider number_input text_input text_area file_uploader spinner "
        "status dialog badge html table tabs".split(),
        (0,),
    ),
    **dict.fromkeys(_CHOICES, (0, 1)),
    "progress": (1,),
    "metric": (0, 1, 2),
}
"""Arguments that Streamlit reads as Markdown or HTML, by the name of the method."""
OWN = {"Card": (1, 2, 3, 4, 5), "Figure": (0, 1, 2), "tell": (0,), "note": (0,)}
"""The same of classes and functions of the app that say so of themselves."""
NAMED = frozenset(("label", "help", "body", "labels", "customdata", "hovertext", "hovertemplate"))
"""Arguments that Streamlit or Plotly reads so wherever they occur."""


class Leak(NamedTuple):
    """A foreign text that is shown: the module, and the expression as it is written."""

    module: str
    text: str


def leaks(code: Code) -> set[Leak]:
    """Every foreign text that components and pages show, where it comes from."""
    return {
        Leak(origin.module, ast.unparse(node))
        for call, scope in chain.from_iterable(code.calls.values())
        for argument in _shown(call)
        for node, origin in Trace(code).foreign(argument, scope)
    }


def _shown(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call that are read as Markdown or HTML."""
    method = called(call)
    if isinstance(call.func, ast.Name) != (method in OWN):
        return
    yield from (
        call.args[place] for place in (SHOWN | OWN).get(method, ()) if place < len(call.args)
    )
    named = set(NAMED)
    named |= {"options", "format_func"} if method in _CHOICES else set()
    named |= {"text"} if method in ("progress", "add_annotation") else set()
    yield from (word.value for word in call.keywords if word.arg in named)
