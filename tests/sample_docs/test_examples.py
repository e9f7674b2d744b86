"""The questions that newcomers are offered are answered by the right lines, and one by none."""

from __future__ import annotations

from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from core.configuration.adopted import library_configuration
from core.settings import load_settings
from core.spans import located
from core.workbench import Workbench
from sample_docs import SAMPLES, load_examples

if TYPE_CHECKING:
    from pathlib import Path

    from core.answering.base import Answer
    from sample_docs import Example

EXAMPLES = load_examples()
OF_DOCUMENTS = {example.document: example for example in EXAMPLES if example.evidence}
ALONE = list(OF_DOCUMENTS.values())[:1]
"""An example of one document, to be asked of that document alone."""


@pytest.fixture(scope="module")
def bench(indexed_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A library of all samples."""
    home = copytree(indexed_samples, tmp_path_factory.mktemp("samples") / "home")
    made = Workbench(load_settings(home=home, page_seconds=600))
    for sample in SAMPLES:
        made.documents.add(sample.path, sample.file_name, by_model=False)
    return made


def answer(bench: Workbench, example: Example, *, alone: bool) -> Answer:
    records = bench.library.list()
    documents = [each.sha for each in records if not alone or each.name == example.document]
    return bench.answers.ask(example.question, library_configuration(bench.settings), documents)


def squeeze(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    ("example", "alone"),
    [*((example, False) for example in EXAMPLES), *((example, True) for example in ALONE)],
    ids=lambda value: ("all", "alone")[value] if isinstance(value, bool) else value.question,
)
def test_an_example_is_answered_by_its_lines_or_by_none(
    example: Example, alone: bool, bench: Workbench
) -> None:
    given = answer(bench, example, alone=alone)
    assert given.abstained is (example.evidence is None)
    if example.evidence:
        quote = given.citations[0].quote
        assert bench.library.get(quote.document).name == example.document
        assert squeeze(example.evidence.quote) in squeeze(quote.text)
        lines = located(bench.documents.sir(quote.document), quote.spans)
        assert example.evidence.page in {line.box.page for line in lines}
