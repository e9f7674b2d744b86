"""The notebooks run as they stand, without a key and without a network."""

from __future__ import annotations

import ast
import json
import re
import socket
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from PIL import Image

import sightline

FOLDER = Path(__file__).parents[3] / "docs" / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))


def cells(name: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / name).read_text("utf-8"))["cells"]


def run(name: str) -> list[Any]:
    """What each code cell shows: the value of its last line, None if that is no expression."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    return [
        _shown("".join(cell["source"]), namespace)
        for cell in cells(name)
        if cell["cell_type"] == "code"
    ]


def _shown(source: str, namespace: dict[str, Any]) -> Any:
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), namespace)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections over a network fail."""
    connect = socket.socket.connect

    def local_only(self: socket.socket, address: Any) -> None:
        assert self.family not in (socket.AF_INET, socket.AF_INET6), f"connects to {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", local_only)


def test_every_retriever_has_its_notebook() -> None:
    assert NOTEBOOKS == ["haystack.ipynb", "langchain.ipynb", "llama_index.ipynb"]


@pytest.fixture
def read_before(indexed_samples: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries hold the samples that notebooks add: that they are read is tested elsewhere."""
    opened = sightline.open

    def filled(home: str) -> sightline.Library:
        copytree(indexed_samples, home, dirs_exist_ok=True)
        return opened(home)

    monkeypatch.setattr(sightline, "open", filled)


@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.usefixtures("offline", "read_before")
def test_a_notebook_shows_the_words_that_answer_and_its_page_with_marks(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    shown = run(name)
    texts = [value for value in shown if isinstance(value, list)]
    assert any("ends automatically after four hours" in str(lines) for lines in texts)
    assert any(str(lines[-1]).startswith("page 3, ") for lines in texts)
    pictures = [value for value in shown if isinstance(value, Image.Image)]
    assert pictures
    assert all(has_marks(picture) for picture in pictures)


def has_marks(picture: Image.Image) -> bool:
    """Whether more than two in a hundred of its pixels are coloured."""
    saturation = picture.convert("HSV").getchannel("S")
    return sum(saturation.histogram()[30:]) > 0.02 * picture.width * picture.height


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_valid_and_saved_without_outputs(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    book = json.loads(text)
    assert set(book) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each) for each in ids)
    for cell in book["cells"]:
        assert all(isinstance(line, str) for line in cell["source"])
        fields = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            fields |= {"outputs", "execution_count"}
        assert set(cell) == fields
    assert text == json.dumps(book, indent=1, ensure_ascii=False) + "\n"
