"""The tools one by one, by name and with JSON arguments, as a language model calls them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import InvalidOption, NotFound
from core.inspection import TOOLS
from core.llm.base import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.inspection.results import Inspection

_WORDS_OF_THE_FILE = {"producer"}
"""Measures that repeat what the file says of itself, which may be said to a reader of prompts."""


class ToolArguments(BaseModel):
    """What each tool takes; its JSON schema is what a model is told."""

    model_config = ConfigDict(extra="forbid")

    document: str = Field(description="Id of the document in the library.")


def offered_tools() -> tuple[Tool, ...]:
    """The tools as a model is told of them."""
    purposes = json.loads(Path(__file__).with_name("tool_purposes.json").read_text("utf-8"))
    return tuple(Tool(name, purposes[name], ToolArguments) for name in TOOLS)


def answer_call(inspection: Inspection, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of one tool on the document that was inspected; words of the file are left out.

    Raises:
        InvalidOption: there is no such tool, or it takes other arguments.
        NotFound: the arguments name another document.
    """
    if name not in TOOLS:
        raise InvalidOption(f"There is no tool {name[:80]!r}. Choose one of: {', '.join(TOOLS)}.")
    try:
        document = ToolArguments.model_validate(dict(arguments)).document
    except ValidationError as error:
        raise InvalidOption(f'{name} takes {{"document": id}} and nothing else.') from error
    if document not in (inspection.document, short_id(inspection.document)):
        raise NotFound(f"There is no document {document[:80]!r}. Give the id as you got it.")
    return inspection.answers[name].model_dump(mode="json", exclude=_WORDS_OF_THE_FILE)


def short_id(document: str) -> str:
    """The beginning of an id, which a model can repeat without a mistake."""
    return document[:12]
