"""Names of things in other languages, by the words in them that say what they are: Szpital
Bielański, Rosenlundsskolan."""

from __future__ import annotations

from collections.abc import Mapping

from maskera.lexicon.tsv import notes
from maskera.lexicon.vocab import Vocab
from maskera.replace.shape import fold

LEAST_ENDING = 4  # letters of what tells a kind at the end of a word: gata


_Head = tuple[str, str]
"""The English noun, and the label of what is called so, "" where that is no house or street."""


def _heads(vocab: Vocab) -> tuple[Mapping[str, _Head], Mapping[str, _Head]]:
    """Words of other languages, and those that longer words end in, too."""
    rows = vocab.lists.rows("pseudonyms/foreign_heads.tsv")
    marked = [(fold(form), notes(note)) for form, _, _, note in rows]
    found = {form: (marks["noun"], marks.get("label", "")) for form, marks in marked}
    return found, {form: found[form] for form, marks in marked if "ends" in marks}


def foreign_noun(vocab: Vocab, form: str) -> str:
    """The English noun of what a name in another language says it is, by its first or last word or
    the ending of that; "" where it says nothing."""
    return _told(vocab, form)[0]


def foreign_label(vocab: Vocab, form: str) -> str:
    """The label of a house or street that a name in another language says it is; "" for none."""
    return _told(vocab, form)[1]


def _told(vocab: Vocab, form: str) -> _Head:
    (heads, endings), words = vocab.derived(_heads), [fold(word) for word in form.split()]
    for word in (words[0], words[-1]):
        if len(words) > 1 and word in heads:
            return heads[word]
        ends = (word[at:] for at in range(1, len(word) - LEAST_ENDING + 1))
        if head := next((endings[end] for end in ends if end in endings), None):
            return head
    return "", ""
