"""What was measured holds for this machine and these packages, and is else measured anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.embedding.backends.kept_choice import keep_figures, load_figures, this_machine
from core.embedding.backends.measuring import BackendFigure

if TYPE_CHECKING:
    from pathlib import Path

FIGURES = {
    "onnxruntime": BackendFigure(speed=10, cosine=1.0),
    "torch-bfloat16": BackendFigure(speed=30, cosine=0.9998),
    "torch-float32": BackendFigure(problem="RuntimeError: no"),
}


def test_figures_are_kept_for_an_encoder(tmp_path: Path) -> None:
    assert load_figures(tmp_path, "m") is None
    keep_figures(tmp_path, "m", FIGURES)
    kept = load_figures(tmp_path, "m")
    assert kept is not None
    assert kept.figures == FIGURES
    assert kept.chosen == "torch-bfloat16"
    assert load_figures(tmp_path, "another") is None


def test_figures_of_another_machine_do_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_figures(tmp_path, "m", FIGURES)
    monkeypatch.setattr(
        "core.embedding.backends.kept_choice.this_machine", lambda: "torch 99, 2 cores"
    )
    assert load_figures(tmp_path, "m") is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"schema": "sightline.record/1", "machine": "x"}',
        b'{"schema": "sightline.backends/99", "checksum": "0123456789abcdef", "machine": "x"}',
    ],
)
def test_a_damaged_or_foreign_file_counts_as_none(tmp_path: Path, content: bytes) -> None:
    keep_figures(tmp_path, "m", FIGURES)
    (path,) = tmp_path.rglob("m.json")
    path.write_bytes(content)
    assert load_figures(tmp_path, "m") is None
    keep_figures(tmp_path, "m", FIGURES)
    assert load_figures(tmp_path, "m") is not None


def test_a_changed_value_is_noticed(tmp_path: Path) -> None:
    keep_figures(tmp_path, "m", FIGURES)
    (path,) = tmp_path.rglob("m.json")
    path.write_bytes(path.read_bytes().replace(b"0.9998", b"0.5555"))
    assert load_figures(tmp_path, "m") is None


def test_the_machine_names_its_packages() -> None:
    assert "cores" in this_machine()
    assert "torch 2" in this_machine()
