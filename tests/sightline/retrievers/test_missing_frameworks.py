"""What is said where the framework of a retriever is not installed."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from core.errors import MissingExtra


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("langchain", "langchain_core", "langchain"),
        ("llama_index", "llama_index", "llama-index"),
        ("haystack", "haystack", "haystack"),
    ],
)
def test_a_retriever_without_its_framework_names_the_command_that_installs_it(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = f"sightline.retrievers.{module}"
    for name in list(sys.modules):
        if name == own or name.split(".")[0] == package:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra) as missing:
        import_module(own)
    assert f"needs the package '{package}'" in str(missing.value)
    assert str(missing.value).endswith(f"pip install '.[{extra}]'")
