"""How sure a claim of the language model must be to count as supported."""

from __future__ import annotations

import streamlit as st

from components import resources
from components.settings.fields import help_of
from core.settings_changes import Source, sources
from core.verification.calibration import error_rates, unsupported_rates


def verdicts() -> None:
    """A switch between two limits, with how often each was wrong on claims it was not made with."""
    settings = resources.workbench().settings
    origin = sources(settings)["strict_claims"]
    st.header("Verdicts on claims", anchor=False)
    strict = st.toggle(
        "Strict",
        settings.strict_claims,
        key="strict-claims",
        help=help_of("strict_claims", origin),
        disabled=origin is Source.ENVIRONMENT,
    )
    st.caption(f"{rates_in_words(strict=strict)} Read the lines of what matters.")
    if strict != settings.strict_claims and origin is not Source.ENVIRONMENT:
        resources.change_settings({"strict_claims": strict})
        st.toast("Holds from the next answer on.")


def rates_in_words(*, strict: bool) -> str:
    """How often verdicts were wrong."""
    passed, doubted = error_rates(strict=strict)
    wrong, told = unsupported_rates()
    return (
        "On public sets of claims that it was not fitted on, the check called "
        f"{passed:.0%} of the wrong claims supported, and doubted {doubted:.0%} of the right ones. "
        f"It called {told:.0%} of all claims not supported; {wrong:.0%} of these are wrong."
    )
