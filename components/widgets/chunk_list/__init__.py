"""Chunks as a list that can be searched and walked with the keyboard."""

from components.widgets.chunk_list.rows import Row, chunk_rows
from components.widgets.chunk_list.view import chunk_list

__all__ = ["Row", "chunk_list", "chunk_rows"]
