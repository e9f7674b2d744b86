"""The model without torch against the same model in sentence-transformers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pymupdf
import pytest

from core.embedding import open_encoder
from core.embedding.minilm import MiniLmEncoder
from core.errors import Cancelled, ModelDamaged
from core.tokenizer import minilm_tokenizer, model_folder

if TYPE_CHECKING:
    from pathlib import Path

    from core.embedding.base import Encoder

TEXTS = [
    "Give the antibiotic for seven days.",
    "Die Behandlung wird alle drei Wochen wiederholt.",
    "",
    "   \n ",
    "Größe 中文 𝔘nicode ﬁ \u00ad soft­hyphen 🙂",
    "supercalifragilisticexpialidocious " * 40,
    "x" * 500,
    "mg/kg 12.5 % (p < 0.001), n=1,204 " * 60,
]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return open_encoder("all-MiniLM-L6-v2")


@pytest.fixture(scope="module")
def reference() -> Encoder:
    return open_encoder("sentence-transformers:all-MiniLM-L6-v2")


def test_vectors_are_those_of_sentence_transformers(encoder: Encoder, reference: Encoder):
    mine, theirs = encoder.encode_windows(TEXTS), reference.encode_windows(TEXTS)
    assert mine.owner.tolist() == theirs.owner.tolist()
    assert mine.weights.tolist() == theirs.weights.tolist()
    assert np.einsum("ij,ij->i", mine.vectors, theirs.vectors).min() >= 0.9995
    assert np.einsum("ij,ij->i", encoder.encode(TEXTS), reference.encode(TEXTS)).min() >= 0.9995


def test_vectors_of_real_passages_are_those_of_sentence_transformers(
    data: Path, encoder: Encoder, reference: Encoder
):
    words: list[str] = []
    for path in sorted((data / "odl").rglob("*.pdf"))[:10]:
        with pymupdf.open(path) as file:
            words += [word for page in file for word in str(page.get_text()).split()]
    texts = [" ".join(words[i : i + 90]) for i in range(0, min(len(words), 4000), 90)]
    similarity = np.einsum("ij,ij->i", encoder.encode(texts), reference.encode(texts))
    assert len(texts) > 20
    assert similarity.min() >= 0.9995


def test_vectors_have_unit_length(encoder: Encoder):
    windows = encoder.encode_windows(TEXTS)
    for vectors in (windows.vectors, encoder.encode(TEXTS)):
        assert vectors.dtype == np.float32
        assert vectors.shape[1] == encoder.dimension
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_no_texts_give_no_vectors(encoder: Encoder):
    assert encoder.encode([]).shape == (0, 384)
    assert encoder.encode_windows([]).vectors.shape == (0, 384)


def test_every_token_of_a_long_text_is_in_a_window(encoder: Encoder):
    text = "The quick brown fox jumps over the sleepy hippopotamus. " * 80
    windows = encoder.encode_windows([text])
    assert windows.weights.sum() == len(minilm_tokenizer().encode(text, add_special_tokens=False))
    assert windows.weights.max() <= encoder.max_tokens - 2


def test_the_end_of_a_long_text_changes_its_vector(encoder: Encoder):
    filler = "The committee met and approved the minutes of the last meeting. " * 40
    plain, ending = encoder.encode([filler, filler + "Elephants swim across rivers at night."])
    assert float(plain @ ending) < 0.999


def test_a_vector_does_not_depend_on_the_texts_beside_it(encoder: Encoder):
    together = encoder.encode(TEXTS)
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
    assert np.einsum("ij,ij->i", together, alone).min() > 0.99999


def test_progress_counts_texts_and_can_cancel(encoder: Encoder):
    seen: list[tuple[int, int]] = []
    encoder.encode(["some words " * 90] * 30, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (30, 30)
    assert len(seen) > 1 and seen == sorted(seen)

    def cancel(done: int, total: int) -> None:
        raise Cancelled(f"stopped at {done} of {total}")

    with pytest.raises(Cancelled):
        encoder.encode(["words"], cancel)


def test_damaged_weights_are_refused(tmp_path: Path):
    content = bytearray((model_folder() / "model.safetensors").read_bytes())
    content[-1] ^= 1
    (tmp_path / "model.safetensors").write_bytes(content)
    with pytest.raises(ModelDamaged, match="checksum"):
        MiniLmEncoder(tmp_path)


def test_missing_weights_are_explained(tmp_path: Path):
    with pytest.raises(ModelDamaged, match="pip install"):
        MiniLmEncoder(tmp_path)
