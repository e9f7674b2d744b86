"""What an element of a page stands in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.library.structured.dom import attribute, id_selector, path_step

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode


@dataclass(frozen=True, slots=True)
class Around:
    """The nearest id, the path to an element, and how it is set.

    `depth` counts elements around it, `lists` lists. `in_content` says that it stands in what the
    page marks as its content.
    """

    dom_id: str = ""
    path: str = ""
    depth: int = 0
    lists: int = 0
    indent: int = 0
    in_content: bool = False

    def inside(self, node: LexborNode, number: int) -> Around:
        """That of what is below a node, the `number`th of its tag (from 1) below this one."""
        dom_id = attribute(node, "id")
        step = path_step(node, number)
        path = id_selector(dom_id) if dom_id else f"{self.path} > {step}".removeprefix(" > ")
        return replace(
            self,
            dom_id=dom_id or self.dom_id,
            path=path,
            depth=self.depth + 1,
            in_content=self.in_content or node.tag in ("main", "article"),
        )

    def indented(self) -> Around:
        """The same, set one step further to the right."""
        return replace(self, indent=self.indent + 1)

    def within_list(self) -> Around:
        """That of the items of a list, which are set from its left edge."""
        return replace(self, lists=self.lists + 1, indent=0)
