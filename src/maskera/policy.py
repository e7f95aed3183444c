"""Policy and Rule: what becomes of each label. From TOML, checked on loading; shipped ones in data/policies."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from maskera.errors import PolicyError
from maskera.taxonomy import Taxonomy, taxonomy

Action = Literal["replace", "placeholder", "mark", "keep", "remove"]
Morphology = Literal["inflect", "suffix", "none"]
SCOPES = ("mention", "document", "author", "corpus")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do with one label.

    action: replace (drawn by a generator), placeholder (made from the template), mark (label it, keep the text), keep (as if never found), remove.
    generator: the name of one of the language's generators, for replace.
    template: for placeholder and remove; `{letter}` A, B, ... in order of appearance, `{noun}` the language's word for the label,
    `{LABEL}`, `{label}`, `{number}`. morphology: overrides the policy's.
    """

    action: Action
    generator: str = ""
    template: str = ""
    morphology: Morphology | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """A rule for every label, and for labels with `+foreign`.

    morphology: inflect the pseudonym (Evas), write SVALA's suffixes (Eva-gen), or neither.
    threshold: probability from which a mention counts; thresholds: the same per label.
    coupling: whether street, city, country, dates and ages are drawn to fit each other.
    """

    name: str
    description: str
    rules: Mapping[str, Rule]
    morphology: Morphology = "inflect"
    scope: str = "document"
    threshold: float = 0.5
    thresholds: Mapping[str, float] = field(default_factory=dict)
    coupling: Literal["none", "places", "all"] = "places"
    notice: str = ""

    def rule(self, label: str, foreign: bool = False) -> Rule:
        """The rule for a label; `label+foreign` goes before `label` for mentions outside the country."""
        return self.rules.get(f"{label}+foreign", self.rules[label]) if foreign else self.rules[label]

    def accepts(self, label: str, probability: float) -> bool:
        """Whether a mention of this probability counts."""
        return probability >= self.thresholds.get(label, self.threshold)


def shipped() -> tuple[str, ...]:
    """The names of the policies that come with maskera."""
    folder = resources.files("maskera").joinpath("data", "policies")
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_policy(name: str) -> Policy:
    """A shipped policy by its name, or a user's own by the path of its TOML file; raises PolicyError."""
    return _build(_table(name), name, taxonomy())


def _table(name: str) -> dict[str, Any]:
    if name in shipped():
        source = resources.files("maskera").joinpath("data", "policies", f"{name}.toml").read_text(encoding="utf-8")
    elif name.endswith(".toml") or "/" in name:
        try:
            source = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise PolicyError(f"policy file {name} cannot be read as UTF-8 text") from None
    else:
        raise PolicyError(f"no policy {name!r}; there are {', '.join(shipped())}, or give the path of a TOML file")
    try:
        table = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"policy {name}: not TOML: {error}") from None
    base = table.pop("extends", None)
    if base is None:
        return table
    if base not in shipped():
        raise PolicyError(f"policy {name}: extends {base!r}, which is not a shipped policy")
    merged = _table(base)
    merged.update({key: value for key, value in table.items() if key not in ("rules", "thresholds")})
    for key in ("rules", "thresholds"):
        merged[key] = {**merged.get(key, {}), **table.get(key, {})}
    return merged


def _build(table: dict[str, Any], name: str, labels: Taxonomy) -> Policy:
    known = {field for field in Policy.__dataclass_fields__}
    if unknown := table.keys() - known:
        raise PolicyError(f"policy {name}: unknown setting {sorted(unknown)[0]!r}")
    rules: dict[str, Rule] = {}
    for label, raw in table.get("rules", {}).items():
        base = label.removesuffix("+foreign")
        if base not in labels.categories:
            raise PolicyError(f"policy {name}: label {label!r} not in the taxonomy")
        try:
            rules[label] = msgspec.convert(raw, Rule)
        except msgspec.ValidationError as error:
            raise PolicyError(f"policy {name}: rule for {label}: {error}") from None
        if rules[label].action == "replace" and not rules[label].generator:
            raise PolicyError(f"policy {name}: rule for {label}: action replace needs a generator")
    if missing := labels.categories.keys() - rules.keys():
        raise PolicyError(f"policy {name}: no rule for {', '.join(sorted(missing))}")
    settings = {key: value for key, value in table.items() if key != "rules"}
    settings.setdefault("name", Path(name).stem)
    settings.setdefault("description", "")
    policy = Policy(rules=rules, **settings)
    checks = (
        (policy.morphology in get_args(Morphology), f"morphology {policy.morphology!r}"),
        (policy.scope in SCOPES, f"scope {policy.scope!r}"),
        (policy.coupling in ("none", "places", "all"), f"coupling {policy.coupling!r}"),
    )
    for holds, what in checks:
        if not holds:
            raise PolicyError(f"policy {name}: unknown {what}")
    for label, threshold in {"threshold": policy.threshold, **policy.thresholds}.items():
        if not isinstance(threshold, (int, float)) or not 0 <= threshold <= 1:
            raise PolicyError(f"policy {name}: {label}: a threshold is a probability from 0 to 1")
    if unknown := policy.thresholds.keys() - labels.categories.keys():
        raise PolicyError(f"policy {name}: label {sorted(unknown)[0]!r} not in the taxonomy")
    return policy
