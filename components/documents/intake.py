"""Everything that adds documents, in one place of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.documents.adding import add_files
from components.documents.queue_view import queue_view
from components.sign_in import may
from core.library import EXTENSIONS
from core.people.administration import Administration
from core.rights import Right

if TYPE_CHECKING:
    from pathlib import Path


_TURN = "sightline.upload-turn"


def intake() -> None:
    """A field for files, how far those are that were added, and the samples."""
    collections = _collections()
    files = _uploads()
    place = st.container()
    files += _samples()
    if files:
        add_files(files, collections)
        st.rerun()
    with place:
        queue_view()


def _collections() -> tuple[str, ...]:
    """The collections that files are added to; empty on a desk, and where there is no choice."""
    directory = resources.workbench().directory
    if directory is None:
        return ()
    own = Administration(directory).collections()
    if len(own) < 2 and not may(Right.ADMINISTER):
        return ()
    names = {each.id: each.name for each in own}
    chosen = st.multiselect(
        "Collections that added documents come into",
        list(names),
        format_func=names.__getitem__,
        key="upload-collections",
        placeholder="Only administrators see them" if may(Right.ADMINISTER) else "All of yours",
        help="Members of a collection see its documents.",
    )
    return tuple(chosen)


def _uploads() -> list[tuple[str, Path | bytes]]:
    """Names and bytes of files that were just given; the field is empty the next time."""
    turn = state.kept(_TURN, 0)
    limit = resources.workbench().settings.max_upload_mb
    files = st.file_uploader(
        "Add documents",
        type=[*EXTENSIONS],
        accept_multiple_files=True,
        max_upload_size=limit,
        key=f"upload-{turn}",
        help="PDF, web pages (HTML), Word (.docx) and OpenDocument (.odt) texts, books (EPUB), "
        "Markdown, pictures and scans (PNG, JPEG, TIFF), plain text and tables (CSV). The same "
        "file twice is one document. Files stay on this machine, and nothing that they refer to "
        "is fetched.",
    )
    if files:
        state.keep(_TURN, turn + 1)
    return [(file.name, file.getvalue()) for file in files]


def _samples() -> list[tuple[str, Path | bytes]]:
    # Imported here: nobody else needs the catalogue.
    from sample_docs import SAMPLES

    known_names = {name for record in resources.workbench().library.list() for name in record.names}
    known_names |= {item.name for item in resources.parse_queue().snapshot() if item.active}
    missing = [sample for sample in SAMPLES if sample.file_name not in known_names]
    chosen = []
    if not missing:
        return []
    with st.expander("Sample documents", expanded=not known_names, icon=":material/science:"):
        st.caption("Written for trying things out. All of it is fictional, not for clinical use.")
        if st.button(f"Add all {len(missing)}" if len(missing) > 1 else "Add it", type="primary"):
            chosen = missing
        for sample in missing:
            words, press = st.columns([5, 1], vertical_alignment="center")
            words.markdown(f"**{sample.title}** · {sample.language}  \n{sample.shows}")
            if press.button("Add", key=f"sample-{sample.file_name}", width="stretch"):
                chosen = [sample]
    return [(sample.file_name, sample.path) for sample in chosen]
