"""Small PDFs written line by line, and what every SIR must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pymupdf

from core.parsing import get_parser

if TYPE_CHECKING:
    from core.sir import Node, Sir

PROSE = (
    "The committee met early in the spring and looked at the whole of the evidence",
    "that had been sent in by the hospitals, the patients and the nurses who wrote",
    "to it at length about what they had seen, and it asked for more where it found",
    "too little to decide on.",
)


class Paper:
    """A PDF under construction; positions in points from the top left, `y` on the baseline."""

    def __init__(self, pages: int = 1, width: float = 595, height: float = 842) -> None:
        self.pdf = pymupdf.open()
        for _ in range(pages):
            self.pdf.new_page(width=width, height=height)

    def write(
        self, text: str, x: float, y: float, page: int = 0, size: float = 10, font: str = "helv"
    ) -> None:
        """Puts one line of text on a page."""
        self.pdf[page].insert_text((x, y), text, fontsize=size, fontname=font)

    def prose(self, x: float, y: float, page: int = 0, lines: tuple[str, ...] = PROSE) -> float:
        """Puts lines of running text below each other; says where the next line would be."""
        for line in lines:
            self.write(line, x, y, page)
            y += 13
        return y

    def parse(self, *, use_outline: bool = True) -> Sir:
        """The SIR by path 1 of the PDF as written to bytes and read again."""
        return parse(self.pdf.tobytes(), use_outline=use_outline)


def parse(data: bytes, *, use_outline: bool = True) -> Sir:
    """The SIR of a PDF by path 1."""
    return parse_with("structural_rule", data, use_outline=use_outline)


def parse_with(name: str, data: bytes, *, use_outline: bool = True) -> Sir:
    """The SIR of a PDF by the parser of that name."""
    parser = get_parser(name)
    options = parser.options.model_validate({"use_outline": use_outline})
    with pymupdf.open(stream=data, filetype="pdf") as pdf:
        return parser.parse(pdf, "0" * 64, options)


def texts(sir: Sir, kind: str, *, aside: bool = False) -> list[str]:
    """Texts of the nodes of one class, of the flow or of those set aside."""
    nodes = sir.nodes[sir.flow :] if aside else sir.nodes[: sir.flow]
    return [node.text for node in nodes if node.type == kind]


def subtree_text(sir: Sir, index: int) -> str:
    """All texts of a subtree in order."""
    return " ".join(sir.nodes[i].text for i in sir.walk(index) if sir.nodes[i].text)


def check(sir: Sir) -> None:
    """Asserts what `core.sir` promises of every SIR."""
    assert len(sir.pieces.first) == len(sir.nodes) + 1
    assert sorted(sir.pieces.word) == list(range(len(sir.words.line)))
    assert (np.diff(sir.words.line) >= 0).all()
    assert ((sir.words.boxes >= 0) & (sir.words.boxes <= 1)).all()
    assert len({node.id for node in sir.nodes}) == len(sir.nodes)
    for index, node in enumerate(sir.nodes):
        _check_node(sir, index, node)


def _check_node(sir: Sir, index: int, node: Node) -> None:
    first, last = int(sir.pieces.first[index]), int(sir.pieces.first[index + 1])
    start, end = sir.pieces.start[first:last], sir.pieces.end[first:last]
    assert (start < end).all() and (start[1:] >= end[:-1]).all()
    covered = "".join(node.text[a:b] for a, b in zip(start, end, strict=True))
    assert covered == "".join(node.text.split())
    if index >= sir.flow:
        assert node.parent == -1 and node.metadata["aside"]
    elif index:
        assert node.parent < index and index in sir.nodes[node.parent].children
