"""The Swedish tagger: its model, how it is balanced against the rules, and the features (gen def pl
foreign) of what it alone has found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import is_not
from pathlib import Path

from maskera.kernels.network import Network
from maskera.lang.pack import Ensemble
from maskera.lang.sv import exclusions, headed, institutions, name_compounds
from maskera.lang.sv.genitives import NAMED
from maskera.lexicon.memo import shared
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import TABLE, Lexeme, Vocab
from maskera.mentions import Detection, Hypothesis
from maskera.rules import word_lists
from maskera.rules.event_sentences import with_extents
from maskera.rules.name_parts import PARTICLES
from maskera.tagger import engines, features, spans
from maskera.tagger.ensemble import EnsembleWeights, joined
from maskera.tagger.features import Topic
from maskera.tagger.scorers import NetworkScorer, Scorer, balance_for
from maskera.taxonomy import ABROAD, FIRSTNAMES, INSTITUTIONS, LISTED_KINDS

_WORDS = word_list("sv", "ensemble")

# Chosen on texts that the tagger had not seen (tools/fit_balance.py): F1 is flat around it, scale
# and bias follow the calibration error.
BALANCE = EnsembleWeights(
    tagger=0.5, rules=0.15, formal_rules=0.42, bias=-0.2, silent_tagger=-4.0, silent_rules=-2.0, limit=6.0,
)  # fmt: skip
UNOPENED = {
    "sensitive": _WORDS["begins_no_sensitive"],
    "extra": _WORDS["begins_no_extra"],
    "place": frozenset(("e",)),  # är, as it is said
    "prof": _WORDS["begins_no_prof"],
}
"""Words that begin no mention of a label ("har astma")."""


def tagger(file: Callable[[str], Path], topic: Topic, vocab: Vocab) -> Scorer:
    """The tagger of a folder of models. file: of a model by its name; topic: what a word speaks
    of."""
    names, topics = vocab.taxonomy.labels(*LISTED_KINDS), features.topics_of(topic)
    network = NetworkScorer(
        file(engines.NETWORK),
        lambda weights: Network(weights, features.word_features(vocab.word, names)),
        lambda tables, decided: features.streams(tables, decided, topics),
    )
    return engines.chosen(file, network, BALANCE)


def ensemble(scorer: Scorer, vocab: Vocab) -> Ensemble:
    """What tagger and rules claim together."""
    extents = spans.extents(vocab.taxonomy, PARTICLES, UNOPENED)._replace(links=_WORDS["links"])
    balance = balance_for(scorer, BALANCE)

    def join(
        tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]], least: float
    ) -> list[list[Detection]]:
        found = spans.of_marginals(
            tables, scorer.marginals(tables, decided), scorer.labels(), extents
        )
        tagged = map(exclusions.doubted, tables, found)
        tagged = map(institutions.told, tables, tagged)
        tagged = map(headed.told, tables, tagged)
        tagged = map(name_compounds.told, tables, tagged)
        return [
            [
                _marked(table, claim)
                for claim in joined(with_extents(rules, claims), claims, balance, least)
            ]
            for table, rules, claims in zip(tables, decided, tagged, strict=True)
        ]

    return join


def _marked(table: TokenTable, claim: Detection) -> Detection:
    """The claim, its hypotheses with the features that the form shows where the rules have not
    said."""
    word = table.words[table.last_token(claim.span)]
    shown = tuple([_shown(hypothesis, word) for hypothesis in claim.hypotheses])
    return Detection(claim.span, shown) if any(map(is_not, shown, claim.hypotheses)) else claim


def _shown(hypothesis: Hypothesis, word: Lexeme) -> Hypothesis:
    if hypothesis.features or not (found := _features(hypothesis.label, word)):
        return hypothesis
    return Hypothesis(
        hypothesis.label, hypothesis.evidence, found, hypothesis.trust, hypothesis.score
    )


@lru_cache(TABLE)
def _features(label: str, word: Lexeme) -> frozenset[str]:
    """What the last word of a mention shows of its form; a first name is one, whatever gender lists
    give it."""
    alike = next((its for its in (FIRSTNAMES, INSTITUTIONS) if label in its), (label,))
    for entry in word.entries:
        if entry.label in alike:
            return word_lists.features(entry, word.genitive, ABROAD)
    found = set()
    if (
        label in NAMED
        and word.lower.endswith(("'s", ":s", "ens", "ets", "ans"))
        and not word.entries
    ):
        found.add("gen")
    if label == "area":
        found.add("foreign")
    return shared(found)
