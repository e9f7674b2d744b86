"""Which path a document takes, by a policy whose every term can be read off.

Each path is measured by what it costs in time and in tokens of a language model, what it is
expected to lose and how much of the structure it is expected to find; the weighted sum decides.
With these weights, reading by sight wins where about half of the pages call for it, which is also
when most pages are read so. Without a language model there are no tokens.

Source: TopoChunker, section 3.1.1 (token expenditure, risk of information loss, structural
fidelity). The weights are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.inspection.expected_tokens import expected
from core.inspection.results import Balance, Decision, LayoutAnswer, MetadataAnswer, RulesAnswer
from core.llm.ledger import cost as price_of
from core.sir import Route

if TYPE_CHECKING:
    Prices = tuple[float, float]
    """US dollars for a million tokens sent, and answered."""

COST, LOSS, FIDELITY = 0.3, 0.4, 0.3
"""Weights. What is lost cannot be found by any later stage, so it weighs most."""

TOKENS, DEAR = 0.1, 0.01
"""Weight of tokens, and the US dollars a page from which they weigh fully: what services that
parse documents ask for a page. A model on this machine is free, and takes time alone.
"""

RULE_COST, FLOW_COST = 0.04, 0.09
"""Time of a page by rule, and by flow with its embeddings, in times of that by sight.

Source: benchmarks/cost.py.
"""

SIGHT_LOSS = 0.1
"""A layout model joins, parts or misnames some region on about one page of ten."""

SIGHT_FIDELITY = 0.9
"""The share of tables and headings that the layout model finds."""

READABLE = 0.5
"""Fidelity of rules and of flow on a page that they can read, before the kind of text counts."""

CLEAR = 3.0
"""Headings in 1,000 words from which on the hierarchy is clear: a section fits into a chunk."""

OUTLINE = 0.1
"""Entries of the outline for each page from which on the outline alone gives the hierarchy."""

CHUNK = 2500
"""Characters of a chunk of 500 tokens; a document of two of them is well worth being parted."""

PROSE = 0.6
"""Share of the characters in lines as wide as their column from which on a text is prose."""

WIDE = 0.25
"""Lead of the best path over the next at which a decision is certain."""


def decide(
    metadata: MetadataAnswer,
    layout: LayoutAnswer,
    rules: RulesAnswer,
    prices: Prices | None = None,
) -> Decision:
    """The path with the highest score, and the measured values that decided.

    `prices` are those of the language model that takes part in reading; None without one.
    """
    measures = (layout.sight_share, clarity(metadata, rules), narrative(metadata, rules))
    weighed = _paths(*measures)
    if prices is not None:
        weighed = tuple(_with_tokens(balance, metadata, prices) for balance in weighed)
    paths = sorted(weighed, key=lambda balance: -balance.score)
    best, second = paths[:2]
    return Decision(
        selected_path=best.path,
        confidence_score=round(min(0.5 + (best.score - second.score) / WIDE / 2, 1.0), 2),
        risk_score=round(best.loss, 2),
        reason=_reason(best.path, metadata, layout, rules),
        balance=tuple(paths),
    )


def clarity(metadata: MetadataAnswer, rules: RulesAnswer) -> float:
    """From 0 (running text only) to 1: how clearly headings show the hierarchy."""
    by_outline = metadata.outline_entries / metadata.pages / OUTLINE
    return min(max(rules.headings / CLEAR, by_outline), 1.0)


def narrative(metadata: MetadataAnswer, rules: RulesAnswer) -> float:
    """From 0 to 1: how far a document is a long text in paragraphs without headings."""
    beyond = metadata.characters * metadata.pages / CHUNK - 1.0
    prose = min(rules.paragraph_share / PROSE, 1.0)
    return (1.0 - clarity(metadata, rules)) * min(max(beyond, 0.0), 1.0) * prose


def _paths(need: float, clear: float, flowing: float) -> tuple[Balance, ...]:
    by_rule, by_flow = (
        (1.0 - need) * (READABLE + (1.0 - READABLE) * fit) for fit in (clear, flowing)
    )
    return (
        _balance(Route.STRUCTURAL_RULE, RULE_COST, need, by_rule),
        _balance(Route.SEMANTIC_FLOW, FLOW_COST, need, by_flow),
        _balance(Route.VISUAL_TOPOLOGY, 1.0, SIGHT_LOSS, SIGHT_FIDELITY),
    )


def _balance(path: Route, cost: float, loss: float, fidelity: float) -> Balance:
    return Balance(
        path=path,
        cost=cost,
        loss=round(loss, 3),
        fidelity=round(fidelity, 3),
        cost_part=round(-COST * cost, 3),
        loss_part=round(-LOSS * loss, 3),
        fidelity_part=round(FIDELITY * fidelity, 3),
    )


def _with_tokens(balance: Balance, metadata: MetadataAnswer, prices: Prices) -> Balance:
    """The balance of a path in which a language model takes part."""
    usage = expected(balance.path, metadata).usage
    dollars = price_of(usage, *prices)
    share = min(dollars / metadata.pages / DEAR, 1.0)
    return balance.model_copy(
        update={
            "tokens": usage.input + usage.output,
            "dollars": round(dollars, 4),
            "tokens_part": round(-TOKENS * share, 3),
        }
    )


def _reason(path: Route, metadata: MetadataAnswer, layout: LayoutAnswer, rules: RulesAnswer) -> str:
    need = f"{layout.sight_share:.0%} of {metadata.sampled} sampled pages need sight"
    if path is Route.VISUAL_TOPOLOGY:
        return f"{need}: {', '.join(layout.sight_reasons[:2])}"
    headings = f"{rules.headings:.1f} headings in 1,000 words"
    if metadata.outline_entries:
        headings += f", {metadata.outline_entries} outline entries on {metadata.pages} pages"
    kind = "rules suffice" if path is Route.STRUCTURAL_RULE else "running text"
    return f"{kind}: {headings}; {need}"
