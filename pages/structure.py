"""Structure: the tree of a document, and where each of its elements stands."""

from components.structure.page import page

page()
