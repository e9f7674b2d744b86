"""The only place that touches `st.session_state` and the address of the page.

What is selected lives in both: the address, so that a link restores it, and the session, so
that it survives a change of page, which clears the address.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")

_KEY = "sightline.view"
_APP = "sightline.app"


@dataclass(frozen=True, slots=True)
class View:
    """What is selected. `page` is 1-based; `recipe` and `other` say how documents are chunked, see
    `components.options_form`; `look` is the part of the page Evaluate, `part` what is done with
    questions there, `sweep` the keys of the sweeps that are looked at, parted by commas; the others
    are ids. None: nothing chosen.
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


_SETUP = ("recipe", "other", "questions", "look", "part", "sweep")
"""Parts of the view that hold for every document: how they are chunked, and compared with what;
the set of questions, and what is done with it and was found by it."""


@contextmanager
def running() -> Iterator[None]:
    """A run of the app, with the view that the address or else the session names."""
    st.session_state[_APP] = True
    restore()
    try:
        yield
    finally:
        st.session_state[_APP] = False


def inside_app() -> bool:
    """Whether this run began with `app.py`, as every run should."""
    return st.session_state.get(_APP, False)


def restore() -> None:
    """Take over the address if it names anything, else write the session's view to it."""
    given = from_address(st.query_params.to_dict())
    if given != View():
        st.session_state[_KEY] = given
    else:
        _write(view())


def view() -> View:
    """What is selected now; before the app restored it, what the address names."""
    return st.session_state.get(_KEY) or from_address(st.query_params.to_dict())


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
    new = replace(now, **changes)
    st.session_state[_KEY] = new
    _write(new)


def from_address(address: dict[str, str]) -> View:
    """The view that an address names; a page that is not a number counts as none."""
    known = {field.name: address.get(field.name) or None for field in fields(View)}
    page = known.pop("page")
    number = int(page) if page and page.isdecimal() else None
    return View(page=number, **known)


def preset(key: str, value: object) -> None:
    """Give a widget its value; to be called before the widget is drawn."""
    if st.session_state.get(key) != value:
        st.session_state[key] = value


def widget_value(key: str) -> Any:
    """What a widget holds now, or None before it was drawn."""
    return st.session_state.get(key)


def kept(key: str, default: T) -> T:
    """A value that a component keeps in the session, made from `default` at first."""
    return st.session_state.setdefault(key, default)


def keep(key: str, value: object) -> None:
    """Keep a value in the session under a key that no widget has."""
    st.session_state[key] = value


def component_value(key: str, name: str) -> Any:
    """What the component `key` sent under `name` in this run, or None."""
    held = st.session_state.get(key)
    return held.get(name) if held else None


def _write(new: View) -> None:
    # At once: each change of a part would be an entry of its own in the browser's history.
    now = st.query_params.to_dict()
    named = asdict(new)
    others = {name: value for name, value in now.items() if name not in named}
    wanted = others | {name: str(value) for name, value in named.items() if value is not None}
    if wanted != now:
        st.query_params.from_dict(wanted)
