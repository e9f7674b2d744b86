"""The stream goes out with the pictures that it links to, the same for the same tree."""

from __future__ import annotations

import io
import json
import zipfile

from core.errors import BrokenPdf
from core.export.bundle import bundle, tree_bundle, zipped
from core.export.pictures import pictures
from core.geometry import BoundingBox
from core.rendering import PageImage
from core.sir import ElementType, Sir
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import Block, sir_from_texts, table


def two_figures() -> Sir:
    figure = Block(ElementType.FIGURE)
    sir = sir_from_texts(["Text.", figure, figure])
    for node, top in zip(sir.nodes[2:], (0.2, 0.5), strict=True):
        node.regions = (BoundingBox(1, 0.1, top, 0.5, top + 0.2),)
    return sir


def drawn(box: BoundingBox) -> PageImage:
    return PageImage(box.page, 1, 1, f"picture at {box.top}".encode(), "image/png")


def test_every_link_leads_to_a_picture_and_every_picture_is_linked_to() -> None:
    sir = two_figures()
    seen: list[tuple[int, int]] = []
    held = bundle(sir, drawn, lambda done, total: seen.append((done, total)))
    assert list(held.images.values()) == [b"picture at 0.2", b"picture at 0.5"]
    assert all(f"({name})" in held.text for name in held.images)
    assert held.text.count("![") == len(held.images) == 2
    assert seen == [(1, 2), (2, 2)]


def test_a_picture_that_cannot_be_drawn_is_not_linked_to() -> None:
    def broken_above(box: BoundingBox) -> PageImage:
        if box.top < 0.3:
            raise BrokenPdf("too hard")
        return drawn(box)

    held = bundle(two_figures(), broken_above)
    assert held.text.count("![") == len(held.images) == 1


def test_a_figure_without_an_area_has_no_picture() -> None:
    sir = two_figures()
    sir.nodes[2].regions = (BoundingBox(1, 0.1, 0.2, 0.1, 0.4),)
    assert list(pictures(sir)) == [3]


def test_the_same_tree_gives_the_same_archive() -> None:
    files = [zipped(bundle(two_figures(), drawn), "stream.md") for _ in range(2)]
    assert files[0] == files[1]
    with zipfile.ZipFile(io.BytesIO(files[0])) as archive:
        names = archive.namelist()
        assert names[0] == "stream.md"
        assert all(f"]({name})" in archive.read("stream.md").decode() for name in names[1:])


def test_a_tree_goes_out_with_pictures_of_its_figures_and_tables() -> None:
    figure, formula = Block(ElementType.FIGURE), Block(ElementType.FORMULA, "x = 2")
    sir = sir_from_texts(["Text.", figure, formula, table([["5 mg", "10 mg"]])])
    for node in sir.nodes[2:4]:
        node.regions = (BoundingBox(1, 0.1, 0.2, 0.5, 0.4),)
    packed = tree_bundle(tokenize(sir, minilm_tokenizer()), drawn)
    shown = {node["type"]: node["image"] for node in json.loads(packed.text)["nodes"]}
    named = {kind: name for kind, name in shown.items() if name}
    assert set(named) == {"figure", "formula", "table"}
    assert set(named.values()) == set(packed.images)
    with zipfile.ZipFile(io.BytesIO(zipped(packed, "tree.json"))) as archive:
        assert set(archive.namelist()) == {"tree.json", *packed.images}


def test_the_stream_shows_a_table_as_text_alone() -> None:
    assert bundle(sir_from_texts([table([["5 mg"]])]), drawn).images == {}
