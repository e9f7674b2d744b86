"""What is done with the questions of a set: seen, made, brought in, or generated."""

from __future__ import annotations

from enum import StrEnum

from components import state

_TURNED = "sightline.questions.turned"


class Mode(StrEnum):
    """The parts of the page, as they are called."""

    ALL = "All questions"
    NEW = "New question"
    IMPORT = "Import"
    GENERATE = "Generate"


def set_mode(mode: Mode) -> None:
    """Go to another part; to be called from a callback. The whole page is drawn anew for it."""
    state.select(part=mode_address(mode))
    state.keep(_TURNED, True)


def mode_address(mode: Mode) -> str | None:
    """What stands in the address; nothing for all questions, the part that is shown at first."""
    return None if mode is Mode.ALL else mode.name.lower()


def turned() -> bool:
    """Whether the page has to be drawn anew since a callback changed a set or went elsewhere."""
    changed = state.kept(_TURNED, False)
    state.keep(_TURNED, False)
    return changed
