"""Path 1: structure from rules over the text that the PDF itself holds.

Source: TopoChunker, section 3.1 (STRUCTURAL_RULE).
"""

from core.parsing.structural_rule.parser import StructuralRuleOptions, StructuralRuleParser

__all__ = ["StructuralRuleOptions", "StructuralRuleParser"]
