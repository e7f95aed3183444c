"""The labels, their groups and their other names, from data/taxonomy.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from maskera.errors import DataError

FIRSTNAMES = frozenset(("firstname_male", "firstname_female", "firstname_unknown"))
FULL_NAME = FIRSTNAMES | {"surname"}
PERSON = FULL_NAME | {"middlename", "initials"}
PLACES = frozenset(("city", "region", "country", "area", "geo"))
ABROAD = frozenset(("city", "region", "area", "place", "geo"))
"""Labels of what lies at home or abroad, which the feature `foreign` tells."""
INSTITUTIONS = frozenset(("school", "work", "other_institution"))
CODES = frozenset(
    ("account_nr", "license_nr", "other_nr_seq", "personid_nr", "phone_nr", "zip_code")
)
"""Labels of numbers that are given to somebody, each one number however it is spaced."""
NEVER_PUBLIC = CODES | {"email"}
"""Labels that selective replacement never spares: names of authors and experts are public, how to
reach or look up a person is not."""
LISTED_NAMES = FULL_NAME | PLACES | INSTITUTIONS | {"place"}
"""Labels of proper names that word lists hold."""


@dataclass(frozen=True, slots=True)
class Category:
    """One label with its group (SVALA's), its general group (one of seven) and the space in which
    its running numbers are shared."""

    label: str
    group: str
    general: str
    identity: str
    description: str


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """All labels in SVALA's order, the features and comments that may stand beside them, and the
    labels of other years."""

    categories: Mapping[str, Category]
    features: frozenset[str]
    comments: tuple[str, ...]
    aliases: Mapping[str, str]

    def resolve(self, label: str) -> str:
        """The label of this taxonomy for a label of any year ("city-SWE" -> "city"); raises
        DataError when there is none.

        A gendered name of the pilot is one label with a colon: "1:female" -> "firstname_female".
        """
        if label in self.categories:
            return label
        if label in self.aliases:
            return self.aliases[label]
        _, colon, gender = label.rpartition(":")
        if colon and f"firstname_{gender}" in self.categories:
            return f"firstname_{gender}"
        # Not quoted: where words and label have changed places, it is a piece of an essay.
        raise DataError("a label that is not in the taxonomy")

    def same_identity(self, one: str, other: str) -> bool:
        """Whether two labels can mean the same referent (first name and surname of a person, say)."""
        space = self.categories[one].identity
        return one == other or (space != "" and space == self.categories[other].identity)


@cache
def taxonomy() -> Taxonomy:
    """The taxonomy as shipped."""
    table = tomllib.loads(
        resources.files("maskera").joinpath("data", "taxonomy.toml").read_text(encoding="utf-8")
    )
    descriptions = table["descriptions"]
    categories = {
        label: Category(
            label, group["name"], group["general"], group["identity"] or label, descriptions[label]
        )
        for group in table["group"]
        for label in group["labels"]
    }
    return Taxonomy(
        categories, frozenset(table["features"]), tuple(table["comments"]), table["aliases"]
    )
