"""What the Inspector finds out about a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.arguments import ROUTES, add_document, add_model
from core.cli.documents import find
from core.cli.model_notices import no_key
from core.cli.output import inspection_lines
from core.errors import NotFound
from core.inspection.agent import decide_by_model
from core.inspection.worker import inspect_path

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from core.cli.console import Console
    from core.inspection.results import Inspection
    from core.progress import Progress
    from core.workbench import Workbench


def add_inspect(parser: ArgumentParser) -> None:
    """The arguments of `inspect`."""
    add_document(parser)
    add_model(parser, ROUTES)


def inspect(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Shows what the Inspector finds out, of a document or of a file that is in no library."""
    path = Path(arguments.document)
    with console.progress("inspecting") as progress:
        try:
            document = find(workbench, arguments.document).sha
            inspection = _inspected(workbench, document, arguments, progress)
        except NotFound:
            if not path.is_file():
                raise
            inspection = inspect_path(path, workbench.settings, progress)
            if workbench.model and arguments.by_model is not False:
                inspection = decide_by_model(
                    inspection, workbench.model, workbench.settings.model_prices, progress
                )
    console.say(*inspection_lines(inspection))
    console.notice(no_key(workbench, arguments), inspection.notice)
    console.result({"model": inspection.decided_by, **inspection.model_dump(mode="json")})
    return True


def _inspected(
    workbench: Workbench, document: str, arguments: Namespace, progress: Progress
) -> Inspection:
    """By the model where there is one, else the decision that the document was parsed by."""
    if arguments.by_model is None and workbench.model is None:
        return workbench.documents.known_inspection(document)
    by_model = arguments.by_model is not False
    return workbench.documents.inspection(document, progress, by_model=by_model)
