"""The forms of files that questions can be read from, and an example to begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.evaluation.questions.formats import FORMATS

if TYPE_CHECKING:
    from core.library import DocumentRecord

NEEDS = {
    "json": "an object with `questions`, as a set that was taken out here holds it",
    "csv": "columns `question`, `document` (name of the file) and `text` (the words that answer "
    "it); if wanted `page`, `answer`, `kind` (a tag, such as dose), `number` (the same one for "
    "several pieces of a question) and `answerable` (`no` where the documents hold no answer). "
    "Parted by commas, semicolons or tabs",
    "chroma": "columns `question`, `corpus_id` (name of the document) and `references` (JSON list "
    "of objects with `content`)",
    "squad": "object `data`, a list of articles with `title` (name of the document) and "
    "`paragraphs`, each with `context` and `qas` (`question`, `answers`)",
    "quotes": "a list of objects with `question`, `document` and `evidence` (list of objects with "
    "`quote` and `page`; empty where the document holds no answer); if wanted `answer` and `kind`",
}
"""What a file of each format must hold, in Markdown."""


def forms(record: DocumentRecord | None) -> None:
    """Behind a click a line for each form, and an example that names a document of the library."""
    with st.popover("What a file must hold", icon=":material/help:"):
        st.markdown("\n".join(f"- **{FORMATS[name]}**: {need}." for name, need in NEEDS.items()))
        st.download_button(
            "Example of a CSV",
            example(record.name if record else "guideline.pdf"),
            "example questions.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
        )


def example(document: str) -> bytes:
    """A CSV to be filled in, with one question that has an answer and one that has none."""
    quoted = document.replace('"', '""')
    lines = (
        "question,document,page,text,answer,answerable",
        f'How long is the first drug given?,"{quoted}",1,'
        '"Put the words here exactly as the document has them.",ten days,yes',
        "Who paid for the study?,,,,,no",
    )
    return ("\r\n".join(lines) + "\r\n").encode("utf-8-sig")
