"""A backend is chosen before the first long indexing, while nobody waits, and then kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.embedding.backends import BACKENDS, REFERENCE
from core.embedding.backends.kept_choice import load_figures
from core.embedding.hashing import HashingEncoder
from core.errors import SetupError
from core.settings import load_settings
from core.workbench.embedding_backends import LONG, EmbeddingBackends
from tests.core.embedding.backends.fake_backends import Clock, FakeBackend, FakeEncoder

if TYPE_CHECKING:
    from pathlib import Path

FAST = "torch-bfloat16"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
    return Clock(monkeypatch)


def encoder(clock: Clock, noise: float = 0.0) -> FakeEncoder:
    """One that `FAST` runs the fastest, and nothing else as fast as the reference."""
    backends: dict[str, FakeBackend | Exception] = {
        name: FakeBackend(clock, 0.05) for name in BACKENDS
    }
    backends[REFERENCE], backends[FAST] = FakeBackend(clock, 0.03), FakeBackend(clock, 0.01, noise)
    return FakeEncoder(backends)


def backends(home: Path, name: str = "auto") -> EmbeddingBackends:
    return EmbeddingBackends(load_settings(home=home, embedding_backend=name))


def nothing() -> None:
    """Does not stand aside."""


def test_the_fastest_is_used_from_some_hundred_chunks_on(home: Path, clock: Clock) -> None:
    made, prepared = encoder(clock), backends(home)
    prepared.prepare(made, LONG - 1, nothing)
    assert (made.backend, made.opened) == (REFERENCE, [])
    prepared.prepare(made, 1, nothing)
    assert made.backend == FAST


def test_nothing_is_measured_while_somebody_waits(home: Path, clock: Clock) -> None:
    made = encoder(clock)
    backends(home).prepare(made, 10 * LONG)
    assert (made.backend, made.opened) == (REFERENCE, [])
    assert load_figures(home, made.name) is None


def test_nothing_is_measured_while_others_keep_the_cores_busy(
    home: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, prepared = encoder(clock), backends(home)
    monkeypatch.setattr("os.getloadavg", lambda: (999.0, 0.0, 0.0), raising=False)
    prepared.prepare(made, LONG, nothing)
    assert made.opened == []
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
    prepared.prepare(made, 1, nothing)
    assert made.backend == FAST


def test_a_kept_choice_is_used_without_measuring(home: Path, clock: Clock) -> None:
    backends(home).prepare(encoder(clock), LONG, nothing)
    made = encoder(clock)
    backends(home).prepare(made, LONG)
    assert (made.backend, made.opened) == (FAST, [FAST])


def test_a_damaged_choice_is_measured_anew(home: Path, clock: Clock) -> None:
    backends(home).prepare(encoder(clock), LONG, nothing)
    (path,) = (home / "cache").rglob("*.json")
    path.write_bytes(b"{")
    made = encoder(clock)
    backends(home).prepare(made, LONG, nothing)
    assert set(made.opened) == set(BACKENDS)
    assert load_figures(home, made.name)


def test_an_encoder_is_settled_once(home: Path, clock: Clock) -> None:
    made, prepared = encoder(clock), backends(home)
    prepared.prepare(made, LONG, nothing)
    opened = list(made.opened)
    prepared.prepare(made, LONG, nothing)
    assert made.opened == opened


def test_the_setting_overrides_what_is_fastest(home: Path, clock: Clock) -> None:
    backends(home).prepare(encoder(clock), LONG, nothing)
    for name in ("torch-float32", REFERENCE):
        made = encoder(clock)
        backends(home, name).prepare(made, LONG, nothing)
        assert made.backend == name


def test_a_set_backend_is_compared_with_the_reference_alone(home: Path, clock: Clock) -> None:
    made = encoder(clock)
    backends(home, "torch-float32").prepare(made, LONG, nothing)
    assert set(made.opened) == {REFERENCE, "torch-float32"}
    again = encoder(clock)
    backends(home).prepare(again, LONG, nothing)
    assert again.backend == FAST


def test_a_set_backend_that_deviates_is_not_used(home: Path, clock: Clock) -> None:
    made = encoder(clock, noise=0.3)
    backends(home, FAST).prepare(made, LONG, nothing)
    assert made.backend == REFERENCE


def test_one_that_can_no_longer_be_loaded_leaves_the_reference(home: Path, clock: Clock) -> None:
    backends(home).prepare(encoder(clock), LONG, nothing)
    made = encoder(clock)
    made.backends[FAST] = RuntimeError("no memory")
    backends(home).prepare(made, LONG, nothing)
    assert made.backend == REFERENCE


def test_a_choice_that_cannot_be_kept_is_used(
    home: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SetupError("the disk is full")

    monkeypatch.setattr("core.workbench.embedding_backends.keep_figures", full)
    made = encoder(clock)
    backends(home).prepare(made, LONG, nothing)
    assert made.backend == FAST


def test_encoders_without_a_choice_are_left_alone(home: Path) -> None:
    backends(home).prepare(HashingEncoder(), 10 * LONG, nothing)
    assert not (home / "cache").exists()
