"""Fields of settings; what the environment sets can be seen in them, but not changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from components import state
from core.settings import Settings
from core.settings_changes import Source

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo


def number_field(
    place: Any, label: str, settings: Settings, name: str, origin: Source, step: float | None = None
) -> int | float:
    """The number that a setting is set to in its field."""
    info, value = Settings.model_fields[name], getattr(settings, name)
    low, high = bounds(info)
    kind = type(value)
    return place.number_input(
        label,
        kind(low),
        kind(high),
        value,
        step,
        key=_key(name),
        help=help_of(name, origin),
        disabled=origin is Source.ENVIRONMENT,
    )


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
