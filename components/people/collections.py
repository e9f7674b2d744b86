"""Collections: who sees which documents."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import state
from components.errors import Boundary
from components.foreign_text import plain
from components.labels.documents import unique_labels
from components.people.words import person_words
from components.selection.document_picker import document_names
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.people.administration import Administration
    from core.people.base import Collection

_NEW = "collection-new"


class _Everything(NamedTuple):
    """By their ids people, documents, and what boxes show for these; the collections of each."""

    people: dict[str, str]
    documents: dict[str, str]
    labels: dict[str, str]
    places: dict[str, tuple[str, ...]]


def collections(administration: Administration) -> None:
    """Each with its members and documents, and a field for a new one."""
    known = administration.collections()
    if not known:
        st.info("There is no collection yet. Members of a collection see the documents in it.")
    documents = document_names()
    everything = _Everything(
        {person.id: person_words(person) for person in administration.people()},
        documents,
        unique_labels(documents),
        administration.placements(),
    )
    for each in known:
        _collection(administration, each, everything)
    names = everything.labels
    if nowhere := [plain(names[sha]) for sha in names if sha not in everything.places]:
        st.warning(
            f"In no collection, so that only administrators see them: {', '.join(nowhere)}.",
            icon=":material/visibility_off:",
        )
    with st.form("collections-new"):
        st.text_input("New collection", key=_NEW, max_chars=120, placeholder="Cardiology")
        st.form_submit_button("Make it", on_click=_add, args=(administration,))


def _collection(
    administration: Administration, collection: Collection, everything: _Everything
) -> None:
    people, names = everything.people, everything.labels
    members = sorted(collection.members, key=lambda each: people[each])
    here = [sha for sha in names if collection.id in everything.places.get(sha, ())]
    # Another key once somebody changed it, so that nothing old is saved over what is new.
    state_of_it = blake2b(f"{members} {here}".encode(), digest_size=8).hexdigest()
    keys = f"members-{collection.id}-{state_of_it}", f"documents-{collection.id}-{state_of_it}"
    counts = f"{number_of(len(members), 'member')}, {number_of(len(here), 'document')}"
    title = f"**{plain(collection.name)}** · {counts}"
    with st.expander(title, key=f"collection-{collection.id}"):
        state.preset_once(keys[0], members)
        state.preset_once(keys[1], here)
        st.multiselect("Members", list(people), format_func=people.__getitem__, key=keys[0])
        st.multiselect("Documents", list(names), format_func=names.__getitem__, key=keys[1])
        with st.container(horizontal=True):
            st.button(
                "Save",
                key=f"save-{collection.id}",
                type="primary",
                on_click=_save,
                args=(administration, collection, everything, keys),
            )
            _rename_button(administration, collection)
            _delete_button(administration, collection)


def _rename_button(administration: Administration, collection: Collection) -> None:
    with st.popover("Rename…"):
        name = f"rename-{collection.id}"
        state.preset_once(name, collection.name)
        st.text_input("Name", key=name, max_chars=120)
        st.button(
            "Rename",
            key=f"{name}-press",
            on_click=_rename,
            args=(administration, collection.id, name),
        )


def _delete_button(administration: Administration, collection: Collection) -> None:
    with st.popover("Delete…", icon=":material/delete:", type="tertiary"):
        st.markdown(
            "Its members no longer see its documents by it. No document is deleted; those that "
            "are in no other collection are seen by administrators alone."
        )
        st.button(
            f"Delete {plain(collection.name)}",
            key=f"delete-{collection.id}",
            type="primary",
            on_click=_delete,
            args=(administration, collection.id),
        )


def _save(
    administration: Administration,
    collection: Collection,
    everything: _Everything,
    keys: tuple[str, str],
) -> None:
    with Boundary():
        members, documents = (set(state.widget_value(key) or []) for key in keys)
        if members != collection.members:
            administration.set_members(collection.id, members)
        for sha, name in everything.documents.items():
            before = set(everything.places.get(sha, ()))
            if (sha in documents) != (collection.id in before):
                administration.place(sha, before ^ {collection.id}, name)
        st.toast(f"{plain(collection.name)} is saved.")


def _rename(administration: Administration, collection: str, key: str) -> None:
    with Boundary():
        administration.rename_collection(collection, state.widget_value(key) or "")


def _delete(administration: Administration, collection: str) -> None:
    with Boundary():
        administration.delete_collection(collection)


def _add(administration: Administration) -> None:
    with Boundary():
        administration.add_collection(state.widget_value(_NEW) or "")
        state.preset(_NEW, "")
