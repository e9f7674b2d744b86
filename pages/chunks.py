"""Chunks: how a document is cut, seen line by line, and what each setting changes."""

from components.chunks.workspace import workspace
from components.document_picker import document_picker

if document := document_picker("Chunks"):
    workspace(document)
