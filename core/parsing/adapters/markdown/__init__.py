"""The Markdown that any parser writes, such as Marker or PyMuPDF4LLM: text without places."""

from core.parsing.adapters.base import Adapter
from core.parsing.adapters.brought import MarkdownOptions, missing, price, run
from core.parsing.adapters.markdown.convert import convert

ADAPTER = Adapter(
    name="markdown",
    title="Markdown of any parser",
    about="Text without places, as Marker and others write it. Its words are found on the pages.",
    native="a Markdown file (.md)",
    convert=convert,
    options=MarkdownOptions,
    run=run,
    missing=missing,
    price=price,
)
