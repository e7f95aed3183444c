"""The detector's evidence in the reader's words: texts/<language>/why.toml says what each source
means, cue.toml what is called by an English word in the name of a cue."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from maskera.mentions import Evidence
from maskera.review.web.site import texts

WEIGHTS = ((3.0, "strong_"), (1.0, ""), (0.3, "weak_"))
"""Log-odds from which evidence speaks strongly, speaks, and speaks weakly; below, it says
nothing."""
LONGEST_BAR = 5.0  # log-odds that fill a bar


@dataclass(frozen=True, slots=True)
class Told:
    """One piece of evidence. strength: how much it speaks for or against. start, length: of its
    bar, of 100 with zero in the middle."""

    words: str
    strength: str
    favours: bool
    start: float
    length: float


def told(evidence: Iterable[Evidence], label: str, language: str) -> tuple[Sequence[Told], int]:
    """What speaks for a label and against it, the weightiest first, and how much more there is that
    says nothing."""
    found, rest = [], 0
    for each in sorted(evidence, key=lambda each: -abs(each.weight)):
        size = abs(each.weight)
        strength = next((name for least, name in WEIGHTS if size >= least), None)
        if strength is None:
            rest += 1
            continue
        favours = each.weight > 0
        side = "for" if favours else "against"
        length = 50 * min(size, LONGEST_BAR) / LONGEST_BAR
        found.append(
            Told(
                sentence(each, label, language),
                texts(language)[f"why.{strength}{side}"],
                favours,
                50.0 if favours else 50 - length,
                length,
            )
        )
    return found, rest


def sentence(evidence: Evidence, label: str, language: str) -> str:
    """What a piece of evidence for or against a label is, in words."""
    known = texts(language)
    head, _, detail = evidence.source.partition(":")
    if head.startswith("any name where a "):
        head, detail = "any name where a", head.split()[-2]
    whole = known.get(f"why.{evidence.source}") or known.get(f"why.{head}")
    about = detail if f"label.{detail}" in known else label
    told = whole or known["why.own"]
    words = _cue(detail, language) if whole else evidence.source
    note = evidence.note or ("" if "{label}" in told or head == "check" else detail)
    made = told.format(label=known.get(f"label.{about}", about), note=note, words=words)
    return made.removesuffix(": ")


def _cue(detail: str, language: str) -> str:
    """The name of a cue, in which _ stands for the mention."""
    named, english = _cues(language)
    return english.sub(lambda found: named[found[0]], detail).replace("_", "…")


@cache
def _cues(language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """What is called by an English word in cues, in a language, and the pattern of those words."""
    named = {
        key.removeprefix("cue."): text
        for key, text in texts(language).items()
        if key.startswith("cue.")
    }
    words = "|".join(sorted(map(re.escape, named), key=len, reverse=True))
    return named, re.compile(rf"(?<!\w)(?:{words})(?!\w)")
