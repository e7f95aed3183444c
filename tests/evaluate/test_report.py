from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from lxml import etree

from maskera.evaluate.align import Pair, pair
from maskera.evaluate.charts import bar, bars, heat_map, lines
from maskera.evaluate.evaluation import evaluate
from maskera.evaluate.faults import faults
from maskera.evaluate.report import report, table_html
from maskera.evaluate.tables import Table
from maskera.taxonomy import shipped
from maskera.text import Document

from .build import mention, random_pairs

VOID = {"meta", "input", "link", "br"}


class EnsembleWeights(HTMLParser):
    """Checks that every element is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page_of(pairs: list[Pair], name: str = "found") -> str:
    return report(evaluate(pairs, shipped(), draws=50), list(faults(pairs)), "gold", name)


def test_the_page_is_well_formed_and_needs_nothing_from_outside() -> None:
    page = page_of(random_pairs(1))
    parser = EnsembleWeights()
    parser.feed(page)
    assert parser.open == []
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    for heading in ("Blanket", "Confusion", "Calibration", "Review", "Errors", "Genre", "Level"):
        assert heading in page
    assert "personal tokens still there, at most" in page  # the bound on what was missed
    assert page.count('class="fault"') == len(list(faults(random_pairs(1))))


@pytest.mark.parametrize(
    "told", [{"personal": 1.0, "features": frozenset({"gen"}), "number": 1}, {}]
)
def test_what_the_gold_does_not_say_is_not_scored(told: dict[str, object]) -> None:
    page = page_of(
        [
            pair(
                Document("d", "Elin bor"),
                [mention(0, 4, "surname", **told)],
                [mention(0, 4, "surname", personal=0.9)],
            )
        ]
    )
    for said in (
        "Selective",
        "that concern",
        "all features right",
        "Features, where",
        "running numbers",
    ):
        assert (said in page) == bool(told)


def test_text_cannot_break_out_of_the_page() -> None:
    document = Document('<b id="d">', "<script>alert(1)</script> & så", meta={"genre": '"><i>'})
    pairs = [pair(document, [mention(0, 8, "city")], [mention(0, 9, "city")])]
    page = page_of(pairs, "<u>")
    parser = EnsembleWeights()
    parser.feed(page)
    assert parser.open == []
    assert parser.seen.count("script") == 1
    assert not {"b", "i", "u"} & set(parser.seen)
    assert "&lt;script" in page


def test_an_error_shows_both_extents() -> None:
    document = Document("d", "Eva Ek bor här")
    page = page_of([pair(document, [mention(0, 3, "surname")], [mention(0, 6, "surname")])])
    assert '<span class="gold found">Eva</span><span class="found"> Ek</span> bor här' in page


def test_a_page_without_errors_says_so() -> None:
    pairs = [pair(Document("d", "Eva"), [mention(0, 3, "city")], [mention(0, 3, "city")])]
    assert "No errors." in page_of(pairs)


@pytest.mark.parametrize(
    "chart",
    [
        lines({"a & b": [(0, 0), (1, 1)], "c": []}, "x < y", "y", diagonal=True, dots=True),
        heat_map(["city", "O"], {("city", "O"): 3, ("O", "city"): 12345}, "gold", "found"),
        bars({"a & b": {"x": 1, "y <": 2.5}, "c": {}}, "t"),
        bars({}, "t"),
        bar(0.5, 0.4, 0.6),
        bar(0.0),
    ],
)
def test_charts_are_well_formed(chart: str) -> None:
    etree.fromstring(chart)


def test_a_heat_map_tells_each_count_and_its_share_of_the_row() -> None:
    chart = heat_map(["city", "year"], {("city", "city"): 3, ("city", "year"): 1}, "gold", "found")
    assert "city → year: 1 (25.0%)" in chart
    assert "year → city" not in chart


def test_tables_are_escaped_and_their_totals_stand_out() -> None:
    html = table_html(Table("T", ("label", "<n>"), (("city", "1"), ("total", "2"))))
    assert "&lt;n&gt;" in html
    assert '<tr class="total"><td' in html
    etree.fromstring(f"<div>{html}</div>")
    assert "<table>" in table_html(Table("T", ("label",), ()))
