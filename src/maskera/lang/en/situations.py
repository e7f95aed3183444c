"""Words of situations, by list: works as, studies, suffers from, lives in; see data/en/
situations.tsv."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import Vocab


def _read(vocab: Vocab) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for form, situation, _, _ in vocab.lists.rows("situations.tsv"):
        found[situation].add(form)
    return defaultdict(frozenset, {name: frozenset(forms) for name, forms in found.items()})


def words(table: TokenTable, situation: str) -> frozenset[str]:
    """The words of a situation; none in a lexicon without such lists."""
    return table.vocab.derived(_read)[situation]
