"""Who reads the claims of the language model once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.errors import Boundary
from components.foreign_text import plain
from components.settings.fields import help_of
from core.llm.base import Usage
from core.llm.ledger import cost
from core.settings_changes import Source, sources
from core.verification.second_reader import BY_ENTAILMENT, BY_MODEL, open_second_reader
from core.verification.second_reader.language_model import CLAIMS, USAGE

if TYPE_CHECKING:
    from core.settings import Settings

_FIELD = "second_reader"
_NOBODY = "nobody"
_LABELS = {
    _NOBODY: "Nobody",
    BY_MODEL: "The language model",
    BY_ENTAILMENT: "An entailment model",
}


def second_reader() -> None:
    """A choice of readers; an entailment model is loaded before it is taken."""
    settings = resources.workbench().settings
    origin = sources(settings)[_FIELD]
    kind, _, name = settings.second_reader.partition(":")
    st.header("Second reader of claims", anchor=False)
    chosen = st.segmented_control(
        "Reads each claim once more",
        list(_LABELS),
        default=kind or _NOBODY,
        format_func=_LABELS.__getitem__,
        required=True,
        key="second-reader",
        help=help_of(_FIELD, origin),
        disabled=origin is Source.ENVIRONMENT,
    )
    st.caption(
        "The reader sees a claim and the lines that it cites, and nothing else. It never replaces "
        "the checks: where it comes to another verdict, the claim is partly supported and says "
        f"why. {_price(settings) if chosen == BY_MODEL else ''}"
    )
    if origin is Source.ENVIRONMENT:
        return
    if chosen == BY_ENTAILMENT:
        _entailment_model(name if kind == BY_ENTAILMENT else "")
    elif chosen != (kind or _NOBODY):
        _take("" if chosen == _NOBODY else str(chosen))


def _price(settings: Settings) -> str:
    usage = Usage(CLAIMS * USAGE.input, CLAIMS * USAGE.output)
    dollars = cost(usage, *settings.model_prices)
    price = f"about ${dollars:.4f}" if dollars else "nothing"
    return f"An answer of {CLAIMS} claims takes {CLAIMS} more calls and costs {price} more."


def _entailment_model(name: str) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        wanted = st.text_input(
            "Name or folder",
            name,
            key="second-reader-name",
            placeholder="cross-encoder/nli-deberta-v3-base",
            help="A cross-encoder for natural language inference that sentence-transformers can "
            "load. It has to be on this machine: it is not downloaded by itself.",
        ).strip()
        asked = st.button("Try and use", key="second-reader-try", disabled=wanted in ("", name))
    if asked:
        with Boundary():
            with st.spinner(f"Loading {plain(wanted)}", show_time=True):
                open_second_reader(f"{BY_ENTAILMENT}:{wanted}", None)
            _take(f"{BY_ENTAILMENT}:{wanted}")


def _take(reader: str) -> None:
    resources.change_settings({_FIELD: reader or None})
    st.toast("Holds from the next answer on.")
