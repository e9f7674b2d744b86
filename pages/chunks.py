"""Chunks: how a document is cut, seen line by line, and what each setting changes."""

from components.chunks.page import page

page()
