"""Models on few threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import onnxruntime

from core.jobs.model_loading import limit_threads

if TYPE_CHECKING:
    import pytest


def test_models_compute_on_so_many_threads_which_wait_without_spinning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(onnxruntime, "SessionOptions", onnxruntime.SessionOptions)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    limit_threads(2)
    options = onnxruntime.SessionOptions()
    assert options.intra_op_num_threads == 2
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
