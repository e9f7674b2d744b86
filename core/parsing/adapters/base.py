"""What an adapter of another parser is, and what its output is converted from and to.

Source: thesis, section 3.3 and table 3.1 (`_parse` is `run` here, `_transform` is `convert`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.service_addresses import is_here

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.llm.model import LanguageModel
    from core.parsing.adapters.native import NativeDocument
    from core.progress import Progress
    from core.sir import Page


class RunOptions(BaseSettings):
    """How a parser is run: fields of its own, from the environment where they are set there.

    Each subclass sets `model_config = run_config("NAME")`, so that its field `url` is
    `SIGHTLINE_NAME_URL`. A key is a `SecretStr`, and is never asked for in a form.
    """


class ServiceOptions(RunOptions):
    """Where a service of the parser is, and what it asks for."""

    url: str = ""
    key: SecretStr | None = Field(None, description="Key of the service, where it asks for one.")
    in_the_clear: bool = Field(
        False,
        description="Allow http to a service on another machine: what it reads and the key travel "
        "in the clear.",
    )


OptionsT = TypeVar("OptionsT", bound=RunOptions)


def run_config(name: str) -> SettingsConfigDict:
    """The configuration of the options of a parser: the prefix of its variables."""
    return SettingsConfigDict(
        env_prefix=f"SIGHTLINE_{name}_",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )


def price_at(address: str, pages: int, dollars_a_page: float | None = None) -> float | None:
    """US dollars for so many pages at an address, see `Adapter.price`; none is this machine."""
    if not address or is_here(address):
        return 0.0
    return None if dollars_a_page is None else pages * dollars_a_page


@dataclass(frozen=True, slots=True)
class Source:
    """The document that a parser is to read: a PDF that opens without a password.

    `pages` are its pages; `name` is what people call it. `model` is the language model in force,
    for parsers that are one, and `document` is the SHA-256 of the file, for its ledger.
    """

    path: Path
    name: str
    pages: tuple[Page, ...]
    model: LanguageModel | None = None
    document: str = ""


@dataclass(frozen=True, slots=True)
class Adapter(Generic[OptionsT]):
    """Another parser: how its output is read, and how it is run where it can be.

    `native` says in words which files of the parser can be read, `about` what the parser does.
    `convert` takes the bytes of such a file and the pages of the document (with their sizes in
    points); it raises `NotNative` for what is no such file, and passes over what it does not
    know, with the class `MISSING`. `run` gives such bytes; it calls `progress` with pages done and
    in all, several times a second where it waits, so that it can be cancelled, and raises
    `SetupError`, `MissingExtra`, `LimitReached` or `ModelError` with the parser's name and the next
    step. `missing` says what is lacking for a run and which command or setting brings it; empty
    where nothing is. `price` is in US dollars for so many pages, None where it is not known; 0
    on this machine.
    """

    name: str
    title: str
    about: str
    native: str
    convert: Callable[[bytes, Sequence[Page]], NativeDocument]
    options: type[OptionsT]
    run: Callable[[Source, OptionsT, Progress | None], bytes]
    missing: Callable[[OptionsT], str]
    price: Callable[[int, OptionsT], float | None]
