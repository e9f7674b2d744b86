"""Settings: from the environment, else from `settings.json` in the data folder, else defaults.

Keys for services (`QDRANT_API_KEY`, `GEMINI_API_KEY`, `OPENAI_API_KEY`) come from the environment;
that of the language model may also be entered for one run of the app. They are never written to a
file and never shown.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from core.errors import SetupError
from core.hosts import canonical_name
from core.model_settings import ModelSettings, checked
from core.service_addresses import address_problem
from core.settings_file import FileSource

if TYPE_CHECKING:
    from collections.abc import Sequence

PREFIX = "SIGHTLINE_"
_BUCKET = re.compile(r"s3://[A-Za-z0-9][A-Za-z0-9._-]*(/(?!\.)[A-Za-z0-9._-]+)*/?")


def _default_home() -> Path:
    return Path(platformdirs.user_data_dir("sightline", appauthor=False))


def _default_workers() -> int:
    """One for each core, but no more than 4: each holds its own copy of the models."""
    return min(os.cpu_count() or 1, 4)


class Settings(ModelSettings):
    """All settings. Making one reads the environment and the settings file, and writes nothing."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
        # A value may be a key, also one that was put into the wrong place.
        hide_input_in_errors=True,
    )

    home: Path = Field(default_factory=_default_home, description="Data folder.")
    hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Names under which the app is reached beside those of this machine, parted "
        "by commas, such as that of a reverse proxy.",
    )
    samples: bool = Field(
        True,
        description="Read the fictional sample documents at the first start with a new data "
        "folder, so that there is something to ask.",
    )
    max_upload_mb: int = Field(200, ge=1, le=4096, description="Largest file taken, in MB.")
    max_pages: int = Field(2000, ge=1, le=100_000, description="Most pages of a document.")
    parse_seconds: float = Field(
        60, gt=0, le=86_400, description="Time limit of a parse, without that for its pages."
    )
    parse_seconds_per_page: float = Field(
        15,
        ge=0,
        le=3600,
        description="Time limit of a parse, added for every page. A scanned page takes 2 to 10 s.",
    )
    page_seconds: float = Field(
        60,
        gt=0,
        le=3600,
        description="A page that takes longer is given up; the others are kept. On Linux the "
        "time counts in which it is worked at, but a tenth of all at least.",
    )
    parse_memory_mb: int = Field(
        4096,
        ge=1024,
        le=1_048_576,
        description="Address space of each process that parses, in MB.",
    )
    parse_workers: int = Field(
        default_factory=_default_workers,
        ge=1,
        le=64,
        description="Processes that read pages beside each other. Each takes up to 1 GB of memory "
        "while it reads scans.",
    )
    parse_threads: int = Field(
        0,
        ge=0,
        le=64,
        description="Cores that each of these processes uses; 0: all cores, divided among them.",
    )
    ocr_engine: Literal["rapidocr", "tesseract"] = Field(
        "rapidocr",
        description="Reads pages without usable text. RapidOCR ships with Sightline; Tesseract is "
        "used where it is installed.",
    )
    database: SecretStr | None = Field(
        None,
        description="Database of people, rights and records of documents, as an address of "
        "SQLAlchemy such as postgresql+psycopg://NAME:PASSWORD@HOST/DATABASE. Without one this is "
        "a desk: nobody signs in, and whoever reaches the app sees everything.",
    )
    files: str = Field(
        "",
        description="Where the files of documents are kept: s3://BUCKET/PREFIX of an S3-compatible "
        "store. Its address and keys are the variables AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID and "
        "AWS_SECRET_ACCESS_KEY. Empty: in the data folder alone. It needs a database.",
    )
    session_hours: float = Field(
        12, gt=0, le=720, description="Hours after which people must sign in again."
    )
    qdrant_url: str | None = Field(
        None, validation_alias="QDRANT_URL", description="Qdrant server used as the index."
    )
    qdrant_api_key: SecretStr | None = Field(
        None, validation_alias="QDRANT_API_KEY", description="Key of the Qdrant server."
    )
    strict_claims: bool = Field(
        False,
        description="Call a claim of the language model supported only where that is rather sure: "
        "fewer wrong ones pass, and more right ones are doubted.",
    )
    second_reader: str = Field(
        "",
        pattern=r"^(|model|nli:\S.*)$",
        description="Reads each claim of the language model once more beside its lines only: "
        "model for the language model itself, nli:NAME for an entailment model of "
        "sentence-transformers that is on this machine. Empty: none.",
    )
    encoder: str = Field(
        "bge-small-en-v1.5",
        min_length=1,
        description="Embedding model: bge-small-en-v1.5, all-MiniLM-L6-v2, use-multilingual-3, "
        "sentence-transformers:NAME, or gemini:NAME or openai:NAME of the service of the "
        "language model.",
    )
    embedding_backend: Literal[
        "auto",
        "onnxruntime",
        "torch-bfloat16",
        "torch-float32",
        "openvino-bfloat16",
        "openvino-float32",
    ] = Field(
        "auto",
        description="What runs all-MiniLM-L6-v2 in long indexing. Auto: what is fastest here, "
        "measured once. One whose vectors deviate is not used.",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The sources, the strongest first: arguments, environment, settings file."""
        arguments = init_settings()
        home = arguments.get("home") or env_settings().get("home") or _default_home()
        return init_settings, env_settings, FileSource(settings_cls, Path(home).expanduser())

    @field_validator("hosts", mode="before")
    @classmethod
    def _canonical(cls, hosts: str | Sequence[str]) -> tuple[str, ...]:
        parts = hosts.split(",") if isinstance(hosts, str) else hosts
        names = [canonical_name(name.strip()) for name in parts if name.strip()]
        if None in names:
            problem = "a name such as sightline.example, without scheme and port"
            raise PydanticCustomError("hosts", "{problem}", {"problem": problem})
        return tuple(filter(None, names))

    @field_validator("files")
    @classmethod
    def _names_a_bucket(cls, address: str) -> str:
        # Nothing else, such as a key: what this setting holds may be shown.
        named = not address or _BUCKET.fullmatch(address)
        problem = "SIGHTLINE_FILES must be such as s3://BUCKET/PREFIX, without keys; those are in "
        return checked(address, "" if named else f"{problem}AWS_ACCESS_KEY_ID and the like")

    @field_validator("qdrant_url")
    @classmethod
    def _holds_no_key(cls, url: str | None) -> str | None:
        return checked(url, address_problem(url, in_the_clear=True)) if url else url

    def reading_seconds(self, pages: int) -> float:
        """The time limit for a document of so many pages, or for so many pages of one."""
        return self.parse_seconds + pages * self.parse_seconds_per_page

    def shared_by(self, workers: int) -> Settings:
        """The settings of each of so many workers on this machine, which share its cores."""
        most = max(1, (os.cpu_count() or 1) // max(workers, self.parse_workers))
        share = {
            "parse_workers": max(1, self.parse_workers // workers),
            "parse_threads": min(self.parse_threads or most, most),
        }
        return self.model_copy(update=share)

    def model_post_init(self, context: Any, /) -> None:
        """Makes the data folder absolute, so that a later change of folder does not move it."""
        object.__setattr__(self, "home", self.home.expanduser().absolute())


class _WithoutFile(Settings):
    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], *arguments: PydanticBaseSettingsSource, **named: Any
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return named["init_settings"], named["env_settings"]


def load_settings(**overrides: Any) -> Settings:
    """The settings in force; `overrides` beat every other source.

    Raises:
        SetupError: a value lies outside its range, or the settings file is damaged.
    """
    return _usable(Settings, overrides, " or in settings.json of the data folder")


def settings_without_file() -> Settings:
    """The settings of the environment and defaults, as where the settings file is damaged.

    Raises:
        SetupError: a value of the environment lies outside its range.
    """
    return _usable(_WithoutFile, {})


def _usable(kind: type[Settings], overrides: dict[str, Any], or_where: str = "") -> Settings:
    try:
        return kind(**overrides)
    except ValidationError as error:
        raise SetupError(
            f"Settings that cannot be used: {problems_in(error)}. Correct them in the environment"
            f"{or_where}."
        ) from error


def problems_in(error: ValidationError) -> str:
    """What is wrong with settings, in words that hold no value."""
    # Only place and reason: pydantic's own words may hold the value, and a value may be a key.
    problems = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
    return "; ".join(problems)
