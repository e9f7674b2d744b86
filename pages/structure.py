"""Structure: the tree of a document, and where each of its elements stands."""

from components.selection.document_picker import document_picker
from components.structure.page import structure_view

if document := document_picker("Structure"):
    structure_view(document)
