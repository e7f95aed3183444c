"""Policy and Rule: what becomes of each label. From TOML, checked on loading; shipped ones in
data/policies."""

from __future__ import annotations

from collections.abc import ItemsView, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from maskera import expressions as re
from maskera.errors import DataError, PolicyError, cause
from maskera.io import decoders, toml
from maskera.taxonomy import Taxonomy
from maskera.taxonomy import shipped as shipped_taxonomy

Action = Literal["replace", "placeholder", "mark", "keep", "remove"]
Morphology = Literal["inflect", "suffix", "none"]
Scope = Literal["mention", "document", "author", "corpus"]
Coupling = Literal["none", "places", "all"]
Follow = Literal["none", "country"]
SHIPPED = Path(__file__).parent / "data" / "policies"
RELEASE_META = ("genre", "level")
"""What of a header a release shows unless a policy says otherwise; a language says its known values."""
Names = Literal["swedish", "origin"]
Spelling = Literal["case", "carry", "normalize"]
Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]
SCOPES: tuple[Scope, ...] = ("mention", "document", "author", "corpus")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do with one label.

    action: replace (drawn by a generator), placeholder (made from the template), mark (label it,
    keep the text), keep (as if never found), remove (the template, or nothing, stands there).
    generator: the name of one of the language's generators, for replace. template: for placeholder
    and remove; `{letter}` A, B, ... in order of appearance, `{noun}` the language's word for the
    label, `{LABEL}`, `{label}`, `{number}`, `{form}` a personal number of nobody's in the form of the language.
    morphology: overrides the policy's.
    """

    action: Action
    generator: str = ""
    template: str = ""
    morphology: Morphology | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """A rule for every label of a taxonomy, and for labels of places with `+foreign`.

    kinds, groups, default: the rules for labels that `rules` did not name: by the longest kind of
    theirs, else by their group, else the default. With them a policy serves a taxonomy that has
    other labels (see checked()). morphology: inflect the pseudonym (Evas), write SVALA's suffixes (Eva-gen), or neither. scope:
    how far one pseudonym stands for one original. threshold: probability from which a mention
    counts; thresholds: the same per label. coupling: what is drawn to fit: `places` (street, city,
    country), `all` (dates and ages too), `none`. selective_genres: our names; in texts that are
    said to be of these genres only what concerns the writer or is never public is replaced. notice:
    what a reader of the output must know. follow: `country`, words that name a country (its people,
    language, money), and words made of a name, are replaced with it; `none`, they are marked.
    release_meta: keys of metadata that a release may show. names: of people, Swedish or
    of the origin of the original. spelling: `case`, pseudonyms have capitals and small letters as
    the originals; `carry`, their slips of the pen, too; `normalize`, names have a capital. listed: labels of relatives and
    professions of which listed words count that are somebody's, whatever detection thinks
    (label/listed.py). sentences: labels of clauses that take their sentence with them
    (label/sentences.py). source: the file it was read from, for messages.
    """

    name: str
    description: str
    rules: Mapping[str, Rule]
    morphology: Morphology = "inflect"
    scope: Scope = "document"
    threshold: float = 0.5
    thresholds: Mapping[str, float] = field(default_factory=dict)
    coupling: Coupling = "places"
    selective_genres: tuple[str, ...] = ()
    follow: Follow = "none"
    release_meta: tuple[str, ...] = RELEASE_META
    notice: str = ""
    source: str = ""
    kinds: Mapping[str, Rule] = field(default_factory=dict)
    groups: Mapping[str, Rule] = field(default_factory=dict)
    default: Rule | None = None
    names: Names = "swedish"
    spelling: Spelling = "case"
    listed: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()

    @property
    def replaces(self) -> bool:
        """Whether it replaces anything at all."""
        return any(rule.action not in ("mark", "keep") for rule in self.rules.values())

    def rule(self, label: str, foreign: bool = False) -> Rule:
        """The rule for a label; `label+foreign` goes before `label` for mentions outside the
        country."""
        return (
            self.rules.get(f"{label}+foreign", self.rules[label]) if foreign else self.rules[label]
        )

    def accepts(self, label: str, probability: float) -> bool:
        """Whether a mention of this probability counts."""
        return probability >= self.thresholds.get(label, self.threshold)


NOTICE = "The text is pseudonymized, not anonymous: for whoever holds the mapping or the key it is still personal data."
FIELDS = ("letter", "noun", "label", "LABEL", "number", "form")
"""What a template may name."""
RULES: Mapping[str, str] = {
    "rules": "rule for",
    "kinds": "rule for kind",
    "groups": "rule for group",
}
"""The tables of rules, and how a message calls one of theirs."""
_FIELD = re.compile(r"\{(\w*)\}")
Read = TypeVar("Read")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A policy as written, after what it extends has been put under it."""

    name: str
    rules: dict[str, Rule] = {}
    kinds: dict[str, Rule] = {}
    groups: dict[str, Rule] = {}
    default: Rule | None = None
    description: str = ""
    notice: str = NOTICE
    morphology: Morphology = "inflect"
    scope: Scope = "document"
    threshold: Probability = 0.5
    thresholds: dict[str, Probability] = {}
    coupling: Coupling = "places"
    names: Names = "swedish"
    spelling: Spelling = "case"
    selective_genres: tuple[str, ...] = ()
    follow: Follow = "none"
    release_meta: tuple[str, ...] = RELEASE_META
    listed: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


def shipped() -> tuple[str, ...]:
    """The names of the policies that come with maskera."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.toml")))


def load_policy(name: str | Path, taxonomy: Taxonomy | None = None) -> Policy:
    """A shipped policy by its name, or a user's own by the path of its TOML file, with a rule for
    every label of a taxonomy (without one, that of SweLL).

    Raises PolicyError, naming the file and, for what is no TOML, the line.
    """
    labels = taxonomy or shipped_taxonomy()
    name = str(name)
    source = name if name in shipped() else Path(name).name
    table = _table(name, source, labels)
    table.setdefault("name", Path(name).stem)
    return _policy(table, source, labels)


def checked(policy: Policy, taxonomy: Taxonomy | None = None) -> Policy:
    """A policy made or changed in Python, with a rule for every label of the taxonomy (without one,
    that of SweLL); raises PolicyError for what load_policy() would refuse in a file."""
    source = policy.source or policy.name
    try:
        table = msgspec.to_builtins(policy, enc_hook=dict)
    except TypeError:
        raise PolicyError(f"policy {source}: holds a value that no policy file could") from None
    del table["source"]
    labels = taxonomy or shipped_taxonomy()
    return replace(_policy(table, source, labels), source=policy.source)


def _policy(table: dict[str, Any], source: str, labels: Taxonomy) -> Policy:
    """The policy of settings that have no base any more."""
    # One by one first: of a value in a table msgspec does not say which it is.
    for key, what in RULES.items():
        for name, rule in _items(table, key, source):
            _converted(rule, Rule, f"policy {source}: {what} {name}")
    for label, threshold in _items(table, "thresholds", source):
        _converted(threshold, Probability, f"policy {source}: threshold of {label}")
    file = _converted(table, _File, f"policy {source}")
    _check(file, source, labels)
    return Policy(
        file.name,
        file.description,
        _for_all(file, source, labels),
        file.morphology,
        file.scope,
        file.threshold,
        file.thresholds,
        file.coupling,
        file.selective_genres,
        file.follow,
        file.release_meta,
        file.notice,
        source,
        file.kinds,
        file.groups,
        file.default,
        file.names,
        file.spelling,
        file.listed,
        file.sentences,
    )


def _for_all(file: _File, source: str, labels: Taxonomy) -> dict[str, Rule]:
    """The rules with one for every label."""
    rules = dict(file.rules)
    for label, category in labels.categories.items():
        if label not in rules:
            kinds = [kind for kind in file.kinds if label in labels.labels(kind)]
            by_kind = file.kinds[max(kinds, key=len)] if kinds else None
            if found := by_kind or file.groups.get(category.group) or file.default:
                rules[label] = found
    if labels.categories and not rules:
        raise PolicyError(f"policy {source}: no rules; a policy has some or extends another")
    if missing := labels.categories.keys() - rules.keys():
        raise PolicyError(f"policy {source}: no rule for {', '.join(sorted(missing))}")
    return rules


def _table(name: str, source: str, labels: Taxonomy) -> dict[str, Any]:
    """The settings of a file laid over those of the shipped policy it extends: its rules for kinds
    and groups go before the rules for labels of that. A shipped policy serves many taxonomies, so
    what it says of labels that this one does not have is left out."""
    try:
        if name in shipped():
            shipped_text = (SHIPPED / f"{name}.toml").read_text(encoding="utf-8")
            table = toml.parsed(shipped_text, source)
        elif name.endswith(".toml") or "/" in name:
            table = toml.read(Path(name), source)
        else:
            raise PolicyError(
                f"no policy {name!r}; there are {', '.join(shipped())}, or give the path of a TOML file"
            )
    except FileNotFoundError:
        raise PolicyError(f"there is no policy file {name}") from None
    except OSError as error:
        raise PolicyError(f"policy file {name} cannot be read ({cause(error)})") from None
    except DataError as error:
        raise PolicyError(f"policy {error}") from None
    if name in shipped():
        for key in ("rules", "thresholds"):
            held = table.get(key, {}).items()
            table[key] = {of: it for of, it in held if of.partition("+")[0] in labels.categories}
        for key in table.keys() & {"listed", "sentences"}:
            table[key] = [label for label in table[key] if label in labels.categories]
        held = table.get("groups", {}).items()
        table["groups"] = {group: rule for group, rule in held if group in labels.groups}
    base = table.pop("extends", None)
    if base is None:
        return table
    if base not in shipped():
        raise PolicyError(
            f"policy {source}: extends {base!r}, which is not a shipped policy ({', '.join(shipped())})"
        )
    below = _table(base, source, labels)
    kinds, groups = (dict(_items(table, key, source)) for key in ("kinds", "groups"))
    below["rules"] = {
        label: rule
        for label, rule in below.get("rules", {}).items()
        if labels.categories[base_label := label.partition("+")[0]].group not in groups
        and not any(base_label in labels.labels(kind) for kind in kinds)
    }
    merged = {**below, **table}
    for key in (*RULES, "thresholds"):
        merged[key] = {**below.get(key, {}), **dict(_items(table, key, source))}
    if "name" not in table:
        del merged["name"]
    return merged


def _items(table: Mapping[str, Any], key: str, source: str) -> ItemsView[str, Any]:
    held = table.get(key, {})
    if not isinstance(held, dict):
        raise PolicyError(f"policy {source}: {key} is not a table")
    return held.items()


def _converted(value: Any, kind: type[Read], where: str) -> Read:
    """A value of the file as what it should be; raises PolicyError that names the setting, and what
    there is where that is a short list."""
    try:
        return decoders.convert(value, kind)
    except msgspec.ValidationError as error:
        raise PolicyError(f"{where}: {toml.fault(error, kind)}") from None


def _check(file: _File, source: str, labels: Taxonomy) -> None:
    abroad = {label for label, category in labels.categories.items() if category.abroad}
    for label in file.rules:
        base, plus, feature = label.partition("+")
        if base not in labels.categories or (plus and feature != "foreign"):
            raise PolicyError(f"policy {source}: label {label!r} not in the taxonomy")
        if plus and base not in abroad:
            raise PolicyError(
                f"policy {source}: rule for {label}: only {', '.join(sorted(abroad))} may have +foreign"
            )
    for group in file.groups:
        if group not in labels.groups:
            raise PolicyError(
                f"policy {source}: no group {group!r}; there are {', '.join(labels.groups)}"
            )
    for kind in file.kinds:
        if not labels.labels(kind):
            raise PolicyError(f"policy {source}: no label of kind {kind!r} in the taxonomy")
    for key, what in RULES.items():
        for name, rule in getattr(file, key).items():
            _check_rule(rule, f"policy {source}: {what} {name}")
    if file.default:
        _check_rule(file.default, f"policy {source}: default")
    if (
        unknown_labels := {*file.thresholds, *file.listed, *file.sentences}
        - labels.categories.keys()
    ):
        raise PolicyError(
            f"policy {source}: label {sorted(unknown_labels)[0]!r} not in the taxonomy"
        )


def _check_rule(rule: Rule, where: str) -> None:
    if rule.action == "replace" and not rule.generator:
        raise PolicyError(f"{where}: action replace needs a generator")
    if rule.action == "placeholder" and not rule.template:
        raise PolicyError(f"{where}: action placeholder needs a template")
    if set("{}") & set(_FIELD.sub("", rule.template)):
        raise PolicyError(f"{where}: unmatched brace; fields look like {{number}}")
    if unknown := [field for field in _FIELD.findall(rule.template) if field not in FIELDS]:
        raise PolicyError(f"{where}: no field {{{unknown[0]}}}; there are {', '.join(FIELDS)}")
