"""Files that say their structure themselves: web pages, Markdown, office texts, books.

Each is read into the same blocks, which `core.library.typesetting` sets on pages.
"""

from core.library.structured.blocks import Block, Look, NoteMark, Picture, StructuredText

__all__ = ["Block", "Look", "NoteMark", "Picture", "StructuredText"]
