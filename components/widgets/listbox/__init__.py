"""Rows of which one is chosen, by pointer or keyboard: a tree, chunks, or a table.

Streamlit's own table would bring pandas, pyarrow and a large script with it, and the first page
would come a second later.
"""

from components.widgets.listbox.view import Column, TableRow, choice_table, chunk_list, outline

__all__ = ["Column", "TableRow", "choice_table", "chunk_list", "outline"]
