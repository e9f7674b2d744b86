"""The name that a person signs with: of the login, else as it was typed in this session.

It goes nowhere but into what is signed, and into the log of that.
"""

from __future__ import annotations

from components import state
from components.sign_in import visitor

_SIGNER = "sightline.signer"


def signer() -> str:
    """The name, empty where none is known yet."""
    actor = visitor()
    return actor.name if actor else state.kept(_SIGNER, "")


def remember_signer(name: str) -> None:
    """Sign with this name until the session ends."""
    state.keep(_SIGNER, name.strip())
