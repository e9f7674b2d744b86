"""The answers of the Inspector's tools in words that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters import parser_title
from core.sir import Route
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.inspection.results import Answer, Balance, Decision, Inspection, Step
    from core.library import ParseInfo

TOOLS = {
    "analyze_metadata": "What the file says of itself",
    "probe_layout_complexity": "How complex the pages are",
    "test_rule_adherence": "How far rules lead",
}
"""What each tool asks."""
_MEASURES = word_table(__file__)
"""The words for each measure, the kind of its value, and of what a share is one."""
_SHOWN: dict[str, Callable[..., str]] = {
    "count": lambda value: f"{value:,.1f}".removesuffix(".0"),
    "share": lambda value, of: "no outline" if value is None else f"{value:.0%} of {of}",
    "yes": lambda value: "yes" if value else "no",
    "text": lambda value: value or "not known",
    "list": lambda value: "; ".join(value) or "none",
}
_IN_SHORT = (
    "pages",
    "text_share",
    "scanned_share",
    "outline_entries",
    "columns",
    "table_share",
    "unruled_share",
    "sight_share",
    "headings",
    "numbered",
    "paragraph_share",
)
"""The measures that say most."""


def _measure(name: str, value: object) -> tuple[str, str]:
    """A measure with its value, in words; one not known here keeps its own name."""
    if name not in _MEASURES:
        return parser_title(name), str(value)
    label, kind, *of = _MEASURES[name]
    return label, _SHOWN[kind](value, *of)


def answer_rows(answer: Answer) -> list[tuple[str, str]]:
    """Each measure of a tool with its value, in words."""
    return [_measure(name, value) for name, value in answer.model_dump().items()]


def answer_in_short(step: Step) -> str:
    """The measures of an answer that say most: `Pages 9 · Scanned 0% of the pages`; or an error."""
    if error := step.answer.get("error"):
        return f"Refused: {error}"
    known = [name for name in _IN_SHORT if name in step.answer]
    return " · ".join(" ".join(_measure(name, step.answer[name])) for name in known)


def decided_in_words(inspection: Inspection) -> str:
    """What was decided, and by whom: `Semantic flow, chosen by the policy, without a model`."""
    by = (
        f"by {inspection.decided_by}" if inspection.decided_by else "by the policy, without a model"
    )
    path = parser_title(inspection.decision.selected_path)
    return f"{path}, chosen {by}"


def policy_in_words(inspection: Inspection) -> str:
    """What the policy says beside a decision of a model; nothing where it decided itself."""
    if not inspection.decided_by or not inspection.decision.balance:
        return ""
    policy = inspection.decision.balance[0].path
    name = parser_title(policy).lower()
    if policy is inspection.decision.selected_path:
        return f"The policy would have chosen {name} too."
    return f"The policy would have chosen {name}."


def unused_in_words(inspection: Inspection, parse: ParseInfo | None) -> str:
    """That the document was read by another route than the decision shown; nothing if not so."""
    used = parse.options.get("route") if parse and not parse.chosen else None
    if parse is None or used is None:
        return ""
    path, by = inspection.decision.selected_path, parse.decided_by or "the policy"
    if used != path:
        chosen = parser_title(str(used)).lower()
        return f"The document was read along {chosen}, which {by} chose before."
    by_rule = sum(count for route, count in parse.page_routes.items() if route != path)
    if path is Route.VISUAL_TOPOLOGY and inspection.decided_by and not parse.decided_by and by_rule:
        return (
            f"{inspection.decided_by} chose sight for all pages. The policy left it to the "
            f"measures of each page, so {by_rule} were read by rule."
        )
    return ""


def balance_rows(decision: Decision) -> list[tuple[str, ...]]:
    """One row a path, the best first: time, tokens, what it loses and finds, and the score."""
    return [
        (
            parser_title(weighed.path),
            f"{weighed.cost:.2f} ({weighed.cost_part:+z.3f})",
            _tokens_in_words(weighed),
            f"{weighed.loss:.2f} ({weighed.loss_part:+z.3f})",
            f"{weighed.fidelity:.2f} ({weighed.fidelity_part:+z.3f})",
            f"{weighed.score:+z.3f}",
        )
        for weighed in decision.balance
    ]


def _tokens_in_words(weighed: Balance) -> str:
    if not weighed.tokens:
        return "none"
    price = f"${weighed.dollars:.2f}" if weighed.dollars >= 0.01 else "under $0.01"
    about = price if weighed.dollars else "free"
    return f"{weighed.tokens:,}, {about} ({weighed.tokens_part:+z.3f})"


def times_in_words(seconds: Mapping[str, float]) -> str:
    """How long the whole inspection took, and what of it reading the sample did."""
    total = sum(seconds.values())
    sample = total - sum(seconds.get(name, 0.0) for name in TOOLS)
    return (
        f"{total * 1000:,.0f} ms, of which reading the sampled pages took {sample * 1000:,.0f} ms"
    )
