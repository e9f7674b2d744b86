"""The structure tree as an outline that can be folded and searched."""

from components.outline.rows import Row, aside_rows, tree_rows
from components.outline.view import outline

__all__ = ["Row", "aside_rows", "outline", "tree_rows"]
