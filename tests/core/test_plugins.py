"""Loading implementations by name, and what is said without a package that they need."""

from importlib import import_module

import pytest

from core import plugins
from core.errors import InvalidOption, MissingExtra
from core.progress import part

TABLE = {
    "good": "core.embedding.hashing:HashingEncoder",
    "extra": "no_such_package_here.module:Thing",
    "ours": "core.no_such_module:Thing",
}


def test_a_name_leads_to_its_implementation():
    assert plugins.load(TABLE, "good").__name__ == "HashingEncoder"


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(InvalidOption, match="good, extra, ours"):
        plugins.load(TABLE, "bad")


def test_a_missing_package_is_named_with_its_install_command():
    with pytest.raises(MissingExtra, match="pip install no-such-package-here"):
        plugins.load(TABLE, "extra")


def test_a_missing_module_of_our_own_is_not_taken_for_an_extra():
    with pytest.raises(ModuleNotFoundError):
        plugins.load(TABLE, "ours")


def test_a_block_without_a_package_names_who_needs_it_and_the_extra_that_brings_it():
    said = r"The nothing needs the package 'no_such_package_here'.*pip install '.\[none\]'"
    with pytest.raises(MissingExtra, match=said), plugins.importing("none", "The nothing"):
        import_module("no_such_package_here.module")


@pytest.mark.parametrize("module", ["core.no_such_module", "sightline.nothing"])
def test_a_block_without_a_module_of_our_own_misses_no_extra(module: str):
    with pytest.raises(ModuleNotFoundError), plugins.importing("x", "It"):
        import_module(module)


def test_progress_of_a_part_is_counted_on():
    seen: list[tuple[int, int]] = []
    inner = part(lambda done, total: seen.append((done, total)), 10, 50)
    assert inner is not None
    inner(3, 5)
    assert seen == [(13, 50)]
    assert part(None, 10, 50) is None
