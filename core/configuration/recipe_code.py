"""How each kind of program uses a recipe: lines of code, to be shown and copied."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.configuration.recipe_file import NAME

if TYPE_CHECKING:
    from core.configuration import Configuration

_PYTHON = """\
import sightline

with sightline.open(recipe="{recipe}") as library:
    answer = library.ask("{question}")
    for citation in answer.citations:
        print(citation.text, citation.document_name, citation.page, citation.lines)"""
_COMMAND = """\
python -m core ask "{question}" --recipe {recipe}
python -m core recipe --recipe {recipe} --adopt  # this library uses it from now on"""
_HTTP = """\
python -m sightline serve --recipe {recipe}

curl -H "Authorization: Bearer $SIGHTLINE_API_TOKENS" \\
  --json '{body}' \\
  http://127.0.0.1:8502/v1/ask"""
_MCP = "python -m sightline mcp --recipe {recipe}"
_LANGCHAIN = """\
import sightline
from sightline.retrievers.langchain import SightlineRetriever

retriever = SightlineRetriever(library=sightline.open(recipe="{recipe}"))
documents = retriever.invoke("{question}")"""

_FORMS = {
    "Python": ("python", _PYTHON),
    "Command line": ("bash", _COMMAND),
    "HTTP": ("bash", _HTTP),
    "Agents (MCP)": ("bash", _MCP),
    "LangChain": ("python", _LANGCHAIN),
}


def recipe_code(config: Configuration, question: str) -> dict[str, tuple[str, str]]:
    """Language and lines of code for each kind of program, by its name; `question` is asked.

    The recipe lies in a file of the usual name, but for one HTTP request, which may carry it.
    """
    values = config.to_json()
    del values["parser"]
    body = json.dumps({"question": question, "recipe": values})
    return {
        name: (language, lines.format(recipe=NAME, question=question, body=body))
        for name, (language, lines) in _FORMS.items()
    }
