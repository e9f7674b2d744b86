"""The types of the whole project, and what nothing uses, checked beside the other tests."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = (
    "pages", "components", "core", "sightline", "sample_docs", "benchmarks", "docs", "tests",
)  # fmt: skip
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def test_all_types_fit() -> None:
    checked = subprocess.run(
        (sys.executable, "-m", "pyrefly", "check"), cwd=ROOT, capture_output=True, text=True
    )
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
    tree = ast.parse(source)
    methods = {
        part for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body
    }
    used = _used_names(tree)
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, DEFINITIONS) and node.name[0] == "_" and node.name[-2:] != "__"
        if node not in methods and used[node.name] == _used_names(node)[node.name]
    }


def _used_names(tree: ast.AST) -> Counter[str]:
    """How often each name is read, also as an attribute."""
    nodes = list(ast.walk(tree))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    return Counter(names + [node.attr for node in nodes if isinstance(node, ast.Attribute)])
