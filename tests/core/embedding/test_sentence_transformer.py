"""Models of sentence-transformers by the name of a folder."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from core.embedding import open_encoder
from core.errors import SetupError
from core.indexing.base import IndexItem
from core.indexing.edge import edge_store
from core.tokenizer import model_folder

if TYPE_CHECKING:
    from pathlib import Path


def test_a_model_in_a_folder_is_used_by_its_name(tmp_path: Path):
    folder = tmp_path / "my-model"
    shutil.copytree(model_folder(), folder)
    encoder = open_encoder(f"sentence-transformers:{folder}")
    assert encoder.name == f"sentence-transformers:{folder}"
    assert (encoder.dimension, encoder.max_tokens) == (384, 256)
    store = edge_store(tmp_path / "index", "recipe")
    store.add([IndexItem("a", "d", "Give it daily."), IndexItem("b", "d", "A rash")], encoder)
    assert store.search("skin irritation", encoder, 1)[0].chunk_id == "b"
    store.close()


@pytest.mark.parametrize("damage", ["missing", "weights", "config", "architecture", "tokenizer"])
def test_a_folder_without_a_whole_model_is_explained(tmp_path: Path, damage: str):
    folder = tmp_path / "my-model"
    shutil.copytree(model_folder(), folder)
    if damage == "missing":
        shutil.rmtree(folder)
    elif damage == "architecture":
        (folder / "config.json").write_text(json.dumps({"model_type": "none"}))
    else:
        name = {"weights": "model.safetensors", "config": "config.json"}.get(damage)
        (folder / (name or "tokenizer.json")).write_text("{")
    with pytest.raises(SetupError, match="my-model"):
        open_encoder(f"sentence-transformers:{folder}")
