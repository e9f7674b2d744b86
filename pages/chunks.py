"""Chunks: how a document is cut, seen line by line, and what each setting changes."""

from components.chunks.page import workspace
from components.selection.document_picker import document_picker

if document := document_picker("Chunks"):
    workspace(document)
