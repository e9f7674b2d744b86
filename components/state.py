"""The only place that touches `st.session_state` and the address of the page.

What is selected lives in both: the address, so that a link restores it, and the session, so
that it survives a change of page, which clears the address.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

_KEY = "sightline.view"
_LINKED = "sightline.linked"
_NUMBER = re.compile(r"[1-9][0-9]{0,6}")
_TEXT = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,4000}")
_VISITED = "sightline.visited"
_MOST_VISITED = 200
"""Views whose addresses are remembered; those that are still under way are the last few."""


@dataclass(frozen=True, slots=True)
class View:
    """What is selected. `page` is 1-based; `recipe` and `other` say how documents are chunked, see
    `components.forms.configuration_form`; `look` is the part of the page Evaluate, `part` what is
    done with questions there, `sweep` the keys of the sweeps that are looked at, parted by
    commas; `wording` is `typed` where a question is searched exactly so; `among` says which
    documents are listed and asked, see `components.selection.document_filter`; `stop` is where the
    tour is; `signed` is a signed answer; `beside` is an older edition that a document is
    compared with, `conversation` one of the page Ask, `waiting` the secret of the question that
    is being answered there; the others are ids. None: nothing chosen.
    """

    document: str | None = None
    page: int | None = None
    node: str | None = None
    chunk: str | None = None
    citation: str | None = None
    recipe: str | None = None
    other: str | None = None
    questions: str | None = None
    question: str | None = None
    look: str | None = None
    part: str | None = None
    sweep: str | None = None
    wording: str | None = None
    among: str | None = None
    stop: str | None = None
    signed: str | None = None
    conversation: str | None = None
    tour: str | None = None
    present: str | None = None
    beside: str | None = None
    waiting: str | None = None


_SETUP = (
    "recipe",
    "other",
    "questions",
    "look",
    "part",
    "sweep",
    "wording",
    "among",
    "stop",
    "tour",
    "present",
    "conversation",
    "waiting",
)
"""Parts of the view that hold for every document: how they are chunked, and compared with what;
the set of questions, and what is done with it and was found by it; how questions are searched,
and among which documents; where the tours are, and who looks; the conversation, and what is asked
in it."""
_PARTS = tuple(field.name for field in fields(View))


def restore() -> None:
    """Take over the address where the user went to it, else write the session's view to it.

    A run brings along the address that the browser had when it asked for the run. While what an
    earlier run wrote is still under way, that is an address of before: the session knows better.
    """
    linked_view = from_address(_address())
    went = _went_back() or linked_view not in kept(_VISITED, [])
    link = went and (linked_view != View() or bool(unreadable()))
    st.session_state[_LINKED] = link and linked_view != st.session_state.get(_KEY)
    if link:
        st.session_state[_KEY] = linked_view
        _visit(linked_view)
    else:
        _write(view())


def view() -> View:
    """What is selected now; before the app restored it, what the address names."""
    return st.session_state.get(_KEY) or from_address(_address())


def linked() -> bool:
    """Whether this run follows a link, rather than a choice that was made in the app."""
    return st.session_state.get(_LINKED, False)


def unreadable() -> list[str]:
    """The parts of `View` that the address names in a form that they cannot have, or twice."""
    named = {name: value for name, value in _address().items() if value}
    return [name for name, value in named.items() if not _is_readable(name, value)]


def select(**changes: str | int | None) -> None:
    """Change parts of the view, named as in `View`, in the session and in the address.

    Another document drops everything that was selected in the one before, but not how
    documents are chunked; another set of questions drops the sweeps that are looked at.
    """
    now = view()
    if now.questions and changes.get("questions", now.questions) != now.questions:
        now = replace(now, sweep=None)
    if changes.get("document", now.document) != now.document:
        now = View(**{name: getattr(now, name) for name in _SETUP})
    values: dict[str, Any] = changes
    new = replace(now, **values)
    st.session_state[_KEY] = new
    _write(new)


def reset() -> None:
    """Let go of all that is selected and kept in the session, as for a new visitor."""
    visited = kept(_VISITED, [])
    for key in list(st.session_state):
        del st.session_state[key]
    # The address is still one of before: no link that was followed.
    keep(_VISITED, visited)
    keep(_KEY, View())
    _write(View())


def from_address(address: dict[str, str]) -> View:
    """The view that an address names, without what cannot be read."""
    read = {
        name: value
        for name, value in address.items()
        if name in _PARTS and _is_readable(name, value)
    }
    page = read.pop("page", None)
    return View(page=int(page) if page else None, **read)


def preset(key: str, value: object) -> None:
    """Give a widget its value; to be called before the widget is drawn."""
    if st.session_state.get(key) != value:
        st.session_state[key] = value


def preset_once(key: str, value: object) -> None:
    """Give a widget its first value; to be called before the widget is drawn."""
    st.session_state.setdefault(key, value)


def widget_value(key: str) -> Any:
    """What a widget holds now, or None before it was drawn."""
    return st.session_state.get(key)


def kept(key: str, default: T) -> T:
    """A value that a component keeps in the session, made from `default` at first."""
    return st.session_state.setdefault(key, default)


def keep(key: str, value: object) -> None:
    """Keep a value in the session under a key that no widget has."""
    st.session_state[key] = value


def remembered(key: str, stamp: object, make: Callable[[], T]) -> T:
    """What `make` gave in this session, made anew where `stamp` is another than then."""
    cached = kept(key, None)
    if cached is None or cached[0] != stamp:
        cached = stamp, make()
        keep(key, cached)
    return cached[1]


def component_value(key: str, name: str) -> Any:
    """What the component `key` sent under `name` in this run, or None."""
    value = st.session_state.get(key)
    return value.get(name) if value else None


def _address() -> dict[str, str]:
    """What the address names of a view; what it names in two ways is not readable as one."""
    parts = {name: dict.fromkeys(st.query_params.get_all(name)) for name in _PARTS}
    return {name: "\n".join(values) for name, values in parts.items() if values}


def _is_readable(name: str, value: str) -> bool:
    return bool((_NUMBER if name == "page" else _TEXT).fullmatch(value))


def _write(new: View) -> None:
    # At once: each change of a part would be an entry of its own in the browser's history.
    now = st.query_params.to_dict()
    named = asdict(new)
    others = {name: value for name, value in now.items() if name not in named}
    parameters = others | {name: str(value) for name, value in named.items() if value is not None}
    # What was written last may be on its way to the browser, which would then stay there.
    moved = kept(_VISITED, [])[-1:] != [new]
    _visit(new)
    if parameters != now or moved:
        st.query_params.from_dict(parameters)


def _visit(new: View) -> None:
    """Remember that the address names this view, or will as soon as the browser hears of it."""
    visited = kept(_VISITED, [])
    if new not in visited[-1:]:
        keep(_VISITED, [*visited[1 - _MOST_VISITED :], new])


def _went_back() -> bool:
    """Whether this run was asked for by the browser's Back or Forward."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation
