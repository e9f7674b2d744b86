"""The settings file of a data folder: `settings.json`, which people may edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from filelock import FileLock
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from core.errors import SetupError
from core.file_format import Form, decode_values, encode_values
from core.files import changing, write_atomic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

_FORM = Form("sightline.settings", editable=True)
CHANGEABLE = frozenset(
    {
        "max_upload_mb",
        "max_pages",
        "parse_seconds",
        "parse_seconds_per_page",
        "page_seconds",
        "parse_memory_mb",
        "parse_workers",
        "ocr_engine",
        "qdrant_url",
        "model",
        "model_in_the_clear",
        "gemini_model",
        "gemini_base_url",
        "model_seconds",
        "model_requests_per_minute",
        "model_tokens_per_minute",
        "model_calls_at_once",
        "model_input_price",
        "model_output_price",
        "encoder",
        "embedding_backend",
        "strict_claims",
        "second_reader",
    }
)
"""Settings that the settings file may hold: neither keys nor the folder that the file is in."""


def changing_settings(home: Path) -> AbstractContextManager[None]:
    """Inside this block no other process or thread changes the settings file.

    Raises:
        SetupError: the data folder cannot be written.
    """
    return changing(home, FileLock(home / "settings.lock"))


def write_settings(home: Path, values: Mapping[str, Any]) -> None:
    """Makes these values all that the settings file holds.

    Raises:
        SetupError: the data folder cannot be written.
    """
    write_atomic(home, settings_file(home), _encoded(values))


def portable_settings(home: Path) -> bytes | None:
    """The settings file for another machine, with what it may hold only; None where there is none.

    Raises:
        SetupError: it is damaged.
    """
    return _encoded(stored_settings(home)) if settings_file(home).exists() else None


def settings_file(home: Path) -> Path:
    """Where the settings file is, or would be."""
    return home / "settings.json"


def stored_settings(home: Path) -> dict[str, Any]:
    """What the settings file holds; nothing where there is none.

    Raises:
        SetupError: it is damaged.
        DataTooNew: a later version wrote it.
    """
    path = settings_file(home)
    try:
        content = decode_values(_FORM, path.read_bytes(), path)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise SetupError(
            f"{path} cannot be read: {error}. Correct it, or delete it to go back to the defaults."
        ) from error
    return {name: value for name, value in content.items() if name in CHANGEABLE}


def _encoded(values: Mapping[str, Any]) -> bytes:
    return encode_values(_FORM, values, 2) + b"\n"


class FileSource(PydanticBaseSettingsSource):
    """What a settings file says, as a source of `Settings`."""

    def __init__(self, settings_cls: type[BaseSettings], home: Path) -> None:
        super().__init__(settings_cls)
        self.home = home

    def get_field_value(self, field: Any, field_name: str) -> tuple[Any, str, bool]:
        """The value that the file holds for one field; None if none."""
        return self().get(field_name), field_name, False

    def __call__(self) -> dict[str, Any]:
        """All values that the file holds."""
        return stored_settings(self.home)
