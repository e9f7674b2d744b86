"""The answers of the Inspector's tools in words that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from components.labels.routes import in_words
from core.sir import Route

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.inspection.results import Answer, Decision, Inspection, Step
    from core.library import ParseInfo

TOOLS = {
    "analyze_metadata": "What the file says of itself",
    "probe_layout_complexity": "How complex the pages are",
    "test_rule_adherence": "How far rules lead",
}
"""What each tool asks."""


def _count(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")


def _share(of: str) -> Callable[[float | None], str]:
    return lambda value: "no outline" if value is None else f"{value:.0%} of {of}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _text(value: str) -> str:
    return value or "not known"


def _list(value: tuple[str, ...]) -> str:
    return "; ".join(value) or "none"


_SAID: dict[str, tuple[str, Callable[[Any], str]]] = {
    "pages": ("Pages", _count),
    "sampled": ("Pages looked at", _count),
    "text_share": ("Usable text layer", _share("the pages")),
    "scanned_share": ("Scanned", _share("the pages")),
    "characters": ("Characters a page", _count),
    "outline_entries": ("Entries of the outline", _count),
    "outline_depth": ("Levels of the outline", _count),
    "tagged": ("Tagged", _yes),
    "producer": ("Made with", _text),
    "language": ("Language", _text),
    "encrypted": ("Encrypted", _yes),
    "columns": ("Columns of text", _count),
    "image_share": ("Covered by images", _share("a page")),
    "table_share": ("Rows of cells", _share("the pages")),
    "unruled_share": ("Cells without rulings", _share("the pages")),
    "rulings": ("Rulings a page", _count),
    "drawings": ("Drawings a page", _count),
    "rotated_share": ("Turned", _share("the pages")),
    "two_up": ("Two pages side by side", _yes),
    "hidden_share": ("Text nobody can see", _share("the pages")),
    "form_fields": ("Form fields a page", _count),
    "sight_share": ("Need sight", _share("the pages")),
    "sight_reasons": ("Because of", _list),
    "headings": ("Headings in 1,000 words", _count),
    "numbered": ("Numbered headings", _share("them")),
    "size_steps": ("Sizes of headings", _count),
    "outline_agreement": ("Outline found in the text", _share("it")),
    "paragraph_share": ("Running text", _share("the letters")),
    "short_lines": ("Short lines", _share("the lines")),
}


def answer_rows(answer: Answer) -> list[tuple[str, str]]:
    """Each measure of a tool with its value, in words; one not known here keeps its own name."""
    rows: list[tuple[str, str]] = []
    for name, value in answer.model_dump().items():
        label, shown = _SAID.get(name, (in_words(name), str))
        rows.append((label, shown(value)))
    return rows


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


def answer_in_short(step: Step) -> str:
    """The measures of an answer that say most: `Pages 9 · Scanned 0% of the pages`; or an error."""
    if error := step.answer.get("error"):
        return f"Refused: {error}"
    known = [name for name in _IN_SHORT if name in step.answer]
    return " · ".join(f"{_SAID[name][0]} {_SAID[name][1](step.answer[name])}" for name in known)


def decided_in_words(found: Inspection) -> str:
    """What was decided, and by whom: `Semantic flow, chosen by the policy, without a model`."""
    by = f"by {found.decided_by}" if found.decided_by else "by the policy, without a model"
    path = in_words(found.decision.selected_path)
    return f"{path}, chosen {by}"


def policy_in_words(found: Inspection) -> str:
    """What the policy says beside a decision of a model; nothing where it decided itself."""
    if not found.decided_by or not found.decision.balance:
        return ""
    policy = found.decision.balance[0].path
    name = in_words(policy).lower()
    if policy is found.decision.selected_path:
        return f"The policy would have chosen {name} too."
    return f"The policy would have chosen {name}."


def unused_in_words(found: Inspection, parse: ParseInfo | None) -> str:
    """That the document was read by another route than the decision shown; nothing if not so."""
    used = parse.options.get("route") if parse and not parse.chosen else None
    if parse is None or used is None:
        return ""
    path, by = found.decision.selected_path, parse.decided_by or "the policy"
    if used != path:
        return (
            f"The document was read along {in_words(str(used)).lower()}, which {by} chose before."
        )
    by_rule = sum(count for route, count in parse.page_routes.items() if route != path)
    if path is Route.VISUAL_TOPOLOGY and found.decided_by and not parse.decided_by and by_rule:
        return (
            f"{found.decided_by} chose sight for all pages. The policy left it to the measures of "
            f"each page, so {by_rule} were read by rule."
        )
    return ""


def balance_rows(decision: Decision) -> list[tuple[str, ...]]:
    """One row a path, the best first: what it costs, loses and finds, and the score of that."""
    return [
        (
            in_words(one.path),
            f"{one.cost:.2f} ({one.cost_part:+z.3f})",
            f"{one.loss:.2f} ({one.loss_part:+z.3f})",
            f"{one.fidelity:.2f} ({one.fidelity_part:+z.3f})",
            f"{one.score:+z.3f}",
        )
        for one in decision.balance
    ]


def times_in_words(seconds: Mapping[str, float]) -> str:
    """How long the whole inspection took, and what of it reading the sample did."""
    total = sum(seconds.values())
    sample = total - sum(seconds.get(name, 0.0) for name in TOOLS)
    return (
        f"{total * 1000:,.0f} ms, of which reading the sampled pages took {sample * 1000:,.0f} ms"
    )
