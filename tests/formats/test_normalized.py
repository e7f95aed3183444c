"""SVALA graphs with a normalized target side, pseudonymized along their edges."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.formats import graph as graphs
from maskera.formats import svala
from maskera.formats.graph import Graph, Token
from maskera.lang import load_pack
from maskera.mentions import Mention
from maskera.policy import load_policy
from maskera.replace import replace
from maskera.replace.versions import respellings
from maskera.result import Replacement, Result, release
from maskera.text import Document, Span

from .invariant import check_invariant

Pair = tuple[str, str, str]
"""Words of the source, words of the target, labels; a comment behind a bar."""


def graph(*pairs: Pair) -> Graph:
    """A graph with an edge a pair, whose words stand in both texts in the order of the pairs."""
    source: list[Token] = []
    target: list[Token] = []
    edges = []
    for ours, theirs, said in pairs:
        labels, _, comment = said.partition("|")
        new_source = [Token(f"s{len(source) + n}", w + " ") for n, w in enumerate(ours.split())]
        new_target = [Token(f"t{len(target) + n}", w + " ") for n, w in enumerate(theirs.split())]
        source += new_source
        target += new_target
        ids = [token.id for token in (*new_source, *new_target)]
        edges.append(graphs.edge(ids, labels.split(), manual=bool(labels), comment=comment or None))
    return Graph(tuple(source), tuple(target), {edge.id: edge for edge in edges}, "essay 7")


def plain(text: str) -> list[Pair]:
    """Words that are the same on both sides."""
    return [(word, word, "") for word in text.split()]


def read(given: Graph) -> Document:
    (document,) = svala.read(graphs.render(given), "essay.json")
    assert isinstance(document, Document)
    return document


def pseudonymized(given: Graph, *marks: tuple[str, str, int], policy: str = "swell") -> Graph:
    """The graph written again, with these words of its source (word, label with features, number)
    marked as mentions."""
    document = read(given)
    mentions, done = [], 0
    for word, label, number in marks:
        start = document.text.index(word, done)
        done = start + len(word)
        base, *features = label.split("+")
        mentions.append(Mention(Span(start, done), base, number, frozenset(features)))
    key = b"an invented key of 32 bytes, ok?"
    result = replace(document, mentions, load_pack("sv"), load_policy(policy), key)
    new = svala.graph(result)
    check_invariant(new)
    assert new.source == given.source
    assert new.comment == given.comment
    return new


def target(given: Graph) -> str:
    return "".join(token.text for token in given.target).strip()


def labels(given: Graph, word: str) -> list[str]:
    """The labels of the edge of a word of the target."""
    identifier = next(token.id for token in given.target if token.text.strip() == word)
    return next([*edge.labels] for edge in given.edges.values() if identifier in edge.ids)


def test_a_corrected_name_gets_its_pseudonym_in_the_corrected_case() -> None:
    given = graph(*plain("jag heter"), ("katrina", "Katarina", "O-Cap O"), (".", ".", ""))
    new = pseudonymized(given, ("katrina", "firstname_female", 1))
    *start, name, stop = target(new).split()
    assert [*start, stop] == ["jag", "heter", "."]
    assert name.istitle() and name != "Katarina"
    assert labels(new, name) == ["firstname_female", "1", "O-Cap", "O"]


def test_the_genitive_that_a_corrector_put_in_or_took_away_is_kept() -> None:
    given = graph(("Omar", "Omars", "M-Case"), *plain("bror och"), ("Omars", "Omar", "M-Case"))
    new = pseudonymized(given, ("Omar", "firstname_male", 1), ("Omars", "firstname_male+gen", 1))
    first, *_, last = target(new).split()
    assert first in (f"{last}s", last) and first[-1] in "sxz"
    assert "Omar" not in target(new)


def test_a_compound_that_a_corrector_made_of_a_name_keeps_its_second_half() -> None:
    new = pseudonymized(
        graph(("Malmö polisen", "Malmöpolisen", "O-Comp"), *plain("kom hit .")),
        ("Malmö", "city", 1),
    )
    first = new.target[0].text.strip()
    assert first.endswith("polisen") and "Malmö" not in first


def test_correction_labels_and_comments_stay_where_no_mention_is() -> None:
    given = graph(
        ("på", "i", "L-W OBS!|which one?"), ("götborj", "Göteborg", "O"), ("hara", "här", "O")
    )
    new = pseudonymized(given, ("götborj", "city", 1))
    assert new.edges["e-s0-t0"] == given.edges["e-s0-t0"]
    assert new.edges["e-s2-t2"] == given.edges["e-s2-t2"]
    assert target(new).startswith("i ") and target(new).endswith(" här")
    assert "Göteborg" not in target(new)


def test_a_name_of_two_edges_becomes_one_with_the_labels_and_comments_of_both() -> None:
    given = graph(
        *plain("i"), ("new", "New", "O-Cap OBS!|a"), ("yorck", "York", "O OBS!|b"), *plain("nu")
    )
    new = pseudonymized(given, ("new yorck", "city+foreign", 4))
    merged = next(edge for edge in new.edges.values() if "s1" in edge.ids)
    assert {"s1", "s2"} <= set(merged.ids)
    assert merged.labels == ("city", "4", "foreign", "O-Cap", "OBS!", "O")
    assert (merged.comment, merged.manual) == ("a\nb", True)
    assert "York" not in target(new) and "New" not in target(new).split()


def test_words_that_an_edge_has_beside_the_name_are_kept() -> None:
    given = graph(("i stokholm", "uti Stockholm", "O"), ("bor hon", "bor hon", ""))
    new = pseudonymized(given, ("stokholm", "city", 1))
    assert target(new).startswith("uti ") and target(new).endswith(" bor hon")
    assert "Stockholm" not in target(new)
    given = graph(("till malmo", "ned till Malmö", "S-Adv"), *plain("."))
    new = pseudonymized(given, ("malmo", "city", 1))
    assert target(new).startswith("ned till ") and "Malmö" not in target(new)


def test_a_name_put_for_another_word_is_replaced_too() -> None:
    given = graph(*plain("Petronella bor här ."), ("Hon", "Petronella", "C"), *plain("ler"))
    new = pseudonymized(given, ("Petronella", "firstname_female", 1))
    words = target(new).split()
    assert words[0] == words[4] != "Petronella"


def test_a_name_that_is_spelt_quite_otherwise_goes_as_well() -> None:
    given = graph(*plain("från"), ("USA", "Förenta staterna", "O"), *plain("."))
    new = pseudonymized(given, ("USA", "country", 1))
    assert "Förenta" not in target(new) and "staterna" not in target(new)


def test_stuck_punctuation_stays_on_the_target_side() -> None:
    given = graph(*plain("i"), ("skövdde,", '"Skövde",', "O"), *plain("ja"))
    new = pseudonymized(given, ("skövdde", "city", 1))
    assert target(new).startswith('i "') and target(new).endswith('", ja')


def test_a_name_that_the_corrector_took_out_stays_out() -> None:
    given = graph(*plain("jag"), ("Anna", "", "S-R"), *plain("heter"))
    new = pseudonymized(given, ("Anna", "firstname_female", 1))
    assert target(new) == "jag heter"
    assert new.edges["e-s1"].labels == ("firstname_female", "1", "S-R")


def test_names_whose_words_were_moved_apart_are_gone_on_both_places() -> None:
    source = tuple(Token(f"s{n}", w + " ") for n, w in enumerate("Anna Sofia ler".split()))
    goal = tuple(Token(f"t{n}", w + " ") for n, w in enumerate("Anna ler Sofia".split()))
    edges = [graphs.edge(["s0", "s1", "t0", "t2"], ["S-WO"], True), graphs.edge(["s2", "t1"])]
    given = Graph(source, goal, {edge.id: edge for edge in edges}, "c")
    new = pseudonymized(given, ("Anna Sofia", "firstname_female", 1))
    assert "Anna" not in target(new) and "Sofia" not in target(new) and "ler" in target(new)


def test_the_label_of_an_earlier_pseudonymization_gives_way() -> None:
    given = graph(*plain("i"), ("Lund", "A-stad", "city 3 gen O"), *plain("nu"))
    new = pseudonymized(given, ("Lund", "city", 1))
    word = target(new).split()[1]
    assert labels(new, word) == ["city", "1", "O"]
    given = graph(*plain("i"), ("Lund", "A-stad", "city 3"), *plain("nu"))
    assert pseudonymized(given) == given


@pytest.mark.parametrize("policy", ["svala", "category", "remove", "natural", "dummy"])
def test_every_policy_writes_its_own_kind(policy: str) -> None:
    given = graph(*plain("Hon heter"), ("katrinas", "Katarinas", "O"), *plain("nu"))
    new = pseudonymized(given, ("katrinas", "firstname_female+gen", 1), policy=policy)
    assert "katarina" not in target(new).lower()
    assert labels(new, target(new).split()[2])[-1] == "O"


def test_no_pseudonym_is_a_name_of_the_target_side() -> None:
    names = "Sara Emma Maria Karin Sandra Eva Jenny Linda Camilla Annika Helena Malin Åsa".split()
    for name in names:
        given = graph(("karrin", name, "O"), *plain("ler"))
        new = pseudonymized(given, ("karrin", "firstname_female", 1))
        assert target(new).split()[0] != name


def test_a_graph_that_links_nobody_knows_what_is_read_without_its_target() -> None:
    told: list[str] = []
    given = graph(*plain("i Lund"))
    twice = Graph(given.source, given.target, {"a": given.edges["e-s0-t0"]}, None)
    (document,) = svala.read(graphs.render(twice), "g.json", told.append)
    assert isinstance(document, Document) and document.version is None
    assert told == ["g.json: token 's1' is in no edge; its target side is not read"]


WORDS = st.sampled_from("Anna anna Annas Lund lund i och New York (Lund). a 12 ␤".split())


@st.composite
def normalized(draw: st.DrawFn) -> tuple[Graph, list[Mention]]:
    """Any graph, its target in any order, with mentions that do not overlap."""
    source = draw(st.lists(WORDS, min_size=1, max_size=9))
    goal = draw(st.permutations([*source[:5], *draw(st.lists(WORDS, max_size=3))]))
    sides: Sequence[tuple[str, Sequence[str]]] = (("s", source), ("t", goal))
    tokens = {
        side: tuple(Token(f"{side}{n}", word + " ") for n, word in enumerate(words))
        for side, words in sides
    }
    groups: dict[int, list[str]] = {}
    for token in (*tokens["s"], *tokens["t"]):
        groups.setdefault(draw(st.integers(0, 6)), []).append(token.id)
    edges = []
    for ids in groups.values():
        said = draw(st.sampled_from([(), ("O",), ("L-W", "O-Cap"), ("OBS!",)]))
        comment = "c" if "OBS!" in said and draw(st.booleans()) else None
        edges.append(graphs.edge(ids, said, bool(said), comment))
    given_graph = Graph(tokens["s"], tokens["t"], {edge.id: edge for edge in edges})
    mentions = []
    place = 0
    while place < len(source):
        length = draw(st.integers(0, 2))
        last = min(place + max(length, 1), len(source)) - 1
        if length:
            start = sum(len(word) + 1 for word in source[:place])
            end = sum(len(word) + 1 for word in source[: last + 1]) - 1
            label = draw(st.sampled_from(["city", "surname"]))
            mentions.append(Mention(Span(start, end), label, draw(st.integers(1, 3))))
        place = last + 1
    return given_graph, mentions


@given(normalized())
def test_without_mentions_every_graph_comes_back_letter_by_letter(
    case: tuple[Graph, list[Mention]],
) -> None:
    content = graphs.render(case[0])
    (document,) = svala.read(content, "g.json")
    assert isinstance(document, Document)
    assert svala.render(Result(document, ())) == content


@given(normalized(), st.sampled_from(["X", "X Y", ""]))
def test_every_graph_keeps_the_rules_its_source_corrections_and_comments(
    case: tuple[Graph, list[Mention]], new: str
) -> None:
    given_graph, mentions = case
    document = read(given_graph)
    assert document.version is not None
    replacements = [Replacement(mention, "replace", new) for mention in mentions]
    found = respellings(document.text, document.version, replacements, lambda _, form: new)
    result = Result(document, tuple(replacements), respellings=found)
    again = svala.graph(result)
    check_invariant(again)
    assert again.source == given_graph.source
    assert release(result).text == release(Result(document, tuple(replacements))).text
    kept = [edge for edge in given_graph.edges.values() if new or "s" in edge.id]
    before = {label for edge in kept for label in edge.labels}
    assert before <= {label for edge in again.edges.values() for label in edge.labels}
    comments = "\n".join(edge.comment or "" for edge in again.edges.values()).split("\n")
    assert sum(edge.comment == "c" for edge in kept) <= comments.count("c")
    for edge in again.edges.values():
        ours = [i for i, token in enumerate(given_graph.source) if token.id in edge.ids]
        starts = [sum(len(t.text) for t in given_graph.source[:i]) for i in ours]
        own = {document.text[m.span.start : m.span.end] for m in mentions if m.span.start in starts}
        assert own.isdisjoint(token.text.strip() for token in again.target if token.id in edge.ids)
