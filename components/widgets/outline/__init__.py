"""The structure tree as an outline that can be folded and searched."""

from components.widgets.outline.rows import Row, aside_rows, first_words, tree_rows
from components.widgets.outline.view import outline

__all__ = ["Row", "aside_rows", "first_words", "outline", "tree_rows"]
