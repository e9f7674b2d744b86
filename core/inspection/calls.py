"""The tools one by one, by name and with JSON arguments, as a language model calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import InvalidOption
from core.inspection import TOOLS
from core.inspection.worker import inspect_document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library import Library


class ToolArguments(BaseModel):
    """What each tool takes; its JSON schema is what a model is told."""

    model_config = ConfigDict(extra="forbid")

    document: str = Field(description="Id of the document in the library.")


def call_tool(library: Library, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of one tool as JSON; all tools of a document are run at the first call.

    Raises:
        InvalidOption: there is no such tool, or it takes other arguments.
        NotFound: the library has no such document.
        BrokenPdf: the file cannot be read.
        LimitReached: inspecting passed the limit of time or memory.
    """
    if name not in TOOLS:
        raise InvalidOption(f"There is no tool {name!r}. Choose one of: {', '.join(TOOLS)}.")
    try:
        document = ToolArguments.model_validate(dict(arguments)).document
    except ValidationError as error:
        raise InvalidOption(f'{name} takes {{"document": id}} and nothing else.') from error
    return inspect_document(library, document).answers[name].model_dump(mode="json")
