"""Boxes and classes of elements on page images, against those drawn by people.

Each image becomes a PDF of one page that goes through the visual route, OCR included. F1 is that
of `core.evaluation.metrics.layout`; "all" is the mean over the classes. The thesis measured the
same on other pages of PubLayNet (figure 4.1): its best and its worst parser are named, for
orientation.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.figure import Figure
from core.errors import SightlineError
from core.evaluation.gold.element_boxes import boxes_of
from core.evaluation.gold.vocabularies import VOCABULARIES
from core.evaluation.metrics.layout import Element, PageElements, layout_scores
from core.geometry import BoundingBox
from core.parsing import get_parser

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from core.sir import ElementType

LONGER_SIDE = 842.0
"""Points to which the longer side of an image is set."""

THESIS = {
    "text": ((0.9119, 0.6737), (0.8206, 0.6241)),
    "title": ((0.9789, 0.6309), (0.6595, 0.3057)),
    "list": ((0.8022, 0.0), (0.7406, 0.0)),
    "table": ((0.9911, 0.6831), (0.9669, 0.6594)),
    "figure": ((0.9848, 0.0), (0.9524, 0.0)),
    "all": ((0.8063, 0.4110), (0.6650, 0.3073)),
}
"""Best and worst F1 by class, at 0.5 and at 0.5:0.95. Source: thesis, figure 4.1."""


def run(data: Path | None) -> list[Figure]:
    """F1 by class of both sets, at IoU 0.5 and as mean of 0.5 to 0.95."""
    if data is None:
        return []
    figures: list[Figure] = []
    for name, pages in (("publaynet", publaynet(data)), ("omnidocbench", omnidocbench(data))):
        held = list(pages)
        scores = layout_scores(held)
        for kind, one in scores.classes.items():
            figures += _figures(name, kind, (one.at_half.f1, one.f1_mean), len(held))
        figures += _figures(name, "all", (scores.macro_f1, scores.macro_f1_mean), len(held))
    return figures


def _figures(name: str, kind: str, values: Sequence[float | None], pages: int) -> Iterator[Figure]:
    thesis = THESIS.get(kind) if name == "publaynet" else None
    for index, (threshold, value) in enumerate(zip(("0.5", "0.5:0.95"), values, strict=True)):
        if value is None:
            continue
        best, worst = thesis[index] if thesis else (None, None)
        said = f"best in the thesis (worst {worst:.2f})" if thesis else ""
        how = f"{pages} page images by the visual route"
        label = f"layout F1@{threshold} {name}, {kind}"
        yield Figure(label, how, value, "", best, said)


def publaynet(data: Path) -> Iterator[PageElements]:
    """The pages of PubLayNet, with its five classes."""
    folder = data / "publaynet"
    held = json.loads((folder / "annotations.json").read_text(encoding="utf-8"))
    names = {category["id"]: str(category["name"]) for category in held["categories"]}
    for image in held["images"]:
        size = image["width"], image["height"]
        gold = [
            Element(names[drawn["category_id"]], _fraction(drawn["bbox"], size))
            for drawn in held["annotations"]
            if drawn["image_id"] == image["id"]
        ]
        yield PageElements(
            gold, _found(folder / "images" / image["file_name"], VOCABULARIES["publaynet"].read)
        )


def omnidocbench(data: Path) -> Iterator[PageElements]:
    """The pages of OmniDocBench; what its vocabulary does not know is a class of its own."""
    folder, vocabulary = data / "omnidocbench", VOCABULARIES["omnidocbench"]
    for page in json.loads((folder / "annotations.json").read_text(encoding="utf-8")):
        image = folder / "images" / page["page_info"]["image_path"]
        pixels = pymupdf.Pixmap(str(image))  # the size noted beside it may be turned
        size = pixels.width, pixels.height
        gold: list[Element] = []
        for drawn in page["layout_dets"]:
            kind = str(drawn["category_type"])
            xs, ys = drawn["poly"][::2], drawn["poly"][1::2]
            box = _fraction((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)), size)
            gold.append(Element(vocabulary.kind(kind) or kind, box))
        yield PageElements(gold, _found(image, vocabulary.read))


def _found(image: Path, classes: Mapping[ElementType, str]) -> list[Element]:
    """Elements that the visual route finds on an image; none where it finds no text."""
    parser = get_parser("visual_topology")
    with pymupdf.open(stream=as_pdf(image), filetype="pdf") as pdf:
        try:
            sir = parser.parse(pdf, image.stem, parser.options())
        except SightlineError:
            return []
    return list(boxes_of(sir, classes))


def as_pdf(image: Path) -> bytes:
    """A PDF of one page that shows an image."""
    pixels = pymupdf.Pixmap(str(image))
    scale = LONGER_SIDE / max(pixels.width, pixels.height)
    with pymupdf.open() as pdf:
        page = pdf.new_page(width=pixels.width * scale, height=pixels.height * scale)
        page.insert_image(page.rect, filename=str(image))
        return pdf.tobytes()


def _fraction(corner: Sequence[float], size: tuple[float, float]) -> BoundingBox:
    """The box of a left and top edge, a width and a height, all in pixels."""
    left, top, width, height = corner
    right, bottom = left + width, top + height
    return BoundingBox(1, left / size[0], top / size[1], right / size[0], bottom / size[1])
