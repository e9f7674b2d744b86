"""Who looks at the page: on a desk whoever is there, on a server the person who signed in."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components import resources
from core.errors import AccessRefused, SetupError
from core.people.base import REFUSED
from core.people.sign_in import identity_of
from core.rights import Actor, Right, acting_as, resolve_by
from core.text.one_line import cut_to_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


T = TypeVar("T")
_NO_PROVIDER = (
    "People sign in here, but no identity provider is set. Describe it under [auth] in "
    ".streamlit/secrets.toml; docs/deploy.md tells how."
)
_NO_DATABASE = (
    "An identity provider is set, but no database of people, so that everybody who signs in would "
    "see everything. Set SIGHTLINE_DATABASE, or take [auth] out of .streamlit/secrets.toml."
)


def is_server() -> bool:
    """Whether people sign in.

    Raises:
        SetupError: only half of what that takes is set.
    """
    has_database = resources.workbench().directory is not None
    if has_database != _has_provider():
        raise SetupError(_NO_PROVIDER if has_database else _NO_DATABASE)
    return has_database


def may(right: Right) -> bool:
    """Whether who looks at the page has a right; on a desk they have all."""
    if resources.workbench().directory is None:
        return True
    try:
        actor = visitor()
    except AccessRefused:
        return False
    return actor is not None and actor.role.may(right)


def visitor() -> Actor | None:
    """Who signed in, on a server; None where nobody did.

    Raises:
        AccessRefused: the sign-in has expired, or the person is shut out.
    """
    bench = resources.workbench()
    if bench.directory is None or get_script_run_ctx(suppress_warning=True) is None:
        return None
    if not (_has_provider() and st.user.is_logged_in):
        return None
    return person_of(st.user.to_dict())


def person_of(claims: Mapping[str, object]) -> Actor | None:
    """Whom claims of a sign-in are about; None on a desk. Raises as `visitor`."""
    bench = resources.workbench()
    if bench.directory is None:
        return None
    identity = identity_of(claims, bench.settings.session_hours)
    return bench.directory.signed_in(identity).actor


def for_visitor(make: Callable[[], T]) -> Callable[[], T]:
    """The same, done later and by Streamlit itself, for who looks at the page now.

    It raises `AccessRefused` where they have signed out or are shut out by then.
    """
    bench = resources.workbench()
    if bench.directory is None:
        return make
    claims = st.user.to_dict()

    def made() -> T:
        with acting_as(person_of(claims)):
            return make()

    return made


@contextmanager
def signed_in() -> Iterator[str | None]:
    """Inside this block who signed in acts. Gives None, else why the page may not be drawn.

    That is in words, empty for a first visit. Raises as `is_server`.
    """
    if not is_server():
        yield None
        return
    resolve_by(visitor)  # for what Streamlit runs by itself: callbacks and fragments
    actor, refused = None, ""
    try:
        actor = visitor()
    except AccessRefused as error:
        refused = str(error)
        _note_refusal(refused)
    with acting_as(actor):
        yield None if actor else refused


def note_link(document: str | None) -> None:
    """Notes that a link leads to a document that is not there for who follows it."""
    permissions = resources.workbench().library.permissions
    if document and not permissions.sees(document):
        permissions.refused(document)


def _note_refusal(words: str) -> None:
    directory, subject = resources.workbench().directory, st.user.to_dict().get("sub")
    if directory:
        directory.events.add_once(None, REFUSED, cut_to_line(str(subject), 64), words)


def _has_provider() -> bool:
    return st.secrets.load_if_toml_exists() and "auth" in st.secrets
