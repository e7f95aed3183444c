"""Labels with their kinds and groups. A taxonomy belongs to a language pack and is passed; the
engine asks kinds, never labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from maskera.errors import DataError, MaskeraError, cause
from maskera.io import decoders, toml

T = TypeVar("T")
GIVEN_NAME = "person.given"
FULL_NAME_KINDS = (GIVEN_NAME, "person.family")
LISTED_KINDS = (*FULL_NAME_KINDS, "place", "site", "org")
"""Kinds of proper names that word lists hold."""
NAMED_KINDS = ("transport.name",)
NAMED_GROUPS = ("name", "geographic", "institution")
"""What has proper names: general groups, and kinds of other groups."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the labels of a group have in common, where they do not say otherwise themselves: see
    Category."""

    name: str
    general: str = "other"
    identity: str = ""
    schemes: Mapping[str, str] = {}


class Category(msgspec.Struct, frozen=True):
    """One label.

    kind: what the engine knows it by, from the general to the particular (`person.given.male`).
    group: SVALA's. general: one of the seven groups of the 2025 evaluation. identity: the space in
    which mentions of one referent share a running number. abroad: whether it may carry the feature
    `foreign`. public: False for what selective replacement never spares. schemes: its type in
    coarser schemes.
    """

    label: str
    kind: str
    group: str
    general: str
    identity: str
    description: str
    abroad: bool = False
    public: bool = True
    schemes: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Taxonomy:
    """All labels in SVALA's order, the features and comments that may stand beside them, the labels
    of other years, and the most frequent labels (`frequent`), which have a key each where people
    mark text.

    abroad: the labels of what lies at home or abroad, which the feature `foreign` tells.
    never_public: those that selective replacement never spares.

    Compared by identity. Kinds are asked with labels(), which takes a kind for itself and all below
    it.
    """

    groups: Mapping[str, Group]
    categories: Mapping[str, Category]
    features: frozenset[str] = frozenset()
    comments: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    frequent: tuple[str, ...] = ()
    abroad: frozenset[str] = field(init=False, repr=False)
    never_public: frozenset[str] = field(init=False, repr=False)
    _of_kinds: dict[tuple[str, ...], frozenset[str]] = field(
        default_factory=dict, init=False, repr=False
    )

    def __repr__(self) -> str:
        return f"Taxonomy({len(self.categories)} labels)"

    def __post_init__(self) -> None:
        its = self.categories.items()
        object.__setattr__(self, "abroad", frozenset(label for label, c in its if c.abroad))
        private = frozenset(label for label, c in its if not c.public)
        object.__setattr__(self, "never_public", private)

    def labels(self, *kinds: str) -> frozenset[str]:
        """The labels of these kinds: `person` has those of `person.given.male` and `person.family`,
        `person.given` the former alone."""
        if (known := self._of_kinds.get(kinds)) is None:
            known = frozenset(
                label
                for label, its in self.categories.items()
                if any(map(_under(its.kind).__contains__, kinds))
            )
            self._of_kinds[kinds] = known
        return known

    def by_label(self, of_kinds: Mapping[str, T]) -> dict[str, T]:
        """What a table says of kinds, for the labels of these; of two kinds the longer one's."""
        ranked = sorted(of_kinds, key=len)
        return {label: of_kinds[kind] for kind in ranked for label in self.labels(kind)}

    def named(self, label: str) -> bool:
        """Whether its mentions are proper names: people, places, institutions, lines; not the
        numbers of addresses that stand among them."""
        return label in self.labels(*NAMED_KINDS) or (
            self.category(label).general in NAMED_GROUPS
            and label not in self.labels("address", "number")
        )

    def label(self, kind: str) -> str:
        """The first label of a kind; "" where the taxonomy has none."""
        labels = self.labels(kind)
        return next((label for label in self.categories if label in labels), "") if labels else ""

    def kind(self, label: str) -> str:
        """The kind of a label; "" for no label of this taxonomy."""
        category = self.categories.get(label)
        return category.kind if category else ""

    def category(self, label: str) -> Category:
        """The category of a label; of one that this taxonomy does not have (another's, a user's
        own) a category of its own among what is only marked."""
        known = self.categories.get(label)
        return known or Category(label, "", "Mark", "other", label, label)

    def resolve(self, label: str) -> str:
        """The label of this taxonomy for a label of any year ("city-SWE" -> "city"); raises
        DataError when there is none.

        A gendered name of the pilot is one label with a colon: "1:female" -> the label of kind
        person.given.female.
        """
        if label in self.categories:
            return label
        if label in self.aliases:
            return self.aliases[label]
        _, colon, gender = label.rpartition(":")
        if colon and gender and (named := self.label(f"{GIVEN_NAME}.{gender}")):
            return named
        # Not quoted: where words and label have changed places, it is a piece of an essay.
        raise DataError("a label that is not in the taxonomy")

    def same_identity(self, one: str, other: str) -> bool:
        """Whether two labels can mean the same referent (first name and surname of a person, say)."""
        space = self.category(one).identity
        return one == other or (space != "" and space == self.category(other).identity)

    def scheme(self, name: str) -> Mapping[str, str]:
        """Each label's type in a coarser scheme, as `tab`; raises MaskeraError for one that does
        not have a type for every label."""
        types = {
            label: category.schemes.get(name, "") for label, category in self.categories.items()
        }
        if missing := [label for label, type_ in types.items() if not type_]:
            known = ", ".join(
                sorted(
                    set.intersection(
                        *(set(category.schemes) for category in self.categories.values())
                    )
                )
            )
            raise MaskeraError(
                f"no scheme {name!r}: no type for {missing[0]}"
                + (f"; there is {known}" if known else "")
            )
        return types

    def extended(self, block: Mapping[str, Any], source: str) -> Taxonomy:
        """The taxonomy with one more label, from a [[label]] block; raises DataError, which names
        the source, for a block with a fault."""
        return _built({"label": [block]}, source, self)


@cache
def shipped(name: str = "swell") -> Taxonomy:
    """A taxonomy that comes with maskera (data/taxonomies); raises MaskeraError for another name."""
    file = Path(__file__).parent / "data" / "taxonomies" / f"{name}.toml"
    if not file.is_file():
        raise MaskeraError(f"no taxonomy {name!r}")
    return parsed(file.read_text(encoding="utf-8"), f"taxonomy {name}")


def read(path: Path) -> Taxonomy:
    """The taxonomy of a TOML file; raises DataError, which names the file and the block, when it is
    none."""
    try:
        return _laid_over(toml.read(path, path.name), path.name)
    except OSError as error:
        raise DataError(f"{path.name}: cannot be read ({cause(error)})") from None


def parsed(text: str, source: str) -> Taxonomy:
    """The taxonomy of a TOML text, laid over the shipped one that it `extends`; raises DataError,
    which names the source and the block."""
    return _laid_over(toml.parsed(text, source), source)


def _laid_over(table: dict[str, Any], source: str) -> Taxonomy:
    base = table.pop("extends", None)
    return _built(table, source, shipped(base) if base else Taxonomy({}, {}))


class _Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    group: str
    kind: str
    description: str
    identity: str | None = None
    abroad: bool = False
    public: bool = True
    schemes: Mapping[str, str] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    group: tuple[Group, ...] = ()
    label: tuple[_Label, ...] = ()
    features: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    aliases: Mapping[str, str] = {}
    frequent: tuple[str, ...] = ()


def _built(table: Mapping[str, Any], source: str, base: Taxonomy) -> Taxonomy:
    try:
        file = decoders.convert(table, _File)
    except msgspec.ValidationError as error:
        raise DataError(f"{source}: {toml.fault(error, _File)}") from None
    groups = {**base.groups, **{group.name: group for group in file.group}}
    categories = dict(base.categories)
    for own in file.label:
        if own.group not in groups:
            raise DataError(
                f"{source}: label {own.name!r}: no group {own.group!r}; there are {', '.join(groups)}"
            )
        if own.name in categories:
            raise DataError(f"{source}: label {own.name!r} is given twice")
        group = groups[own.group]
        identity = (group.identity if own.identity is None else own.identity) or own.name
        categories[own.name] = Category(
            own.name, own.kind, own.group, group.general, identity, own.description, own.abroad, own.public,
            {**group.schemes, **own.schemes},
        )  # fmt: skip
    aliases = {**base.aliases, **file.aliases}
    if dangling := [alias for alias, label in aliases.items() if label not in categories]:
        raise DataError(f"{source}: alias {dangling[0]!r} leads to no label")
    frequent = file.frequent or base.frequent
    if unknown := [label for label in frequent if label not in categories]:
        raise DataError(f"{source}: frequent names no label {unknown[0]!r}")
    order = {
        name: place for place, name in enumerate(groups)
    }  # a label added to a group stands with it
    ranked = sorted(categories.values(), key=lambda category: order[category.group])
    features, comments = base.features | set(file.features), (*base.comments, *file.comments)
    return Taxonomy(
        groups,
        {category.label: category for category in ranked},
        frozenset(features),
        comments,
        aliases,
        frequent,
    )


def _under(kind: str) -> set[str]:
    """A kind and all above it: date.month.words -> date, date.month, date.month.words."""
    parts = kind.split(".")
    return {".".join(parts[: length + 1]) for length in range(len(parts))}


def taxonomy() -> Taxonomy:
    """The taxonomy as shipped."""
    return shipped()


FIRSTNAMES = shipped().labels(GIVEN_NAME)
FULL_NAME = shipped().labels(GIVEN_NAME, "person.family")
SURNAMES = shipped().labels("person.family")
PERSON = shipped().labels("person")
TOWNS = shipped().labels("place.settlement")
PLACES = shipped().labels("place")
ABROAD = frozenset(c.label for c in shipped().categories.values() if c.abroad)
INSTITUTIONS = shipped().labels("org")
CODES = shipped().labels("number")
NEVER_PUBLIC = frozenset(c.label for c in shipped().categories.values() if not c.public)
LISTED_NAMES = FULL_NAME | PLACES | INSTITUTIONS | shipped().labels("site")
