"""The question that the page Ask answers next, whichever page it is put on."""

from __future__ import annotations

from typing import NamedTuple

from components import state

_ASKED = "sightline.question"
_TYPED = "typed"


class AskedQuestion(NamedTuple):
    """A question, empty where none waits for its answer.

    `plainly` lets sentences of the documents answer this one, whatever is chosen for all; `anyway`
    lets the model look at the nearest passages where their evidence is below what is needed; with
    `once`, an answer that was given to it before is shown again.
    """

    text: str = ""
    plainly: bool = False
    anyway: bool = False
    once: bool = False


def put(
    question: str,
    *,
    plainly: bool = False,
    anyway: bool = False,
    once: bool = False,
    as_asked: bool | None = None,
) -> None:
    """Note a question that is to be answered in the next run; an empty one drops what waits.

    An answer in the making is stopped for it. `as_asked` searches it exactly as typed, or not so,
    and else it is searched as the address says.
    """
    if as_asked is not None:
        state.select(wording=_TYPED if as_asked else None)
    state.keep(_ASKED, AskedQuestion(question.strip(), plainly, anyway, once))


def put_back(request: AskedQuestion) -> None:
    """Note a question as it was put before, in another session."""
    state.keep(_ASKED, request)


def asked() -> AskedQuestion:
    """The question that is still to be answered."""
    return state.kept(_ASKED, AskedQuestion())


def is_as_asked() -> bool:
    """Whether the address says that a question is searched exactly as typed."""
    return state.view().wording == _TYPED
