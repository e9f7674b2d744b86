"""Who acts, and what each may do. On a desk nobody signs in, and this is never asked.

On a server a person acts, or the operator, who runs the server and works at its own files. Who it
is, is said for a block (`acting_as`), or else by the program (`resolve_by`); where nobody is said
to act, everything is refused.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from core.errors import AccessRefused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

P = ParamSpec("P")
R = TypeVar("R")


class Right(StrEnum):
    """Something that not everybody may do; the words complete "may not …"."""

    READ = "read documents and ask questions"
    REVIEW = "correct the reading of documents and sign answers"
    EDIT = "add, change or delete documents"
    ADMINISTER = "administer people, collections and settings"


class Role(StrEnum):
    """What a person is; each may do what those before it may, and more."""

    READER = "reader"
    REVIEWER = "reviewer"
    EDITOR = "editor"
    ADMINISTRATOR = "administrator"

    def may(self, right: Right) -> bool:
        """Whether people of this role have the right."""
        return list(Right).index(right) <= list(Role).index(self)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something. `id` is that of a person, empty for the operator."""

    id: str
    name: str
    role: Role

    def require(self, right: Right) -> None:
        """Does nothing for those who have the right.

        Raises:
            AccessRefused: they have not.
        """
        if not self.role.may(right):
            raise AccessRefused(
                f"As {self.role.value} you may not {right.value}. Ask an administrator for "
                "another role."
            )


OPERATOR = Actor("", "operator", Role.ADMINISTRATOR)
_NOBODY = Actor("", "", Role.READER)
_ACTING: ContextVar[Actor | None] = ContextVar("sightline.acting", default=None)
_RESOLVERS: list[Callable[[], Actor | None]] = []


def acting() -> Actor:
    """Who acts now.

    Raises:
        AccessRefused: nobody is signed in.
    """
    actor = _ACTING.get() or _resolved()
    if actor is None or actor is _NOBODY:
        raise AccessRefused("Nobody is signed in here. Sign in, or give a token.")
    return actor


@contextmanager
def acting_as(actor: Actor | None) -> Iterator[None]:
    """Inside this block `actor` acts, or nobody at all."""
    token = _ACTING.set(actor or _NOBODY)
    try:
        yield
    finally:
        _ACTING.reset(token)


def resolve_by(resolver: Callable[[], Actor | None]) -> None:
    """Lets `resolver` say who acts wherever no block does, in place of the one before."""
    _RESOLVERS[:] = [resolver]


def carried(work: Callable[P, R]) -> Callable[P, R]:
    """The same work, done in any thread for whoever acts now."""
    actor = _ACTING.get() or _resolved()
    if actor is None:
        return work

    @wraps(work)
    def run(*arguments: P.args, **named: P.kwargs) -> R:
        with acting_as(actor):
            return work(*arguments, **named)

    return run


def _resolved() -> Actor | None:
    return _RESOLVERS[0]() if _RESOLVERS else None
