"""The way through the evidence of an answer: which piece is shown, the one before, the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.ask.conversation_turns import coming, go, shown, steps, turns
from components.ask.verdicts import badge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.ask.conversation_turns import Step, Turn


def way() -> bool:
    """Buttons to the neighbours of what is shown; whether there are any, as in an answer."""
    now = shown()
    if now is None:
        return False
    turn = [*turns(), *filter(None, [coming()])][now.turn]
    every = steps(now.turn, turn)
    _leads("Previous", "chevron_left", "Alt+Up", every[: now.place][-1:])
    _leads("Next", "chevron_right", "Alt+Down", every[now.place + 1 :][:1])
    st.markdown(in_words(now, every, turn))
    return True


def in_words(now: Step, every: Sequence[Step], turn: Turn) -> str:
    """Such as `Claim 2 of 3, citation 1 of 2`, with the verdict; Markdown."""
    if now.claim is None:
        kind = "Citation" if turn.cited else "Passage"
        return f"{kind} {now.place + 1} of {len(every)}"
    own = [step.place for step in every if step.claim == now.claim]
    said = f"Claim {now.claim + 1} of {len(turn.answer.claims)}"
    if len(own) > 1:
        said += f", citation {own.index(now.place) + 1} of {len(own)}"
    return f"{said} {badge(turn.answer.claims[now.claim].verdict)}"


def _leads(label: str, icon: str, keys: str, to: Sequence[Step]) -> None:
    st.button(
        label,
        key=f"way-{label.lower()}",
        icon=f":material/{icon}:",
        shortcut=keys,
        disabled=not to,
        on_click=go if to else None,
        args=tuple(to),
    )
