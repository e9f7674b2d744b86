"""What the Inspector's tools answer, and what is decided from it.

Shares are of the sampled pages unless something else is named; means are over them.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from core.file_format import Form
from core.inspection import TOOLS
from core.llm.model import ModelUse
from core.sir import Route
from core.value_models import FrozenModel

INSPECTION = Form("sightline.inspection")


class MetadataAnswer(FrozenModel):
    """What `analyze_metadata` found."""

    pages: int
    """Pages of the document."""
    sampled: int
    """Pages that were looked at."""
    text_share: float
    """Pages with a text layer that can be used."""
    scanned_share: float
    """Pages that are pictures of text, whether or not OCR has given them a text layer."""
    characters: float
    """Mean characters a page."""
    outline_entries: int
    """Entries of the PDF's outline, in the whole document."""
    outline_depth: int
    """Levels of the outline; 0 without one."""
    tagged: bool
    """Whether the PDF says that it is tagged."""
    producer: str
    """The program that wrote the PDF, as it names itself."""
    language: str
    """Language of the sample as two letters, by its stop words; empty where they do not tell."""
    encrypted: bool
    """Whether the file was encrypted."""


class LayoutAnswer(FrozenModel):
    """What `probe_layout_complexity` found."""

    columns: float
    """Mean number of columns of text."""
    image_share: float
    """Mean share of a page that images cover."""
    table_share: float
    """Pages with rows of short pieces in columns, ruled or not."""
    unruled_share: float
    """Pages with such rows where rulings do not show all cells."""
    rulings: float
    """Mean number of straight rulings a page."""
    drawings: float
    """Mean number of drawn paths a page."""
    rotated_share: float
    """Pages that are turned, or whose text runs up, down or at a slant."""
    two_up: bool
    """Whether most pages hold two pages side by side."""
    hidden_share: float
    """Pages with text that a reader cannot see."""
    form_fields: float
    """Mean number of form fields a page."""
    sight_share: float
    """Pages whose measures call for reading by sight."""
    sight_reasons: tuple[str, ...]
    """Why, the most frequent kind first."""


class RulesAnswer(FrozenModel):
    """What `test_rule_adherence` found."""

    headings: float
    """Headings in 1,000 words: short lines that stand out by number, size, weight or capitals."""
    numbered: float
    """Share of those headings that begin with a section number."""
    size_steps: int
    """Font sizes above that of the running text in which headings are set."""
    outline_agreement: float | None
    """Share of the outline's entries on sampled pages that stand there as a line; None if none."""
    paragraph_share: float
    """Share of the characters that stand in lines as wide as their column."""
    short_lines: float
    """Share of lines that are shorter than half of their column."""


Answer = MetadataAnswer | LayoutAnswer | RulesAnswer


class Balance(FrozenModel):
    """How one path fares: its measures, and what each adds to the score."""

    path: Route
    cost: float
    """Time a page, in times of that of reading it by sight."""
    loss: float
    """Expected share of pages on which something is lost."""
    fidelity: float
    """Expected share of the structure that is found."""
    cost_part: float
    """What the cost takes from the score (zero or below)."""
    loss_part: float
    """What the risk of loss takes from the score (zero or below)."""
    fidelity_part: float
    """What fidelity adds to the score."""
    tokens: int = 0
    """Tokens that a language model is expected to be sent and to answer; 0 without one."""
    dollars: float = 0.0
    """Their price by the settings, in US dollars."""
    tokens_part: float = 0.0
    """What their price takes from the score (zero or below)."""

    @property
    def score(self) -> float:
        """The sum of the parts; the path with the highest is selected."""
        return self.cost_part + self.tokens_part + self.loss_part + self.fidelity_part


class RouteDecision(BaseModel):
    """The form in which the model decides.

    Source: TopoChunker, appendix C (output format of the Inspector).
    """

    selected_path: Route = Field(description="The path by which the document is read.")
    confidence_score: float = Field(description="From 0 to 1: how sure the choice is.")
    risk_score: float = Field(description="From 0 to 1: how much information it may lose.")
    reason: str = Field(description="One sentence of at most 30 words with the figures.")


class Decision(RouteDecision):
    """The path of a document; by the policy, `confidence_score` says how far it is ahead."""

    model_config = ConfigDict(frozen=True)

    balance: tuple[Balance, ...] = ()
    """How the policy weighs all paths, the one it would select first."""


class Step(FrozenModel):
    """One call of a tool by a language model, in the order of its doing."""

    tool: str
    """The name that the model called; there may be no such tool."""
    arguments: dict[str, JsonValue]
    answer: dict[str, JsonValue]
    """What the tool measured; under `error` in words why the call could not be answered."""
    seconds: float
    """Time of the turn of the model that made the call, on its first call only."""
    thought: str = ""
    """What the model said with it, in its own words."""


class Inspection(FrozenModel):
    """All that the Inspector found out about a document.

    `seconds` of a tool come from a clock and differ between runs; without a model all else is the
    same for the same file.
    """

    document: str
    sampled_pages: tuple[int, ...]
    """1-based numbers of the pages that were looked at."""
    metadata: MetadataAnswer
    layout: LayoutAnswer
    rules: RulesAnswer
    fingerprint: str
    """The answers in short, as a language model would get them."""
    tokens: int
    """Length of the fingerprint in tokens of all-MiniLM-L6-v2."""
    decision: Decision
    seconds: dict[str, float]
    """Wall-clock time of reading the sample and of each tool, by name."""
    decided_by: str = ""
    """The language model that made the decision; empty for the policy."""
    steps: tuple[Step, ...] = ()
    """How that model came to it."""
    notice: str = ""
    """What people should know, such as that the policy took the place of a model."""
    use: ModelUse | None = None
    """What was asked of the model, if it was asked."""

    @property
    def answers(self) -> dict[str, Answer]:
        """The answers by the names of the tools."""
        return dict(zip(TOOLS, (self.metadata, self.layout, self.rules), strict=True))
