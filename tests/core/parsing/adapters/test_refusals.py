"""Files that an adapter must not take for its own, whichever adapter it is."""

from __future__ import annotations

import pytest

from core.errors import NotNative
from core.parsing.adapters import adapter_names, get_adapter
from tests.core.parsing.adapters.native_checks import plain_pages

NAMES = [name for name in adapter_names() if name != "markdown"]
NOBODYS = (
    b"", b"{", b"{}", b"null", b"17", b"[1]", b"no JSON [", b"\xff\xfe\x00", b'["only words"]',
    b"\x89PNG\r\n\x1a\n\x00", b"[" * 100_000, b'{"a":' * 50_000, b'[{"a":' * 50_000 + b"1",
)  # fmt: skip
NAMED = {
    "docling": "Docling", "granite_docling": "Granite-Docling", "mineru_pipeline": "MinerU",
    "mineru_vlm": "MinerU", "gemini": "language model", "llamaparse": "LlamaParse",
    "document_ai": "Document AI", "unstructured": "Unstructured",
}  # fmt: skip
"""How the error calls an adapter; one of no service is called by what is missing."""
OTHERS = {
    "docling": b'{"schema_name": "DoclingDocument", "body": {}, "texts": []}',
    "mineru": b'{"pdf_info": [{"page_idx": 0, "para_blocks": []}]}',
    "gemini": b'[{"layout_elements": []}]',
    "llamaparse": b'{"pages": [{"page": 1, "items": []}]}',
    "document_ai": b'{"document": {"documentLayout": {}}}',
    "unstructured": b'[{"type": "Title", "text": "a", "element_id": "1", "metadata": {}}]',
}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_of_nobody_or_of_another_parser_is_refused_with_a_next_step(name: str) -> None:
    foreign = [content for other, content in OTHERS.items() if not name.startswith(other)]
    for content in (*NOBODYS, *foreign):
        with pytest.raises(NotNative, match=r"\.$") as refused:
            get_adapter(name).convert(content, plain_pages(1))
        assert NAMED.get(name, "") in str(refused.value)
