"""The tools one by one, by name and with JSON arguments, as a language model calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import InvalidOption, NotFound
from core.inspection import TOOLS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.inspection.results import Inspection

_WORDS_OF_THE_FILE = {"producer"}
"""Measures that repeat what the file says of itself, which may be said to a reader of prompts."""


class ToolArguments(BaseModel):
    """What each tool takes; its JSON schema is what a model is told."""

    model_config = ConfigDict(extra="forbid")

    document: str = Field(description="Id of the document in the library.")


def answer_call(found: Inspection, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of one tool on the document that was inspected; words of the file are left out.

    Raises:
        InvalidOption: there is no such tool, or it takes other arguments.
        NotFound: the arguments name another document.
    """
    document = _document(name, arguments)
    if document not in (found.document, short_id(found.document)):
        raise NotFound(f"There is no document {document[:80]!r}. Give the id as you got it.")
    return found.answers[name].model_dump(mode="json", exclude=_WORDS_OF_THE_FILE)


def short_id(document: str) -> str:
    """The beginning of an id, which a model can repeat without a mistake."""
    return document[:12]


def _document(name: str, arguments: Mapping[str, Any]) -> str:
    if name not in TOOLS:
        raise InvalidOption(f"There is no tool {name[:80]!r}. Choose one of: {', '.join(TOOLS)}.")
    try:
        return ToolArguments.model_validate(dict(arguments)).document
    except ValidationError as error:
        raise InvalidOption(f'{name} takes {{"document": id}} and nothing else.') from error
