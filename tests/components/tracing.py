"""Follows expressions of the code, without running it, back to the texts they are made of.

A text is trusted that is written in the code, is a number, comes out of `foreign_text`, or
is made of trusted texts: through names, through what the app's own functions return, and
through parameters, for which all calls count.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

TRUSTED = frozenset(("plain", "plain_lines", "plain_html", "escape"))
NUMBERS = frozenset(
    "len round sum int float abs range ceil bool chr hexdigest strftime version "
    "python_version".split()
)
"""Functions that give no text, or one that nobody can choose."""
NUMERIC = frozenset(("int", "float", "bool", "int | None", "float | None", "bool | None"))
"""Annotations of what is no text."""
FIELDS = frozenset(
    "page number page_count pages sha id key value kind nodes total tokens calls dimension "
    "distance failed failed_pages sampled_pages start end context".split()
)
"""Fields that are numbers, ids or words of the code, whatever else has a field of that name."""
_SAME = frozenset("sorted list tuple set reversed str next iter zip dict enumerate filter".split())
"""Functions that give back what they were given, in another shape."""
_PARTS = frozenset(
    "lower upper capitalize strip rstrip replace get title items values keys split partition "
    "most_common format join fromkeys".split()
)
"""Methods that give back parts of what they belong to."""
_INNER: dict[type[ast.expr], Callable[[Any], list[ast.expr]]] = {
    ast.Constant: lambda node: [],
    ast.Compare: lambda node: [],
    ast.UnaryOp: lambda node: [],
    ast.BinOp: lambda node: [node.left, node.right] if _is_of_texts(node) else [],
    # No text has a format in this code.
    ast.FormattedValue: lambda node: [] if node.format_spec else [node.value],
    ast.JoinedStr: lambda node: node.values,
    ast.BoolOp: lambda node: node.values[-1:] if isinstance(node.op, ast.And) else node.values,
    ast.IfExp: lambda node: [node.body, node.orelse],
    ast.Subscript: lambda node: [node.value],
    ast.Starred: lambda node: [node.value],
    ast.NamedExpr: lambda node: [node.value],
    ast.Lambda: lambda node: [node.body],
    ast.List: lambda node: node.elts,
    ast.Tuple: lambda node: node.elts,
    ast.Set: lambda node: node.elts,
    ast.Dict: lambda node: [*filter(None, node.keys), *node.values],
    ast.ListComp: lambda node: [node.elt],
    ast.SetComp: lambda node: [node.elt],
    ast.GeneratorExp: lambda node: [node.elt],
    ast.DictComp: lambda node: [node.key, node.value],
}
"""The parts of an expression that its text is made of, by its kind."""
_CONSTANT = re.compile(r"_?[A-Z][A-Z_]*\b")


@dataclass(frozen=True)
class Scope:
    """Where an expression stands, which says what its names mean."""

    module: str
    function: ast.FunctionDef | None = None
    outer: Scope | None = None


class Code:
    """Modules as trees: their functions and imports by name, and all calls."""

    def __init__(self, root: Path) -> None:
        """Reads the folders `components`, `pages` and, for its annotations, `core`."""
        self.functions: dict[tuple[str, str], ast.FunctionDef] = {}
        self.imports: dict[tuple[str, str], tuple[str, str]] = {}
        self.calls: dict[str, list[tuple[ast.Call, Scope]]] = defaultdict(list)
        self.annotations: dict[str, set[str]] = defaultdict(set)
        """Of the fields of all classes, by their names."""
        self.enums: set[str] = set()
        for folder in ("components", "pages", "core"):
            for path in (root / folder).rglob("*.py"):
                parts = path.relative_to(root).with_suffix("").parts
                module = ".".join(parts).removesuffix(".__init__")
                self._read(ast.parse(path.read_text("utf-8")), Scope(module))

    def function(self, module: str, name: str) -> Scope | None:
        """The function that a name means in a module."""
        while (module, name) in self.imports:
            module, name = self.imports[module, name]
        found = self.functions.get((module, name))
        return Scope(module, found) if found else None

    def is_numeric(self, annotation: ast.expr | str | None) -> bool:
        """Whether what is annotated so is a number, or a word of the code."""
        words = ast.unparse(annotation) if isinstance(annotation, ast.expr) else annotation or ""
        return words in NUMERIC or words.removesuffix(" | None") in self.enums

    def _read(self, tree: ast.AST, scope: Scope) -> None:
        for node in ast.iter_child_nodes(tree):
            inner = scope
            match node:
                case ast.FunctionDef():
                    self.functions[scope.module, node.name] = node
                    if scope.module.startswith("core."):
                        continue  # Shows nothing, and is long.
                    inner = Scope(scope.module, node, scope)
                case ast.ImportFrom(module=str(module)):
                    for name in node.names:
                        self.imports[scope.module, name.asname or name.name] = (module, name.name)
                case ast.ClassDef(bases=bases) if any("Enum" in ast.unparse(b) for b in bases):
                    self.enums.add(node.name)
                case ast.AnnAssign(target=ast.Name(id=name)) if isinstance(tree, ast.ClassDef):
                    self.annotations[name].add(ast.unparse(node.annotation))
                case ast.Call():
                    self.calls[called(node)].append((node, scope))
            self._read(node, inner)


Seen = tuple[ast.FunctionDef | None, str]
"""A name within a function that was followed already."""
Origins = Iterator[tuple[ast.expr, Scope]]


class Trace:
    """Follows one expression back to the foreign texts that it is made of."""

    def __init__(self, code: Code, seen: Iterable[Seen] = ()) -> None:
        self.code = code
        self.seen = set(seen)

    def foreign(self, node: ast.expr, scope: Scope) -> Origins:
        """The parts that are neither written in the code nor trusted, each with its scope."""
        match node:
            case ast.Name():
                yield from self._name(node, scope)
            case ast.Call():
                yield from self._call(node, scope)
            case ast.Attribute():
                if not self._is_numeric(node) and self._is_foreign(node.value, scope):
                    yield node, scope
            case _ if type(node) in _INNER:
                yield from self._all(_INNER[type(node)](node), scope)
            case _:
                yield node, scope

    def _all(self, nodes: Iterable[ast.expr], scope: Scope) -> Origins:
        for node in nodes:
            yield from self.foreign(node, scope)

    def _is_numeric(self, node: ast.Attribute) -> bool:
        """Whether a field holds a number in every class that has it."""
        known = self.code.annotations.get(node.attr)
        return node.attr in FIELDS or (bool(known) and all(map(self.code.is_numeric, known or ())))

    def _is_foreign(self, node: ast.expr, scope: Scope) -> bool:
        return any(Trace(self.code, self.seen).foreign(node, scope))

    def _name(self, node: ast.Name, scope: Scope) -> Origins:
        function, name = scope.function, node.id
        known = name in _SAME | TRUSTED | NUMBERS | self.code.enums or _CONSTANT.fullmatch(name)
        if known or self._again(function, name):
            return
        parameter = _parameter(function, name)
        if values := list(_assigned(function, name)):
            yield from self._all(values, scope)
        elif parameter and self.code.is_numeric(parameter.annotation):
            return
        elif parameter and (given := list(self._given(function, name))):
            for value, origin in given:
                yield from self.foreign(value, origin)
        elif target := self.code.function(scope.module, name):
            yield from self._returned(target)
        elif scope.outer:
            yield from self._name(node, scope.outer)
        else:
            yield node, scope

    def _call(self, node: ast.Call, scope: Scope) -> Origins:
        name = called(node)
        if name in TRUSTED | NUMBERS:
            return
        if isinstance(node.func, ast.Attribute):
            given = node.args[1:] if name == "get" else node.args
            own = [node.func.value, *given] if name in _PARTS else []
            yield from self._all(own, scope) if own else [(node, scope)]
        elif name in _SAME:
            yield from self._all(node.args, scope)
        elif name == "map":
            made_by = ast.unparse(node.args[0])
            texts = node.args[1:] if made_by in _SAME else node.args[:1]
            yield from self._all(texts, scope)
        elif target := self.code.function(scope.module, name):
            yield from self._returned(target)
        else:
            yield node, scope

    def _returned(self, scope: Scope) -> Origins:
        function = scope.function
        if function is None or self.code.is_numeric(function.returns):
            return
        if not self._again(function, "return"):
            for node in ast.walk(function):
                if isinstance(node, ast.Return | ast.Yield) and node.value:
                    yield from self.foreign(node.value, scope)

    def _given(self, function: ast.FunctionDef | None, name: str) -> Origins:
        """What is given for a parameter at the calls of its function."""
        if function is None:
            return
        names = [argument.arg for argument in function.args.args]
        for call, scope in self.code.calls.get(function.name, ()):
            target = self.code.function(scope.module, function.name)
            if target and target.function is function:
                given = dict(zip(names, call.args, strict=False))
                given |= {word.arg: word.value for word in call.keywords if word.arg}
                if name in given:
                    yield given[name], scope

    def _again(self, function: ast.FunctionDef | None, name: str) -> bool:
        known = (function, name) in self.seen
        self.seen.add((function, name))
        return known


def called(call: ast.Call) -> str:
    """The name of what is called, without what it belongs to."""
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _is_of_texts(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return not any(isinstance(it, ast.Constant) and not isinstance(it.value, str) for it in sides)


def _parameter(function: ast.FunctionDef | None, name: str) -> ast.arg | None:
    arguments = [*function.args.args, *function.args.kwonlyargs] if function else []
    return next((argument for argument in arguments if argument.arg == name), None)


def _assigned(function: ast.FunctionDef | None, name: str) -> Iterator[ast.expr]:
    """What a name of a function is set to, looped over, or added to."""
    for node in ast.walk(function) if function else ():
        match node:
            case ast.Assign(targets=[target], value=value):
                yield from _taken(name, target, value)
            case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target, value):
                yield from _taken(name, target, value)
            case ast.Call(func=ast.Attribute(value=target, attr="append" | "insert" | "extend")):
                yield from _taken(name, target, node.args[-1])
            case ast.For(target=target, iter=value) | ast.comprehension(target, value):
                yield from _taken(name, target, value)


def _taken(name: str, target: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    """The part of a value that a name gets where the value is taken apart."""
    match target, value:
        case ast.Name(id=own), _:
            yield from [value] if own == name else []
        case ast.Tuple(elts=names), ast.Call(args=[*parts]) if called(value) == "zip":
            for part, own in zip(names, parts, strict=False):
                yield from _taken(name, part, own)
        case ast.Tuple(elts=[number, inner]), ast.Call() if called(value) == "enumerate":
            yield from _taken(name, number, ast.Constant(0))
            yield from _taken(name, inner, value.args[0])
        case ast.Tuple(elts=names), _:
            for part in names:
                yield from _taken(name, part, value)
