"""A table of which one row can be chosen.

Streamlit's own table would bring pandas, pyarrow and a large script with it, and the first page
would come a second later.
"""

from components.widgets.choice_table.view import ChoiceRow, Column, choice_table

__all__ = ["ChoiceRow", "Column", "choice_table"]
