"""No text that the app did not write is shown without having been through `foreign_text`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.components.foreign_sinks import leaks
from tests.components.tracing import Code

MARKDOWN = """
ask.claims: card.label
ask.claims: card.short
ask.rejected_items: card.source
ask.conversation: step.card.note
ask.conversation: step.card.text
ask.claims: step.card.note
ask.claims: step.card.text
ask.evidence: now.card.label
ask.evidence: now.card.text
answers.evidence_card: fact.help
answers.evidence_card: fact.label
ask.rejected_items: turn.cited[item].text
ask.side_by_side: card.label
ask.side_by_side: card.note
ask.side_by_side: card.text
link_notes: notes
selection.question_notices: notice.words
settings.services: how
settings.services: used
comparison.figures: figure.meaning
comparison.figures: figure.name
"""
"""Fields that hold Markdown, as their classes say; what they are given is looked at as well."""
WRITTEN = """
answers.evidence_card: lit.name
chunks.steps: walk.name(place)
ask.conversation: field.description
ask.conversation: field.title
evaluate.answers_view: figures.shares
documents.edition_comparison: Counter((change.kind for change in changes))
evaluate.grid_form: chunker(strategy).options.model_fields
evaluate.grid_form: info.description
evaluate.grid_form: info.title
evaluate.settings_table: results.measures
structure.inspection_report: inspection.answers
forms.option_controls: getattr(options, field)
forms.option_controls: info.description
forms.option_controls: info.title
documents.card: Counter((class_words(node.type) for node in sir.nodes[1:sir.flow]))
labels.settings: info.description
labels.settings: info.title
settings.fields: Settings.model_fields[name].description
labels.strategies: chunker(strategy).title
core.configuration.labels: chunker(config.strategy).title
core.configuration.labels: fields[name].title
core.configuration.labels: name
core.configuration.labels: refining.model_dump()
core.configuration.labels: title
core.configuration.labels: value
core.configuration.labels: values
core.evaluation.sweeps.grid: setting.strategy
"""
"""Names and explanations of options, measures, tools and strategies, which the code holds."""
NUMBERS = """
ask.claims: now.place
labels.chunks: chunk.token_count
ask.signing: checking.item_count(turn)
ask.signing: turn.review.decided()
answers.quote_in_context: state.kept(_AROUND, ('', 0, 0))
answers.quote_view: part.citations
ask.side_by_side: claim.citations
core.answering.cited_documents: Counter(names)
core.answering.cited_documents: names.count(names[0])
chunks.compare: two.one
chunks.compare: two.other
chunks.compare_lists: two.one
chunks.compare_lists: two.other
core.page_names: numbers
labels.chunks: chunk.cut.tokens_by_role
evaluate.answers_view: figures.kinds
evaluate.figures: pair.question
evaluate.question_marks: by_page
evaluate.question_view: ranks
evaluate.tuning: state.kept(_KEY, '')
widgets.node_marks: min(max(page or 1, 1), len(sir.pages))
"""
"""Numbers and ids, or what only stands beside them, such as the sides A and B."""


def test_all_foreign_text_is_shown_as_it_is() -> None:
    allowed = {*MARKDOWN.splitlines(), *WRITTEN.splitlines(), *NUMBERS.splitlines()} - {""}
    found = {
        f"{leak.module.removeprefix('components.')}: {leak.text}" for leak in leaks(Code(ROOT))
    }
    assert sorted(found - allowed) == []
    assert sorted(allowed - found) == [], "is not met any more"


ROOT = Path(__file__).parents[2]
PAGE = """
import streamlit as st
from components.foreign_text import plain

def page(record):
    name = f"**{record.name}**"
    {shows}

def facts(record):
    said = [plain(record.name)]
    said.append(record.title)
    return said

def short(text):
    st.caption(text)

short("Words")
page(load())
"""


@pytest.mark.parametrize(
    ("shows", "found"),
    [
        ("st.markdown(name)", {"record.name"}),
        ("st.markdown(plain(name))", set()),
        ("short(name)", {"record.name"}),
        ("st.caption(' · '.join(facts(record)))", {"record.title"}),
        ("st.button('Go', help=f'Opens {record.name}')", {"record.name"}),
        ("st.radio('Which', [record.name])", {"record.name"}),
        ("st.selectbox('Which', [record.name])", set()),
        ("st.text(name)", set()),
        ("st.markdown(f'{record.size:.1f} MB of {len(record.pages)}')", set()),
        ("st.markdown(plain(record.name) + str(record.error))", {"record.error"}),
        ("figure.add_scatter(hovertext=[it.name for it in record.elements])", {"it.name"}),
    ],
)
def test_foreign_text_is_followed_to_where_it_is_shown(
    tmp_path: Path, shows: str, found: set[str]
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "one.py").write_text(PAGE.replace("{shows}", shows), "utf-8")
    assert {leak.text for leak in leaks(Code(tmp_path))} == found
