"""How Document AI is run: a processor of one's own Google Cloud project."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - pydantic reads it.
from typing import Literal

from pydantic import Field, SecretStr

from core.parsing.adapters.base import RunOptions, run_config

_NAME = r"^[A-Za-z0-9-]{0,100}$"


class DocumentAiOptions(RunOptions):
    """Which processor reads, and who asks it."""

    model_config = run_config("DOCUMENT_AI")

    project: str = Field(
        "", pattern=r"^[A-Za-z0-9.:-]{0,100}$", description="Google Cloud project."
    )
    location: str = Field("eu", pattern=r"^[a-z0-9-]{2,40}$", description="Location, as eu or us.")
    processor: str = Field("", pattern=_NAME, description="Identifier of the processor.")
    version: str = Field(
        "", pattern=r"^[A-Za-z0-9._-]{0,100}$", description="Its version; empty: the default one."
    )
    kind: Literal["layout", "other"] = Field(
        "layout",
        description="layout is the Layout Parser; other is an OCR, form or invoice processor.",
    )
    token: SecretStr | None = Field(
        None, description="Access token, as `gcloud auth print-access-token` gives it."
    )
    credentials: Path | None = Field(
        None, description="File of a service account, from which a token is made for each run."
    )
    url: str = Field(
        "", description="Address of the service; empty: Google's, for the location above."
    )
    in_the_clear: bool = Field(
        False, description="Allow http to another machine: document and token travel in the clear."
    )
    pages_a_call: int = Field(
        15, ge=1, le=200, description="Pages that are sent together; most processors take 15."
    )
    seconds: float = Field(900.0, gt=0, le=86_400, description="Time limit of a run in seconds.")
    dollars_a_page: float | None = Field(
        None, ge=0, description="What the account pays for a page; empty: unknown."
    )

    @property
    def address(self) -> str:
        """The address of the service."""
        return self.url or f"https://{self.location}-documentai.googleapis.com"
