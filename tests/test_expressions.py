"""Expressions that are compiled late: as those of `re` in all that is asked of them, and sound."""

from __future__ import annotations

import copy
import gc
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maskera
from maskera import Pipeline, expressions


@given(text=st.text("ab1 \n"))
def test_a_late_expression_finds_what_an_early_one_finds(text: str) -> None:
    pattern, flags = r"^(?P<a>[ab]+)(\d)?$", re.MULTILINE
    late, early = expressions.compile(pattern, flags), re.compile(pattern, flags)
    assert [m.span() for m in late.finditer(text)] == [m.span() for m in early.finditer(text)]
    assert late.split(text) == early.split(text)
    assert late.sub("x", text) == early.sub("x", text)
    assert (late.pattern, late.groupindex) == (early.pattern, early.groupindex)


def test_it_is_compiled_when_it_is_used() -> None:
    wrong = expressions.compile("(")
    assert wrong.pattern == "("
    with pytest.raises(re.error):
        wrong.search("(")


def test_expressions_are_equal_where_pattern_and_flags_are() -> None:
    one, same = expressions.compile("a"), expressions.compile("a")
    assert one == same
    assert hash(one) == hash(same)
    assert one != expressions.compile("a", re.IGNORECASE)
    assert copy.copy(one) == one


def test_every_expression_of_a_pipeline_compiles(nlp: Pipeline) -> None:
    gc.unfreeze()  # a workbench that another test served may have put them out of sight
    late = [each for each in gc.get_objects() if type(each).__name__ == "_Late"]
    patterns = [each for each in late if each.pattern != "("]
    assert len(patterns) > 100
    for each in patterns:
        re.compile(each.pattern, each._flags)


def test_no_group_is_repeated_possessively() -> None:
    group = re.compile(r"\)(?:[*+?]|\{+[0-9,]+\}+)\+")
    folder = Path(maskera.__file__).parent
    found = [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*.py"))
        if path.name != "expressions.py" and group.search(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "Python 3.11.0 to 3.11.4 gets it wrong: (?>(?:...)*), see expressions.py"
    assert group.search("(?:ab)*+") and group.search("(ab){{0,4}}+") and not group.search(r"\w*+")
