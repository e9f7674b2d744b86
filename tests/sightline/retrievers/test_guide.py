"""The code of docs/retrievers.md runs, block after block."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[3]


def test_every_block_of_code_runs_and_finds_the_same_lines(
    prepared_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SIGHTLINE_HOME", str(prepared_home))
    text = (ROOT / "docs" / "retrievers.md").read_text("utf-8")
    namespace: dict[str, Any] = {}
    lines = []
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(block, namespace)
        lines.append(namespace.get("lines"))
    assert len(lines) == 5
    assert lines[1]
    assert lines[1] == lines[2] == lines[3]
    assert "ends automatically after four hours" in capsys.readouterr().out
    assert namespace["picture"].page == 3
    assert namespace["converted"]
    assert namespace["again"].dumps() == namespace["pipeline"].dumps()
    namespace["library"].close()
