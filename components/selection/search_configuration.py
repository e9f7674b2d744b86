"""The configuration that questions are searched by, which lives as long as the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import state
from components.forms.configuration_form import linked_configuration

if TYPE_CHECKING:
    from core.configuration import Configuration

_CONFIG = "sightline.ask-recipe"


def ask_configuration() -> Configuration:
    """What documents are searched by now: the configuration of the library till one is chosen."""
    return linked_configuration(state.kept(_CONFIG, "") or None)


def search_by(config: str | None) -> None:
    """Search by this configuration, in its short form, from the next question on."""
    state.keep(_CONFIG, config)
