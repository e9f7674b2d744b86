"""A script for Streamlit: a whole PDF in the prescribed viewer, marks chosen with buttons.

The environment names the PDF and the counted pages whose first lines can be marked.
"""

from __future__ import annotations

import os
from pathlib import Path

import pymupdf
import streamlit as st
from streamlit_pdf_viewer import pdf_viewer


def lines(path: Path, number: int) -> list[dict[str, int | float | str]]:
    """Outlines of the first three text blocks of a page, as the viewer takes them."""
    with pymupdf.open(path) as pdf:
        boxes = [pymupdf.Rect(block[:4]) for block in pdf[number - 1].get_text("blocks")[:3]]
    return [
        {"page": number, "x": b.x0, "y": b.y0, "width": b.width, "height": b.height, "color": "red"}
        for b in boxes
    ]


def main() -> None:
    """A button for each page; the viewer, under a new key, for the one that was pressed."""
    path = Path(os.environ["PLAIN_PDF"])
    for number in map(int, os.environ["PLAIN_PAGES"].split()):
        if st.button(f"Show page {number}"):
            pdf_viewer(
                path.read_bytes(),
                height=700,
                key=f"page-{number}",
                annotations=lines(path, number),
                scroll_to_annotation=1,
            )


if __name__ == "__main__":
    main()
