"""The house of the design, held by a walk over the syntax trees: who may import whom, where Swedish
may stand, how long a file may be."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from waiting import PATIENCE

import maskera
from maskera.lang import load_pack
from maskera.taxonomy import shipped

SOURCE = Path(maskera.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
LONGEST = 400  # lines; a longer file says at its top why

# Imports go down or stay on the floor. What the design's table leaves out: `genre` reads a
# language's codes, so it stands with detection; `vault` is what becomes of a result at rest, so it
# stands with the formats; `leaks` is asked by `replace`; `lang.pack` says what a language supplies,
# which those below the languages are given, the records of its rules among it.
FLOORS = (
    ("text", "errors", "expressions", "collector", "io"),
    ("taxonomy", "mentions"),
    (
        "result",
        "policy",
        "lexicon",
        "kernels",
        "lang.pack",
        "rules.rule",
        "rules.engine",
        "annotate",
    ),
    (
        "tagger",
        "rules",
        "label",
        "replace",
        "leaks",
        "formats",
        "evaluate",
        "risk",
        "genre",
        "vault",
    ),
    ("lang",),
    ("pipeline",),
    (
        "train",
        "batch",
        "processes",
        "service",
        "review",
        "learn",
        "arrow",
        "tables",
        "distributed",
        "spacy",
        "presidio",
    ),
    ("cli", "__init__", "__main__"),
)
FLOOR = {unit: number for number, units in enumerate(FLOORS) for unit in units}

SWEDISH_LETTERS = re.compile(r"[åäöÅÄÖ]")
# Words that are Swedish and of no other language here, as a whole string constant or in a word
# list.
SWEDISH_WORDS = {
    *(
        "och",
        "jag",
        "heter",
        "inte",
        "från",
        "född",
        "bror",
        "syster",
        "mamma",
        "pappa",
        "gata",
        "gatan",
        "vägen",
        "stad",
        "skola",
    ),
    *("januari", "februari", "måndag", "lördag", "mitt", "mina", "hej", "hälsningar"),
}


@cache
def swedish_words() -> frozenset[str]:
    """Those, and the words of the Swedish rules, relatives and calendar that English hardly has."""
    swedish, english = load_pack("sv").vocab, load_pack("en").vocab
    data = SOURCE / "data" / "sv"
    lists = [*data.glob("words/*.tsv"), *(data / name for name in SWEDISH_LISTS)]
    found = {
        word
        for path in lists
        for line in path.read_text(encoding="utf-8").splitlines()[1:]
        for word in re.findall(r"[^\W\d_]{3,}", line.partition("\t")[0].lower())
    }
    return frozenset(SWEDISH_WORDS) | {
        word
        for word in found
        if not english.word(word).entries
        and english.word(word).zipf < min(RARE, swedish.word(word).zipf - 1)
    }


SWEDISH_LISTS = ("cues.tsv", "family.tsv", "months.tsv", "weekdays.tsv")
RARE = 2.5  # Zipf of a form that stands in English texts by accident
# Letters, not words: their place in Unicode matters to a tokenizer and to a folding table; LIX
# bears its inventor's name.
PACK = re.compile(r"lang/\w+/")
LETTERS_ALLOWED = {
    "io/encodings.py",
    "annotate/tokens.py",
    "lexicon/letters.py",
    "lexicon/vocab.py",
    "evaluate/utility.py",
    "train/augment.py",
}


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def unit_of(module: str) -> str:
    """maskera.label.merge -> label; maskera, and what stands in it alone (maskera.__version__) ->
    __init__."""
    below = module.partition(".")[2]
    if below in FLOOR:
        return below
    unit = below.partition(".")[0]
    return (
        unit
        if unit in FLOOR or (SOURCE / unit).exists() or (SOURCE / f"{unit}.py").exists()
        else "__init__"
    )


@cache
def parsed(source: str) -> ast.Module:
    """The tree of a source, made once for all tests; not to be changed."""
    return ast.parse(source)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """All nodes of a source, from the top down: every test looks at them, and each walk is slow."""
    return tuple(ast.walk(parsed(source)))


@pytest.fixture(scope="module", autouse=True)
def no_tree_stays() -> Iterator[None]:
    """Half a million nodes would be in the way of every later collection of garbage."""
    yield
    parsed.cache_clear()
    nodes.cache_clear()


def imports(source: str) -> Iterator[tuple[int, str]]:
    """Line and module of every import of the package that runs; those for type checkers do not."""
    unread: set[ast.AST] = set()
    for node in nodes(source):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            unread.update(node.body)
        elif node in unread:
            continue
        elif (
            isinstance(node, ast.ImportFrom)
            and node.module
            and node.module.split(".")[0] == "maskera"
        ):
            whole = node.module == "maskera"
            yield from (
                (node.lineno, f"maskera.{alias.name}" if whole else node.module)
                for alias in node.names
            )
        elif isinstance(node, ast.Import):
            yield from (
                (node.lineno, alias.name)
                for alias in node.names
                if alias.name.split(".")[0] == "maskera"
            )


def upward(source: str, module: str) -> list[str]:
    """The imports of a module that climb."""
    here = unit_of(module)
    return [
        f"{module}:{line} imports {what}"
        for line, what in imports(source)
        if FLOOR[unit_of(what)] > FLOOR[here]
    ]


def module_of(path: Path) -> str:
    return ".".join(("maskera", *path.relative_to(SOURCE).with_suffix("").parts))


def circle(needs: Mapping[str, set[str]]) -> list[str]:
    """Units that need each other in a circle, the first also last; empty where there are none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down_only(path: Path) -> None:
    module = module_of(path)
    assert unit_of(module) in FLOOR, f"{module} has no floor yet: give it one"
    assert upward(path.read_text(encoding="utf-8"), module) == []


def test_the_walk_sees_a_climbing_import_but_not_one_for_type_checkers() -> None:
    assert upward("from maskera.pipeline import load", "maskera.text") == [
        "maskera.text:1 imports maskera.pipeline"
    ]
    assert upward("def f():\n    import maskera.cli.main", "maskera.result") == [
        "maskera.result:2 imports maskera.cli.main"
    ]
    assert upward("if TYPE_CHECKING:\n    from maskera.pipeline import load", "maskera.text") == []


def test_no_two_units_of_a_floor_need_each_other() -> None:
    needs: dict[str, set[str]] = {}
    for path in MODULES:
        here = unit_of(module_of(path))
        others = {unit_of(what) for _, what in imports(path.read_text(encoding="utf-8"))}
        needs.setdefault(here, set()).update(others - {here})
    assert circle(needs) == []
    assert circle({"detect": {"label"}, "label": {"leaks"}, "leaks": {"detect"}}) != []


def test_every_floor_is_inhabited_by_what_exists() -> None:
    units = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in MODULES}
    assert units <= FLOOR.keys()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_long_file_says_why(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    lines = len(source.splitlines())
    top = ast.get_docstring(parsed(source)) or ""
    assert lines <= LONGEST or f"Longer than {LONGEST} lines because" in top, (
        f"{lines} lines; split it, or say why at the top"
    )


def test_what_the_system_says_is_worded_in_one_place() -> None:
    asking = [name_of(path) for path in MODULES if ".strerror" in path.read_text(encoding="utf-8")]
    assert asking == ["errors.py"]


def typed_decoding(source: str) -> list[int]:
    """Lines that have msgspec decode into a type by themselves."""
    return [
        node.lineno
        for node in nodes(source)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (called := ast.unparse(node.func)).startswith("msgspec.")
        and (
            (called.endswith(".decode") and any(word.arg == "type" for word in node.keywords))
            or (called.endswith((".Decoder", ".convert")) and (node.args or node.keywords))
        )
    ]


def test_threads_get_their_decoders_in_one_place() -> None:
    asking = [name_of(path) for path in MODULES if typed_decoding(path.read_text(encoding="utf-8"))]
    assert asking == ["io/decoders.py"]


def test_the_search_for_decoders_finds_those_of_a_type_alone() -> None:
    source = "msgspec.json.decode(a, type=B)\nmsgspec.json.decode(a)\nmsgspec.json.Decoder(B)\n"
    assert typed_decoding(source) == [1, 3]


def swedish(source: str, letters_allowed: bool) -> list[str]:
    """Lines of code and docstrings that hold Swedish. Sentences may hold an English look-alike
    ("min"), constants may not."""
    found = []
    for node in nodes(source):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        documentation = "\n" in node.value.strip() or node.value.strip().endswith(".")
        words = set(re.findall(r"\w+", node.value.lower()))
        if SWEDISH_LETTERS.search(node.value) and not letters_allowed:
            found.append(f"line {node.lineno}: letters")
        elif not documentation and (hit := words & swedish_words()):
            found.append(f"line {node.lineno}: {sorted(hit)}")
    return found


@pytest.mark.parametrize(
    "path", [path for path in MODULES if not PACK.match(name_of(path))], ids=name_of
)
def test_swedish_stands_in_its_own_folder(path: Path) -> None:
    assert swedish(path.read_text(encoding="utf-8"), name_of(path) in LETTERS_ALLOWED) == []


def test_policies_and_taxonomy_are_free_of_swedish() -> None:
    # "SweLL" and label names apart, a policy must serve any language: the word in "A-stad" comes
    # from the language as {noun}.
    for path in [
        *sorted((SOURCE / "data" / "taxonomies").glob("*.toml")),
        *sorted((SOURCE / "data" / "policies").glob("*.toml")),
    ]:
        text = path.read_text(encoding="utf-8")
        assert not SWEDISH_LETTERS.search(text), path.name
        assert not set(re.findall(r"[^\W\d_]+", text.lower())) & swedish_words(), path.name


def test_the_search_for_swedish_finds_some() -> None:
    assert swedish('MONTHS = ("januari", "mars")', letters_allowed=False)
    assert swedish('TOWN = "Malmö"', letters_allowed=False)
    assert swedish('CUES = frozenset("bor kommer flyttade".split())', letters_allowed=False)
    assert swedish('if word in ("heter", "kallas"): pass', letters_allowed=False)
    assert swedish('NUMBER = re.compile(r"\\b(?:kund|order)nummer")', letters_allowed=False)
    assert len(swedish_words()) > 2000
    assert not swedish('"""Whether min is reached."""\nname = "month"', letters_allowed=False)


# What is kept for the whole process may not depend on a language: two packs would share it. Packs
# themselves are kept by what they were loaded from; the others follow from their arguments alone.
CACHED = {
    "lang/__init__.py": {"_pack"},
    "lang/spoken.py": {"_function_words"},
    "lang/sv/ensemble.py": {"_features"},
    "lang/sv/relation.py": {"_general"},
    "lang/sv/suc.py": {"universal"},
}


def cached(source: str) -> set[str]:
    """The functions at the top of a module whose results are kept."""
    return {
        node.name
        for node in parsed(source).body
        if isinstance(node, ast.FunctionDef)
        and any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)
    }


def test_packs_share_nothing_through_the_process() -> None:
    found = {
        name_of(path): names
        for path in MODULES
        if name_of(path).startswith("lang/") and (names := cached(path.read_text(encoding="utf-8")))
    }
    shared = {name: names - CACHED.get(name, set()) for name, names in found.items()}
    assert not any(shared.values()), f"keep it with the vocabulary, Vocab.derived(): {shared}"
    assert cached("@cache\ndef rows(): ...\n@lru_cache(5)\ndef of(x): ...") == {"rows", "of"}


# Who may ask for the taxonomy as shipped, instead of taking the one of a pack, which has a user's own
# labels: those that make a pack, a policy or a vocabulary, and how often others still do.
MAKES_TAXONOMY = re.compile(
    r"lang/(?:plain|\w+/pack)\.py|policy\.py|lexicon/(?:compile|vocab)\.py|learn/commands\.py"
)
ASKS_FOR_TAXONOMY = {
    "cli/corpus_risk.py": 1,
    "cli/lazy.py": 1,
    "cli/listing.py": 1,
    "cli/risk.py": 1,
    "evaluate/__main__.py": 1,
    "formats/__init__.py": 1,
    "formats/layout.py": 1,
    "formats/manifest.py": 1,
    "formats/normalized.py": 1,
    "formats/pseuws.py": 1,
    "risk/inputs.py": 1,
    "risk/kinds.py": 1,
    "train/augment.py": 1,
}


def asks_for_taxonomy(source: str) -> int:
    """How often a module uses the functions that give the taxonomy as shipped."""
    names = {
        alias.asname or alias.name
        for node in nodes(source)
        if isinstance(node, ast.ImportFrom) and node.module == "maskera.taxonomy"
        for alias in node.names
        if alias.name in {"taxonomy", "shipped"}
    }
    return sum(isinstance(node, ast.Name) and node.id in names for node in nodes(source))


def test_nobody_else_asks_for_the_taxonomy_as_shipped() -> None:
    found = {
        name_of(path): times
        for path in MODULES
        if name_of(path) != "taxonomy.py" and not MAKES_TAXONOMY.fullmatch(name_of(path))
        if (times := asks_for_taxonomy(path.read_text(encoding="utf-8")))
    }
    more = {name: times for name, times in found.items() if times > ASKS_FOR_TAXONOMY.get(name, 0)}
    assert not more, "take the taxonomy of the pack: pack.taxonomy, vocab.taxonomy"
    fewer = {name: found.get(name, 0) for name in ASKS_FOR_TAXONOMY if name not in found}
    assert not fewer, "no longer needed: take it from the table"
    assert asks_for_taxonomy("from maskera.taxonomy import shipped as s\ns()\ns") == 2
    assert asks_for_taxonomy("def f(taxonomy): return taxonomy.labels()") == 0


LABELS = shipped().categories.keys() - {"place"}  # which is a kind, too
# Who may name labels: packs, what belongs to policies and to evaluation, and readers and writers of
# formats whose own labels these are. The engine asks kinds.
LABELS_ALLOWED = re.compile(
    r"lang/\w+/|evaluate/|policy\.py|formats/(?:itac|tab|svala)\.py|lexicon/sources\.py"
)
# Words that are labels and mean something else where they stand.
NO_LABELS = {
    "lang/towns.py": {"country"},  # a column of the lexicon
    "leaks/findings.py": {"email", "initials"},  # how a finding was made
    "lexicon/gazetteer.py": {"country"},  # a column
    "replace/__init__.py": {"country"},  # the policy setting that follows a country
    "replace/countries.py": {"region"},  # a column of a list
    "replace/dates.py": {"day", "year"},  # names of draws, material of their chance
    "replace/numbers.py": {"initials", "street_nr", "transport_nr"},  # generators, in policies
    "review/statistics.py": {"day", "work"},  # columns and a table of a report
    "review/web/statistics.py": {"work"},  # that table's figure
    "risk/attributes.py": {"country"},  # a rung of a ladder
    "rules/cues.py": {"area", "country", "geo", "school", "work"},  # groups of the cue lists
    "rules/name_parts.py": {"surname"},  # what the reader of a reason is shown
}


def named_labels(source: str) -> list[str]:
    """The string constants of a module that are labels."""
    return [
        node.value
        for node in nodes(source)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in LABELS
    ]


def test_the_engine_names_kinds_and_no_labels() -> None:
    engine = {
        name_of(path): set(named_labels(path.read_text(encoding="utf-8")))
        for path in MODULES
        if not LABELS_ALLOWED.match(name_of(path))
    }
    labels = {name: found - NO_LABELS.get(name, set()) for name, found in engine.items()}
    assert not any(labels.values()), "ask for the kind (docs/adding/label.md)"
    gone = {name: words - engine[name] for name, words in NO_LABELS.items()}
    assert not any(gone.values()), "NO_LABELS names words that are not there any more"


def test_the_search_for_labels_finds_some() -> None:
    assert named_labels('if mention.label == "surname": pass') == ["surname"]
    assert named_labels('taxonomy.labels("person.family")') == []


# An ending that a language gives to a word (the s of a genitive) belongs to its pack:
# Vocab.genitive, Heads.owner. Data augmentation writes Swedish and English genitives alike.
ENDINGS_LEFT = {"train/augment.py": 1}
CUTTING = {"endswith", "removesuffix", "rstrip"}


def endings(source: str) -> int:
    """How many times a module looks for, or cuts off, an ending of one to three small letters."""
    return sum(
        any(
            isinstance(each, ast.Constant) and re.fullmatch("[a-z]{1,3}", str(each.value))
            for argument in node.args
            for each in ast.walk(argument)
        )
        for node in nodes(source)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CUTTING
    )


def test_endings_of_words_stand_in_packs() -> None:
    found = {
        name_of(path): count
        for path in MODULES
        if not PACK.match(name_of(path)) and (count := endings(path.read_text(encoding="utf-8")))
    }
    assert found == ENDINGS_LEFT
    assert endings('form.removesuffix("s")') == endings('form.endswith(("s", "x"))') == 1
    assert endings('path.name.endswith(".toml")') == endings('text.startswith("s")') == 0


CLOSED = """
import socket
def refuse(*_, **__):
    raise AssertionError("the network was called")
socket.socket = socket.create_connection = socket.getaddrinfo = refuse
import maskera
from maskera.formats import RENDERERS
result = maskera.load("sv", key=bytes(32))("Jag heter Anna, ring 070-174 06 05, skriv till anna@exempel.se eller www.exempel.se.")
assert len(result.mentions) >= 4
for render in RENDERERS.values():
    render(maskera.release(result))
print("done")
"""


def test_the_pipeline_runs_with_sockets_closed() -> None:
    run = subprocess.run(
        [sys.executable, "-c", CLOSED], capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.stdout == "done\n", run.stderr


def named(source: str) -> set[str]:
    """The modules that a module imports, and all that it takes out of one, which may be modules,
    too."""
    found = set()
    for node in nodes(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_no_pickle_and_no_network_library_is_imported() -> None:
    banned = {"pickle", "shelve", "marshal", "requests", "urllib.request", "http.client", "httpx"}
    for path in MODULES:
        assert not named(path.read_text(encoding="utf-8")) & banned, name_of(path)
    assert all(named(f"import {module}") & banned for module in banned)
    assert all(
        named(source) & banned
        for source in (
            "from urllib import request",
            "from http import client",
            "from pickle import loads",
        )
    )
