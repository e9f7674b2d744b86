"""Fields of settings; what the environment sets can be seen in them, but not changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from components import state
from core.settings import Settings
from core.settings_changes import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic.fields import FieldInfo


def number_field(
    place: Any, label: str, settings: Settings, name: str, origin: Source, step: float | None = None
) -> int | float:
    """The number that a setting is set to in its field, whatever its range.

    A field with a range would let its form not be sent, without a word beside the button.
    """
    low, high = bounds(Settings.model_fields[name])
    return place.number_input(
        label,
        value=getattr(settings, name),
        step=step,
        key=_key(name),
        help=f"{help_of(name, origin)} From {low:,.10g} to {high:,.10g}.",
        disabled=origin is Source.ENVIRONMENT,
    )


def out_of_range(labels: Mapping[str, str], entered: Mapping[str, Any]) -> str:
    """Which numbers lie outside the range of their setting, by their labels; empty if none does."""
    wrong = []
    for name, label in labels.items():
        low, high = bounds(Settings.model_fields[name])
        if not low <= entered[name] <= high:
            wrong.append(f"{label}: {entered[name]:,.10g} is not from {low:,.10g} to {high:,.10g}.")
    return " ".join(["Not saved.", *wrong]) if wrong else ""


def text_field(
    place: Any, label: str, settings: Settings, name: str, origin: Source, placeholder: str = ""
) -> str:
    """The text that a setting is set to in its field, without spaces around it."""
    return place.text_input(
        label,
        getattr(settings, name) or "",
        key=_key(name),
        help=help_of(name, origin),
        placeholder=placeholder,
        disabled=origin is Source.ENVIRONMENT,
    ).strip()


def field_value(name: str) -> Any:
    """What the field of a setting holds now, as a callback sees it."""
    return state.widget_value(_key(name))


def help_of(name: str, origin: Source) -> str:
    """What a setting means, and that it cannot be changed here if so."""
    description = Settings.model_fields[name].description or ""
    return f"{description} Set by the environment." if origin is Source.ENVIRONMENT else description


def bounds(info: FieldInfo) -> tuple[float, float]:
    """Least and greatest value that a field takes; above an open lower bound by a tenth."""
    low = high = 0.0
    for rule in info.metadata:
        low = getattr(rule, "ge", low)
        low = rule.gt + 0.1 if hasattr(rule, "gt") else low
        high = getattr(rule, "le", high)
    return low, high


def _key(name: str) -> str:
    return f"limit-{name}"
