"""A claim with its lines, its checks, its verdict and what speaks against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.answers.verdicts import badge, by_weight, finding_in_words, objection_in_words, why
from components.foreign_text import plain
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from core.answering.base import Claim


def claim_view(
    claim: Claim, lines: Iterable[Callable[[], None]], against: Iterable[Callable[[], None]]
) -> None:
    """Its words and its lines before the verdict, so that the lines are looked at first.

    `lines` draw the ways to the lines that it cites and what belongs to them, `against` that of
    each of its objections.
    """
    text = plain(claim.text)
    # What is not borne out is not to be read as a fact.
    st.markdown(text if claim.verdict is Verdict.SUPPORTED else f":gray[*{text}*]")
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        for show in lines:
            show()
        if claim.findings:
            with st.popover("Checks", type="tertiary", icon=":material/fact_check:"):
                ordered = by_weight(claim.findings)
                st.markdown("\n".join(f"- {finding_in_words(finding)}" for finding in ordered))
    reason = why(claim)
    st.markdown(f"{badge(claim.verdict)} {f':gray[{reason}]' if reason else ''}")
    for objection, show in zip(claim.objections, against, strict=True):
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            st.markdown(objection_in_words(objection), width="content")
            show()
