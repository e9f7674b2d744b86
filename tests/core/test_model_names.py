"""How people name language models, and which one the settings then mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import SetupError
from core.llm import open_model
from core.llm.openai import OpenAiTransport
from core.model_names import OPENAI, ModelName, read_model_name
from core.settings import load_settings

if TYPE_CHECKING:
    from pathlib import Path

HERE = "http://127.0.0.1:11434/v1"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("gemini:gemini-2.5-pro", ModelName("gemini", "gemini-2.5-pro")),
        ("openai:gpt-4.1", ModelName("openai", "gpt-4.1", OPENAI)),
        (f"openai:llama3.2:3b@{HERE}/", ModelName("openai", "llama3.2:3b", HERE)),
        (f" openai:org/model@x@{HERE} ", ModelName("openai", "org/model@x", HERE)),
    ],
)
def test_a_model_is_named_by_service_name_and_address(text: str, name: ModelName) -> None:
    assert read_model_name(text) == name
    assert read_model_name(name.text) == name


@pytest.mark.parametrize(
    "text",
    ["llama3", "ollama:llama3", "openai:", f"openai:@{HERE}", f"gemini:x@{HERE}", "openai:m@here"],
)
def test_what_names_no_model_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"named gemini:NAME|an address begins"):
        read_model_name(text)


def test_a_model_on_this_machine_needs_no_key(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("GEMINI_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    assert load_settings().language_model is None
    assert load_settings(model="openai:gpt-4.1").language_model is None
    settings = load_settings(model=f"openai:llama3.2@{HERE}")
    model = open_model(settings)
    assert model is not None
    assert (model.name, model.transport.service, model.here) == ("llama3.2", "openai", True)
    assert settings.model_prices == (0.0, 0.0)


def test_a_key_of_gemini_is_not_sent_to_another_service(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "gemini-secret")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    settings = load_settings(model=f"openai:llama3.2@{HERE}")
    assert settings.model_key("openai") == ""
    assert load_settings().language_model == ModelName("gemini", "gemini-2.5-flash")
    assert load_settings(model="gemini:gemini-2.5-pro").language_model == ModelName(
        "gemini", "gemini-2.5-pro"
    )


def test_http_to_another_machine_has_to_be_allowed(home: Path) -> None:
    far = "openai:m@http://10.0.0.5:8000/v1"
    with pytest.raises(SetupError, match=r"https://.*SIGHTLINE_MODEL_IN_THE_CLEAR"):
        load_settings(model=far)
    settings = load_settings(model=far, model_in_the_clear=True)
    assert settings.language_model == ModelName("openai", "m", "http://10.0.0.5:8000/v1")


def test_the_environment_names_the_model(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGHTLINE_MODEL", f"openai:llama3.2@{HERE}")
    assert load_settings().language_model == ModelName("openai", "llama3.2", HERE)


def test_a_key_does_not_travel_in_the_clear(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "openai-secret")
    far = load_settings(model="openai:m@http://10.0.0.5:8000/v1", model_in_the_clear=True)
    for settings, sent in ((far, ""), (load_settings(model=f"openai:m@{HERE}"), "openai-secret")):
        model = open_model(settings)
        assert model is not None
        assert isinstance(model.transport, OpenAiTransport)
        assert model.transport.key.get_secret_value() == sent
