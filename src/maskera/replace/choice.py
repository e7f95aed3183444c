"""The rule for each referent: the policy's, unless it is spared, exempt or nobody's."""

from __future__ import annotations

from collections.abc import Sequence

from maskera.policy import Rule
from maskera.replace.case import Case
from maskera.replace.referents import Referent
from maskera.replace.shape import fold

KEPT = ("mark", "keep")
"""Actions by which a mention stays as it is."""
NAMED_AFTER_PLACES = ("org", "place", "site")


def rules_of(case: Case, referents: Sequence[Referent]) -> list[Rule]:
    """The rule for each referent; what is left alone because it is not the writer's goes all the
    same if it has a hidden place in it."""
    rules = [_rule(case, referent, case.selective) for referent in referents]
    if not case.selective:
        return rules
    places = case.language.taxonomy.labels("place")
    hidden = {
        case.folded[place]
        for referent, rule in zip(referents, rules, strict=True)
        if referent.label in places and rule.action not in KEPT
        for place in referent.mentions
    }
    return [
        _rule(case, referent, False)
        if rule.action in KEPT and _named_after(case, referent, hidden)
        else rule
        for referent, rule in zip(referents, rules, strict=True)
    ]


def _named_after(case: Case, referent: Referent, places: set[str]) -> bool:
    """Whether a thing begins with one of these places: Flens kommun."""
    if referent.label not in case.language.taxonomy.labels(*NAMED_AFTER_PLACES):
        return False
    firsts = [case.folded[place].partition(" ")[0] for place in referent.mentions]
    return not places.isdisjoint((*firsts, *map(case.language.morphology.base, firsts)))


def _rule(case: Case, referent: Referent, selective: bool) -> Rule:
    """The policy's rule; the language's exempt countries, however they are spelt, are marked and
    stay."""
    if _exempt(case, referent):
        return Rule("mark")
    if case.spared and case.spared.issuperset(
        case.mentions[place].span for place in referent.mentions
    ):
        return Rule("mark")
    if (
        selective
        and referent.label not in case.language.taxonomy.never_public
        and max(case.personal[place] for place in referent.mentions) < 0.5
    ):
        return Rule("mark")
    return _own_rule(case, referent)


def _own_rule(case: Case, referent: Referent) -> Rule:
    """What the policy says of a referent, whomever it concerns."""
    foreign = f"{referent.label}+foreign" in case.policy.rules and any(
        "foreign" in case.mentions[place].features for place in referent.mentions
    )
    return case.policy.rule(referent.label, foreign)


def _exempt(case: Case, referent: Referent) -> bool:
    """Whether it is a country that the language never replaces."""
    if referent.label not in case.countries:
        return False
    own = _countries(case, referent.canonical, referent.form)
    return bool(own and own & _countries(case, *case.language.texts.exempt))


def _countries(case: Case, *forms: str) -> set[str]:
    """The forms, folded, and the codes of the countries that they can name."""
    folded = {fold(form) for form in forms if form}
    entries = (entry for form in folded for entry in case.language.vocab.gazetteer.entries(form))
    return folded | {
        entry.country for entry in entries if entry.label in case.countries and entry.country
    }


def what_stays(
    case: Case, referents: Sequence[Referent], rules: Sequence[Rule]
) -> tuple[int, bool]:
    """How many mentions stay that the policy would replace; and whether, by its own rules, what
    names somebody stays and nothing else was replaced."""
    spared, left, hidden = 0, False, False
    attributes = case.language.taxonomy.labels("attribute")
    for referent, rule in zip(referents, rules, strict=True):
        if rule.action not in KEPT:
            hidden = True
        elif not _exempt(case, referent):
            own = _own_rule(case, referent).action in KEPT
            spared += 0 if own else len(referent.mentions)
            left = left or (own and referent.label not in attributes)
    return spared, left and not hidden
