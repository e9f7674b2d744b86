"""What `python -m sightline` takes, and what it says when it cannot start."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from sightline.command_line import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("command", "package", "extra"), [("serve", "uvicorn", "api"), ("mcp", "mcp", "mcp")]
)
def test_a_missing_extra_names_the_command_that_installs_it(
    command: str,
    package: str,
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in list(sys.modules):
        if name.startswith(("sightline.http_api", "sightline.mcp_server", package)):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert main([command]) == 1
    printed = capsys.readouterr().err
    assert f"needs the package '{package}'" in printed
    assert f"pip install '.[{extra}]'" in printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize("content", [None, "strategy = 5", "not toml ="])
def test_a_recipe_that_cannot_be_read_is_one_sentence(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "recipe.toml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert main(["mcp", "--home", str(tmp_path / "home"), "--recipe", str(path)]) == 1
    printed = capsys.readouterr().err
    assert "recipe.toml" in printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["serve", "--port", "-1"],
        ["serve", "--port", "65536"],
        ["serve", "--port", "http"],
        ["mcp", "--port", "1"],
    ],
)
def test_arguments_that_cannot_be_understood_end_it_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m sightline" in capsys.readouterr().err
