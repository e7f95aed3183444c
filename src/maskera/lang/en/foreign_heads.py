"""Names of things in other languages, by the words in them that say what they are: Szpital
Bielański, Rosenlundsskolan."""

from __future__ import annotations

from collections.abc import Mapping

from maskera.lexicon.tsv import notes
from maskera.lexicon.vocab import Vocab
from maskera.replace.shape import fold

LEAST_ENDING = 5  # letters of what tells a kind at the end of a word: skolan


def _heads(vocab: Vocab) -> Mapping[str, tuple[str, str]]:
    """Word of another language -> the English noun, and the label of what is called so, "" where
    that is no house or street."""
    rows = vocab.lists.rows("pseudonyms/foreign_heads.tsv")
    found = ((fold(form), notes(note)) for form, _, _, note in rows)
    return {form: (marks["noun"], marks.get("label", "")) for form, marks in found}


def foreign_noun(vocab: Vocab, form: str) -> str:
    """The English noun of what a name in another language says it is, by its first or last word or
    the ending of that; "" where it says nothing."""
    return _told(vocab, form)[0]


def foreign_label(vocab: Vocab, form: str) -> str:
    """The label of a house or street that a name in another language says it is; "" for none."""
    return _told(vocab, form)[1]


def _told(vocab: Vocab, form: str) -> tuple[str, str]:
    heads, words = vocab.derived(_heads), [fold(word) for word in form.split()]
    for word in (words[0], words[-1]):
        if len(words) > 1 and word in heads:
            return heads[word]
        ends = (word[at:] for at in range(1, len(word) - LEAST_ENDING + 1))
        if head := next((heads[end] for end in ends if end in heads), None):
            return head
    return "", ""
