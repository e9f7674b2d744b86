"""Sample documents, added with one click."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources

if TYPE_CHECKING:
    from pathlib import Path


def samples() -> list[tuple[str, Path | bytes]]:
    """Names and paths of samples that were just chosen, among those that were not added yet."""
    # Imported here: nobody else needs the catalogue.
    from sample_docs import SAMPLES

    held = {name for record in resources.workbench().library.list() for name in record.names}
    held |= {item.name for item in resources.parse_queue().snapshot() if item.active}
    missing = [sample for sample in SAMPLES if sample.file_name not in held]
    chosen = []
    if not missing:
        return []
    with st.expander("Sample documents", expanded=not held, icon=":material/science:"):
        st.caption("Written for trying things out. All of it is fictional, not for clinical use.")
        if st.button(f"Add all {len(missing)}" if len(missing) > 1 else "Add it", type="primary"):
            chosen = missing
        for sample in missing:
            words, press = st.columns([5, 1], vertical_alignment="center")
            words.markdown(f"**{sample.title}** · {sample.language}  \n{sample.shows}")
            if press.button("Add", key=f"sample-{sample.file_name}", width="stretch"):
                chosen = [sample]
    return [(sample.file_name, sample.path) for sample in chosen]
