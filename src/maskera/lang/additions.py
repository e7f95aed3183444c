"""A language, and a policy, with a user's own recognizers and labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from maskera.lang.pack import LanguagePack
from maskera.policy import Policy
from maskera.policy import Rule as PolicyRule
from maskera.rules.rule import Rule as OwnRule
from maskera.rules.user import NONE as NO_RECOGNIZERS
from maskera.rules.user import OwnLabel, Recognizers
from maskera.rules.user_file import Written
from maskera.rules.user_file import read as read_recognizers


def added(
    recognizers: str | Path | Written | Sequence[str | Path | Written | OwnRule],
    language: LanguagePack,
) -> Recognizers:
    """What files and rules of a user's own add to a language."""
    given = [recognizers] if isinstance(recognizers, str | Path | Written) else recognizers
    together = NO_RECOGNIZERS
    for one in given:
        labels = {*language.taxonomy.categories, *[own.block["name"] for own in together.labels]}
        together += (
            Recognizers((one,))
            if isinstance(one, OwnRule)
            else read_recognizers(
                one if isinstance(one, Written) else Path(one), language.vocab, labels
            )
        )
    return together


def with_labels(
    language: LanguagePack, policy: Policy, labels: Sequence[OwnLabel]
) -> tuple[LanguagePack, Policy]:
    """The language with a user's own labels in its taxonomy, and the policy with a rule for each."""
    for own in labels:
        taxonomy = language.taxonomy.extended(own.block, "recognizers")
        vocab = language.vocab.with_taxonomy(taxonomy)
        language = replace(language, taxonomy=taxonomy, vocab=vocab)
    return language, with_rules(policy, labels)


def with_rules(policy: Policy, labels: Sequence[OwnLabel]) -> Policy:
    """The policy with a rule for each of a user's own labels."""
    rules = {own.block["name"]: PolicyRule(own.action, template=own.template) for own in labels}
    return replace(policy, rules={**policy.rules, **rules})
