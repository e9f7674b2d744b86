"""The types of the whole project, and what nothing uses, checked beside the other tests."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = (
    "pages", "components", "core", "sightline", "sample_docs", "benchmarks", "docs", "tests",
)  # fmt: skip
_PRIVATE = re.compile(r"(?:def|class) _[a-zA-Z]")
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def test_all_types_fit() -> None:
    command = ("-m", "pyrefly", "check", "--python-interpreter-path", sys.executable)
    checked = subprocess.run((sys.executable, *command), cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_private_function_and_class_is_used_where_it_stands() -> None:
    """The type checker and the linter look at what is imported and at variables, not at these."""
    sources = [ROOT / "app.py", *(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))]
    unused = {str(path): names for path in sources if (names := unused_in(path.read_text("utf-8")))}
    assert unused == {}


def test_what_calls_only_itself_or_nothing_counts_as_unused() -> None:
    source = "def _a():\n    _a()\nclass _B:\n    def _c(self): ...\ndef _d(): ...\n_d()"
    assert unused_in(source) == {"_a", "_B"}


def unused_in(source: str) -> set[str]:
    """Names of private functions and classes that nothing outside of themselves uses.

    Methods are left out: a base class or a validator may be what calls them.
    """
    if not _PRIVATE.search(source):
        return set()
    nodes = list(ast.walk(ast.parse(source)))
    methods = {part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body}
    used = Counter(map(_used_name, nodes))
    return {
        node.name
        for node in nodes
        if isinstance(node, DEFINITIONS) and node.name[0] == "_" and node.name[-2:] != "__"
        if node not in methods
        if used[node.name] == [_used_name(below) for below in ast.walk(node)].count(node.name)
    }


def _used_name(node: ast.AST) -> str:
    """The name that a node reads, also as an attribute."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
