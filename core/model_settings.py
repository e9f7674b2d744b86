"""The settings of the language model: which one, its keys, limits and prices."""

from __future__ import annotations

from typing import Self

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings

from core.model_names import ModelName, read_model_name
from core.service_addresses import address_problem


class ModelSettings(BaseSettings):
    """What `core.settings.Settings` say of the language model."""

    model_in_the_clear: bool = Field(
        False,
        description="Allow http to a language model on another machine: questions and passages "
        "travel in the clear.",
    )
    model: str = Field(
        "",
        description="Language model: gemini:NAME, openai:NAME, or openai:NAME@ADDRESS of any "
        "service that speaks the OpenAI API, such as Ollama. Empty: Gemini, if there is a key.",
    )
    openai_api_key: SecretStr | None = Field(
        None,
        validation_alias="OPENAI_API_KEY",
        description="Key of a service that speaks the OpenAI API; one on this machine needs none.",
    )
    gemini_api_key: SecretStr | None = Field(
        None, validation_alias="GEMINI_API_KEY", description="Key of the Gemini API."
    )
    gemini_model: str = Field(
        "gemini-2.5-flash",
        min_length=1,
        description="Model that inspects, plans chunks and writes answers, if there is a key.",
    )
    gemini_base_url: str | None = Field(
        None,
        validation_alias="GEMINI_BASE_URL",
        description="Address of the Gemini API; empty: Google's.",
    )
    model_seconds: float = Field(
        60, gt=0, le=600, description="Time that one call to the language model may take."
    )
    model_requests_per_minute: int = Field(
        60, ge=1, le=100_000, description="Calls to the language model in a minute."
    )
    model_tokens_per_minute: int = Field(
        250_000, ge=1000, le=1_000_000_000, description="Tokens sent to it in a minute."
    )
    model_calls_at_once: int = Field(
        4, ge=1, le=64, description="Calls to the language model beside each other."
    )
    model_input_price: float = Field(
        0.30, ge=0, le=1000, description="Price of a million tokens sent, in US dollars."
    )
    model_output_price: float = Field(
        2.50, ge=0, le=1000, description="Price of a million tokens answered, in US dollars."
    )

    @field_validator("model")
    @classmethod
    def _names_a_model(cls, text: str, info: ValidationInfo) -> str:
        try:
            address = read_model_name(text).address if text.strip() else ""
        except ValueError as error:
            raise PydanticCustomError("model", "{problem}", {"problem": str(error)}) from None
        in_the_clear = bool(info.data.get("model_in_the_clear"))
        problem = address_problem(address, in_the_clear=in_the_clear) if address else ""
        return checked(text.strip(), problem and f"{problem}, or set SIGHTLINE_MODEL_IN_THE_CLEAR")

    @field_validator("gemini_base_url")
    @classmethod
    def _may_have_the_key(cls, url: str | None) -> str | None:
        return checked(url, address_problem(url)) if url else url

    @property
    def chosen_model(self) -> ModelName:
        """The language model that is chosen, whether its service would take us or not."""
        chosen = read_model_name(self.model or f"gemini:{self.gemini_model}")
        gemini = chosen.service == "gemini"
        return chosen._replace(address=self.gemini_base_url or "") if gemini else chosen

    @property
    def language_model(self) -> ModelName | None:
        """The language model in use; None where its service takes nobody without a key."""
        chosen = self.chosen_model
        return None if chosen.needs_key and not self.model_key(chosen.service) else chosen

    @property
    def model_prices(self) -> tuple[float, float]:
        """US dollars for a million tokens sent, and answered; a model on this machine is free."""
        free = self.chosen_model.is_here
        return (0.0, 0.0) if free else (self.model_input_price, self.model_output_price)

    def model_key(self, service: str) -> str:
        """The key of a service of language models; empty without one."""
        key = self.gemini_api_key if service == "gemini" else self.openai_api_key
        return key.get_secret_value() if key else ""

    def with_model_key(self, key: SecretStr) -> Self:
        """These settings with a key for the service that is chosen."""
        return self.model_copy(update={f"{self.chosen_model.service}_api_key": key})


def checked(url: str, problem: str) -> str:
    """The text itself. Raises an error of pydantic where there is a problem with it."""
    if problem:
        raise PydanticCustomError("address", "{problem}", {"problem": problem})
    return url
