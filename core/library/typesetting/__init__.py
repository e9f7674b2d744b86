"""Files that are no PDFs as documents: set on pages, each word with its place.

The pages are what people see; the words and their places are kept in the PDF, so that the text
need not be read off the pages again.
"""

from core.library.typesetting.typesetter import typeset
from core.library.typesetting.word_places import Block, Placed, PlacedBlock, TextLine, kept_text

__all__ = ["Block", "Placed", "PlacedBlock", "TextLine", "kept_text", "typeset"]
