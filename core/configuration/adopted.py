"""The configuration that a library starts with: what someone adopted for it, else the app's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.configuration.base import Configuration
from core.errors import InvalidOption, SetupError
from core.file_format import Form, decode_values, encode_values
from core.files import write_atomic, writing

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings

_FORM = Form("sightline.recipe", editable=True)


def starting_configuration(settings: Settings) -> Configuration:
    """What documents are cut and searched by where nobody says otherwise.

    Raises:
        SetupError: the file that holds it is damaged.
    """
    return adopted_configuration(settings) or Configuration.default()


def library_configuration(settings: Settings) -> Configuration:
    """The same with the embedding model of the settings, by which the library is searched.

    Raises:
        SetupError: the file that holds it is damaged.
    """
    return replace(starting_configuration(settings), encoder=settings.encoder)


def adopted_configuration(settings: Settings) -> Configuration | None:
    """The configuration that was adopted for this library; None where none was.

    Raises:
        SetupError: the file that holds it is damaged.
    """
    path = configuration_file(settings)
    try:
        values = decode_values(_FORM, path.read_bytes(), path)
        return Configuration.from_json(values).adoptable
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, TypeError, InvalidOption) as error:
        raise SetupError(
            f"{path} holds no recipe that can be used: {error}. Delete it to start as the app does."
        ) from error


def adopt(settings: Settings, config: Configuration | None) -> None:
    """Makes a configuration the one that this library starts with; None: that of the app again.

    How answers are shown, and a parser, are not adopted.

    Raises:
        SetupError: the data folder cannot be written.
    """
    path = configuration_file(settings)
    if config is None:
        with writing(settings.home):
            path.unlink(missing_ok=True)
        return
    values = config.adoptable.to_json()
    del values["parser"]
    write_atomic(settings.home, path, encode_values(_FORM, values, 2) + b"\n")


def configuration_file(settings: Settings) -> Path:
    """Where the adopted configuration is, or would be."""
    return settings.home / "recipe.json"
