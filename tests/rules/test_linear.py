"""Expressions of users that could take endless time are refused, the ordinary ones are not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.rules.linear import fault


@pytest.mark.parametrize(
    "expression",
    [
        r"ÄR-\d{4}-\d+",
        r"[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}",
        r"[a-z]+@[a-z]+\.se",
        r"\bK-\d{3,6}\b",
        r"(?<=nr )\d+",
        r"[A-ZÅÄÖ][a-zåäö]+ (?:AB|HB|KB)",
        r"(?:\d{1,3}\.){1,20}",
        r"(?i)bricka\s*\d+",
        r"(?P<hit>\d+) st",
    ],
)
def test_ordinary_expressions_pass(expression: str) -> None:
    assert fault(expression) == ""


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        (r"(", "no regular expression: missing ), unterminated subpattern at its character 1"),
        (r"a*", "matches the empty text"),
        (r"(a+)+$", "repeats alternatives, or what may have several lengths"),
        (r"(?:\d{1,5})*x", "repeats alternatives, or what may have several lengths"),
        (r"(a|a)*b", "repeats alternatives, or what may have several lengths"),
        (r"(a|aa){35}c", "repeats alternatives, or what may have several lengths"),
        (r"(a?){30}a{30}", "repeats what may be empty"),
        (r"(x)\1", "refers back to a group"),
        (r"\d+\d+\d+x", "takes too long"),
        (r".*.*.*x", "takes too long"),
        (r"(\d{1,5}){20}x", "takes too long"),
    ],
)
def test_what_may_be_endless_is_refused_with_a_reason(expression: str, why: str) -> None:
    assert why in fault(expression)


@given(st.text(r"ab0\d[]()|+*?{}.,1 -", max_size=12))
def test_any_text_is_answered(expression: str) -> None:
    told = fault(expression)
    if not told:
        assert not re.compile(expression).match("")
