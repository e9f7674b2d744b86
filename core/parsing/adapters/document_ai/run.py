"""Document AI by its service, which reads a few pages a call; the answers are put together."""

from __future__ import annotations

import base64
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from core.errors import KeyRefused, ModelError, ReplyUnusable
from core.jobs import Job, Limits, run_isolated
from core.parsing.adapters.document_ai.answers import OFFSET
from core.service_addresses import is_here

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.parsing.adapters.document_ai.options import DocumentAiOptions
    from core.parsing.adapters.service_calls import Calls
    from core.progress import Progress

_PARSER = "Document AI"
_VARIABLE = "SIGHTLINE_DOCUMENT_AI_TOKEN"
_SCOPE = "https://www.googleapis.com/auth/cloud-platform"
_SPLIT_MB = 2048


def run(source: Source, options: DocumentAiOptions, progress: Progress | None) -> bytes:
    """A list of the answers for all parts of a document, in JSON; see `Adapter.run`."""
    from core.parsing.adapters.service import Service
    from core.parsing.adapters.service_calls import Calls

    answers: list[dict[str, Any]] = []
    token = options.token or _made_token(options)
    service = Service(_PARSER, options.address, _VARIABLE, token, options.in_the_clear)
    with tempfile.TemporaryDirectory() as folder:
        parts = _parts(source, options, Path(folder), progress)
        with Calls(service, options.seconds, len(source.pages), progress) as calls:
            for path, first, end in parts:
                document = _answered(Path(path), f"pages {first + 1} to {end}", options, calls)
                answers.append({OFFSET: first, "document": document})
                calls.done = end
    return json.dumps(answers).encode()


def missing(options: DocumentAiOptions) -> str:
    """What is lacking for a run; see `Adapter.missing`."""
    absent = [name for name in ("project", "processor") if not getattr(options, name)]
    if absent:
        variables = " and ".join(f"SIGHTLINE_DOCUMENT_AI_{name.upper()}" for name in absent)
        return f"Document AI needs a processor of one's own: set {variables}."
    if options.token or options.credentials or is_here(options.address):
        return ""
    return (
        f"Document AI needs an access token: set {_VARIABLE}, or "
        "SIGHTLINE_DOCUMENT_AI_CREDENTIALS to the file of a service account."
    )


def _parts(
    source: Source, options: DocumentAiOptions, folder: Path, progress: Progress | None
) -> list[tuple[str, int, int]]:
    job = Job(
        source.name,
        "core.parsing.adapters.document_ai.parts:split",
        {
            "path": str(source.path.resolve()),
            "folder": str(folder),
            "pages": options.pages_a_call,
        },
        total=len(source.pages),
        reads=[source.path],
        folder=folder,
    )
    return run_isolated(job, Limits(options.seconds, _SPLIT_MB), progress)


def _answered(path: Path, which: str, options: DocumentAiOptions, calls: Calls) -> dict[str, Any]:
    """The document that the service makes of one part.

    Raises:
        ModelError: there is none; the message names the pages.
    """
    name = f"projects/{options.project}/locations/{options.location}/processors/{options.processor}"
    if options.version:
        name += f"/processorVersions/{options.version}"
    try:
        answer = calls.post(f"v1/{name}:process", json=_body(path, options))
    except ModelError as error:
        raise type(error)(f"On {which}: {error}") from error
    try:
        values = json.loads(answer)
        document = values.get("document")
    except (ValueError, RecursionError, AttributeError):
        document = None
    if not isinstance(document, dict):
        raise ReplyUnusable(
            f"{_PARSER} answered on {which} with something that is no document. Check the "
            "processor in its options."
        )
    return document


def _body(path: Path, options: DocumentAiOptions) -> dict[str, Any]:
    content = base64.b64encode(path.read_bytes()).decode()
    body: dict[str, Any] = {
        "rawDocument": {"content": content, "mimeType": "application/pdf"},
        "skipHumanReview": True,
    }
    if options.kind == "layout":
        return {**body, "processOptions": {"layoutConfig": {"returnBoundingBoxes": True}}}
    # Pictures of the pages would be most of the answer, and are not looked at.
    return {**body, "imagelessMode": True}


def _made_token(options: DocumentAiOptions) -> SecretStr | None:
    """A token for the service account of the options; None where there is none.

    Raises:
        KeyRefused: the file is none of a service account, or Google refuses it.
    """
    if options.credentials is None:
        return None
    from google.auth.exceptions import GoogleAuthError
    from google.auth.transport.requests import Request
    from google.oauth2.service_account import Credentials

    try:
        account = Credentials.from_service_account_file(str(options.credentials), scopes=[_SCOPE])
        account.refresh(Request())
    except (GoogleAuthError, OSError, ValueError) as error:
        # What went wrong may quote the key, so only its kind is told.
        raise KeyRefused(
            f"No access token can be made from the credentials of {_PARSER} "
            f"({type(error).__name__}). Check SIGHTLINE_DOCUMENT_AI_CREDENTIALS."
        ) from None
    return SecretStr(str(account.token))
