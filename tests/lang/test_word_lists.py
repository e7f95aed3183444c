"""Words of a language stand in its lists (data/<code>/words), where a linguist edits them; lists of
words in code are counted, and their number may only fall."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import maskera
from maskera.taxonomy import shipped

FOLDER = Path(maskera.__file__).parent / "lang"
LEAST = 4  # words that make a list; fewer are grammar: "är" and "var", "för" and "till"
WORD = re.compile(r"[^\W\d_][^\W\d_.' -]*(?:[.' -][^\W\d_]+)*")
NAMES = shipped().categories.keys() | {one.kind for one in shipped().categories.values()}
# Words in lists of four and more that each module still has: endings and how they change, names of
# other lists and of generators, parts of expressions that are more than words.
LEFT = {
    "en/coarse.py": 16,
    "en/dates.py": 4,
    "en/features.py": 10,
    "en/generators.py": 23,
    "en/harmonize.py": 14,
    "en/morphology.py": 5,
    "en/names.py": 13,
    "en/numerals.py": 4,
    "en/pack.py": 11,
    "en/patterns.py": 13,
    "en/professions.py": 27,
    "en/rare_events.py": 124,
    "en/surroundings.py": 5,
    "sv/ages.py": 18,
    "sv/contact_forms.py": 23,
    "sv/country_words.py": 32,
    "sv/dates.py": 8,
    "sv/derivation.py": 46,
    "sv/exclusions.py": 13,
    "sv/generators.py": 9,
    "sv/impersonal_names.py": 8,
    "sv/impersonal_numbers.py": 8,
    "sv/kinds.py": 4,
    "sv/morphology.py": 23,
    "sv/name_compounds.py": 4,
    "sv/name_shape.py": 18,
    "sv/natural.py": 4,
    "sv/nicknames.py": 10,
    "sv/numbers.py": 7,
    "sv/numerals.py": 7,
    "sv/pack.py": 11,
    "sv/patterns.py": 22,
    "sv/place_words.py": 12,
    "sv/pos.py": 116,
    "sv/quantities.py": 5,
    "sv/rare_events.py": 58,
    "sv/terminology.py": 14,
    "sv/transcripts.py": 10,
}


def words(values: list[object]) -> list[str]:
    """The constants that are words, if they make a list; no labels, and no tags in capitals."""
    found = [
        value
        for value in values
        if isinstance(value, str)
        and WORD.fullmatch(value)
        and value not in NAMES
        and not (value.isupper() and len(value) > 1)
    ]
    return found if len(found) >= LEAST else []


def alternatives(expression: str) -> Iterator[str]:
    """The words of an expression that stand in a row of alternatives."""
    for group in re.split(r"[()]", expression):
        parts = [re.sub(r"\\.|[?+*]", "", part).removeprefix(":") for part in group.split("|")]
        yield from words([part for part in parts if len(part) > 1])


def listed(source: str) -> list[str]:
    """The words of the lists in a module: strings that are split, collections, the keys of a
    mapping, alternatives of an expression; documentation aside."""
    tree, found = ast.parse(source), list[str]()
    aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split")):
                found += words(list(text.split()))
            case ast.Set(elts=members) | ast.Tuple(elts=members) | ast.List(elts=members):
                found += words([one.value for one in members if isinstance(one, ast.Constant)])
            case ast.Dict(keys=keys):
                found += words([key.value for key in keys if isinstance(key, ast.Constant)])
            case ast.Constant(value=str(text)) if "|" in text and id(node) not in aside:
                found += alternatives(text)
    return found


def test_words_stand_in_lists() -> None:
    counts = {
        path.relative_to(FOLDER).as_posix(): len(listed(path.read_text(encoding="utf-8")))
        for path in sorted(FOLDER.glob("*/*.py"))
    }
    more = {name: count for name, count in counts.items() if count > LEFT.get(name, 0)}
    assert not more, "words belong to data/<code>/words: word_list() (docs/adding/rule.md)"
    fewer = {name: counts.get(name, 0) for name, left in LEFT.items() if counts.get(name, 0) < left}
    assert not fewer, "fewer than LEFT says: write down the new number"


@pytest.mark.parametrize("room", ["label", "leaks", "lexicon", "replace", "rules", "tagger"])
def test_none_stand_in_the_engine(room: str) -> None:
    """What holds for many languages stands in data/mul/words."""
    for path in (FOLDER.parent / room).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split")
                ):
                    assert not words(list(text.split())), f"{room}/{path.name}:{node.lineno}"


def test_the_count_sees_each_kind_of_list() -> None:
    assert listed('A = frozenset("är var blir blev".split())') == ["är", "var", "blir", "blev"]
    assert listed('if x in ("min", "mitt", "din", "ditt"): pass') == ["min", "mitt", "din", "ditt"]
    assert listed('B = {"en": 1, "ett": 1, "två": 2, "tre": 3}') == ["en", "ett", "två", "tre"]
    assert listed(r'C = r"\b(?:buss|linje|tåg|spår\w*)\b \d"') == ["buss", "linje", "tåg", "spår"]


def test_the_count_leaves_out_what_is_no_list_of_words() -> None:
    assert listed('"""Words such as a|b|c|d, or a b c d."""') == []
    assert listed('D = ("är", "var", "blir")') == []
    assert listed('E = frozenset(("city", "country", "region", "area"))') == []
    assert listed('F = ("NOUN", "VERB", "ADJ", "PROPN")') == []
