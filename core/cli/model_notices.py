"""What people are told where the language model did not do what it might have done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.library.file_kinds import LOOKED_AT
from core.parsing.parse_info import AUTOMATIC

if TYPE_CHECKING:
    from argparse import Namespace

    from core.library import DocumentRecord
    from core.workbench import Workbench


def no_key(workbench: Workbench, arguments: Namespace) -> str:
    """That there is no model where one was asked for; nothing if not so."""
    if not arguments.by_model or workbench.model:
        return ""
    return (
        "There is no key for a language model, so rules did it. Set GEMINI_API_KEY or "
        "SIGHTLINE_MODEL."
    )


def routing_notice(workbench: Workbench, record: DocumentRecord, arguments: Namespace) -> str:
    """That the model could not choose the route of a document that was added."""
    chosen = arguments.route not in (None, AUTOMATIC) or record.kind not in LOOKED_AT
    if arguments.by_model is False or chosen:
        return ""
    missing = no_key(workbench, arguments)
    if missing or workbench.model is None:
        return missing
    notice = workbench.documents.known_inspection(record.sha).notice
    return f"{record.name}: {notice}" if notice else ""
