"""What a document says of a word elsewhere: a capitalized word that is sensitive where its context
tells is sensitive where it does not."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from maskera.learn.features import lower
from maskera.learn.model import Floats
from maskera.learn.pool import Pool


def repeated(texts: Pool, probability: Floats) -> Floats:
    """The probabilities of all tokens (to be sensitive), none lower than before: a capitalized word
    takes the mean of the surer half of its places in the document.

    Token F1 rises by .007 to .02 on essays and Danish texts, with 2,000 tokens read and with all.
    """
    places: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    owners = texts.documents_of[texts.sentence_of].tolist()
    for token, (owner, form) in enumerate(zip(owners, texts.forms, strict=True)):
        if form[0].isupper():
            places[owner, lower(form)].append(token)
    found = probability.copy()
    for tokens in places.values():
        if len(tokens) > 1:
            here = np.sort(probability[tokens])[::-1]
            found[tokens] = np.maximum(probability[tokens], here[: len(tokens) // 2].mean())
    return found
