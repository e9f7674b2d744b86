"""What was asked of the language model and what it cost, by purpose and by document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import resources
from components.selection.document_picker import document_names
from components.widgets.export import file_export
from core.llm.costs import Row, as_csv, costs_of, format_time
from core.llm.ledger import Ledger
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence


_LEAST = 0.0001
"""The smallest amount that is written out."""
_NUMBER = st.column_config.NumberColumn(format="localized", width="small")


def ledger() -> None:
    """Two tables, a total, and a download of all calls; one sentence where there is none."""
    settings = resources.workbench().settings
    st.header("Use of the language model", anchor=False)
    calls = Ledger(settings.home).calls()
    if not calls:
        st.caption("No call was made yet. What is asked of the model is counted here.")
        return
    names = document_names()
    costs = costs_of(calls, names, settings.model_input_price, settings.model_output_price)
    st.markdown(whole_in_words(costs.whole, costs.since))
    for rows, first in ((costs.by_stage, "For"), (costs.by_document, "Document")):
        costs_table = table(rows, first)
        numbers = dict.fromkeys(list(costs_table)[2:], _NUMBER)
        st.dataframe(costs_table, hide_index=True, column_config=numbers)
    st.caption(
        "Sent and answered are tokens as the service counts them, or an estimate where it does "
        "not, as of a call that broke off. Cost is an estimate at "
        f"\\${settings.model_input_price:.2f} a million sent and "
        f"\\${settings.model_output_price:.2f} a million answered, as set above. Calls answered "
        "from the cache, or by a model on this machine, cost nothing."
    )
    file_export(
        "Download all calls (CSV)",
        lambda: as_csv(calls, names),
        "model-calls.csv",
        "A row for each call: time, model, what it was for, tokens and document. No questions, "
        "answers or keys.",
    )


def whole_in_words(row: Row, since: float | None) -> str:
    """Such as `12 calls since 2026-11-21 15:04 UTC · 3,400 tokens sent · ...`, in Markdown."""
    total = row.total
    calls = number_of(total.calls, "call")
    parts = [
        f"**{calls}**" + (f" since {format_time(since)} UTC" if since else ""),
        f"{total.usage.input:,} tokens sent",
        f"{total.usage.output:,} answered",
        f"{total.cached:,} from the cache",
        f"{total.failed:,} failed",
        f"about **{dollars(row.cost)}**".replace("$", "\\$"),
    ]
    return " · ".join(parts)


def table(rows: Sequence[Row], first: str) -> dict[str, list[Any]]:
    """Columns of a table, one row for each of them."""
    return {
        first: [row.name for row in rows],
        "Cost": [dollars(row.cost) for row in rows],
        "Calls": [row.total.calls for row in rows],
        "Sent": [row.total.usage.input for row in rows],
        "Answered": [row.total.usage.output for row in rows],
        "Cached": [row.total.cached for row in rows],
        "Failed": [row.total.failed for row in rows],
    }


def dollars(amount: float) -> str:
    """An amount with as many digits as it needs: `$1.20`, `$0.0031`."""
    if 0 < amount < _LEAST:
        return f"< ${_LEAST}"
    return f"${amount:.2f}" if amount >= 1 or amount == 0 else f"${amount:.4f}"
