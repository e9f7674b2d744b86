"""Markdown of a whole document: its text in reading order, headings and tables, without places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import InputError
from core.evaluation.gold.base import Annotations

if TYPE_CHECKING:
    from core.evaluation.questions.formats.file_content import Content
    from core.library import DocumentRecord


class Markdown:
    """Reads Markdown; see `GoldForm`."""

    def recognises(self, content: Content) -> bool:
        """Whether it is a text that does not begin as JSON does."""
        return bool(content.text.strip()) and not content.looks_like_json

    def read(self, content: Content, record: DocumentRecord) -> Annotations:
        """The text; see `GoldForm.read`. Whose it is, its words tell."""
        if not content.text.strip() or "\0" in content.text:
            raise InputError(f"{content.name} holds no text. Choose a Markdown file (.md).")
        return Annotations(markdown=content.text)
