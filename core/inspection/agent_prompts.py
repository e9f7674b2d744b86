"""What the model that inspects is told. No word of a document is in it.

Source: TopoChunker, appendix C, part I (role, steps and form of the decision). The words are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.inspection import TOOLS
from core.inspection.tool_calls import ToolArguments, short_id
from core.llm.base import Request, Speaker, Tool, Turn
from core.llm.prompts import DATA_RULE

if TYPE_CHECKING:
    from core.inspection.results import Inspection

_PATHS = """The paths:
- structural_rule: takes the hierarchy from section numbers, font sizes and the outline. A few
  milliseconds a page. Right for digital text whose headings show its structure.
- semantic_flow: parts running text where its topic changes. About twice that time. Right for
  long digital text in paragraphs with hardly a heading.
- visual_topology: a layout model looks at each page, OCR reads what has no text. Twenty times the
  time or more. Right for scans, and where tables without rulings, figures, forms or turned text
  would be lost otherwise.
On the first two paths, single pages that need sight are still read by sight: what counts is what
most of the document needs. Weigh three things: what reading costs, how likely information is
lost, and how much of the structure is found. Losing information weighs most, since no later step
brings it back; paying for sight where rules suffice is waste."""

PROBE = f"""You decide by which path a PDF is going to be read. You get its id and nothing else: you
cannot see its text, its name or its pages. Tools measure a sample of its pages and answer with
figures; shares run from 0 to 1.

{_PATHS}

Say in a sentence what you want to find out, and call the tools that tell it, several at once if
you like. When the figures suffice, call none and say in a sentence or two what follows from them.
{DATA_RULE}"""

DECIDE = f"""You decide by which path a PDF is going to be read. You see figures that tools measured
on a sample of its pages, and the notes that were made while they were asked for; shares run from
0 to 1.

{_PATHS}

Answer with the path, how sure you are of it, how large the risk is that it loses information, and
a reason of one short sentence that names the figures that decided. Rely on the figures only.
{DATA_RULE}"""

PROBE_FIRST = (
    "Measure before you decide: call at least one of the tools with the id of the document."
)

_PURPOSES = {
    "analyze_metadata": "Pages, share with a usable text layer, share that are scans, characters "
    "a page, entries and depth of the outline, whether tagged or encrypted, language.",
    "probe_layout_complexity": "Columns, share of pages with rows of cells (and with cells that "
    "no rulings show), area of images, rulings and drawings a page, turned, two-up and hidden "
    "text, form fields, and `sight_share`: pages whose measures call for reading by sight, with "
    "the reasons.",
    "test_rule_adherence": "Headings in 1,000 words, share of them that are numbered, font sizes "
    "of headings, share of the outline that stands in the text, share of running text, share of "
    "short lines.",
}


def first_request(found: Inspection) -> Request:
    """The beginning of the conversation: the id, and the tools."""
    tools = tuple(Tool(name, _PURPOSES[name], ToolArguments) for name in TOOLS)
    said = Turn(Speaker.USER, f"Document id: {short_id(found.document)}")
    return Request(PROBE, (said,), tools=tools)
