"""Where settings come from, and changing those that the settings file holds."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from core.errors import InvalidOption
from core.settings import PREFIX, Settings, load_settings, problems_in
from core.settings_file import CHANGEABLE, changing_settings, stored_settings, write_settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Source(StrEnum):
    """Where the value of a setting comes from."""

    ENVIRONMENT = "environment"
    FILE = "settings file"
    DEFAULT = "default"


def sources(settings: Settings) -> dict[str, Source]:
    """Where each setting's value comes from, by name."""
    stored = stored_settings(settings.home)
    return {name: _source(name, stored) for name in Settings.model_fields}


def save_settings(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """The settings after `changes` were written to the settings file; None takes one out of it.

    A value of the environment stays stronger than a changed one.

    Raises:
        InvalidOption: a value lies outside its range, or may not be stored.
        SetupError: the settings file cannot be read or written.
    """
    if refused := sorted(set(changes) - CHANGEABLE):
        raise InvalidOption(
            f"{', '.join(refused)} cannot be stored. Set it in the environment instead."
        )
    _changed(settings.home, changes)
    with changing_settings(settings.home):
        write_settings(settings.home, _changed(settings.home, changes))
    return load_settings(home=settings.home)


def _changed(home: Path, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What the settings file will hold. Raises as `save_settings`."""
    stored = {**stored_settings(home), **changes}
    values = {name: value for name, value in stored.items() if value is not None}
    try:
        Settings(home=home, **values)
    except ValidationError as error:
        raise InvalidOption(f"Not saved: {problems_in(error)}. Choose another value.") from error
    return values


def _source(name: str, stored: Mapping[str, Any]) -> Source:
    alias = Settings.model_fields[name].validation_alias
    variable = alias if isinstance(alias, str) else f"{PREFIX}{name.upper()}"
    if os.environ.get(variable):
        return Source.ENVIRONMENT
    return Source.FILE if name in stored else Source.DEFAULT
