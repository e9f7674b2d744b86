"""The card of a document counts its elements as the page Structure does."""

from __future__ import annotations

from components.documents.card import element_counts
from components.widgets.listbox.tree_rows import aside_rows
from tests.builders import aside, sir_from_texts


def test_as_much_is_set_aside_as_the_page_structure_lists() -> None:
    sir = sir_from_texts(["Text.", aside("......"), aside("Page 3")])
    sir.nodes[-2].metadata["aside"] = "leader dots"
    assert dict(element_counts(sir)) == {"paragraph": 1, "set aside": len(aside_rows(sir))}
