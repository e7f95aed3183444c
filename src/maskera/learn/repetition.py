"""What a document says of a word elsewhere: where the context tells little, its other places do."""

from __future__ import annotations

from collections import defaultdict

from maskera.learn.features import lower
from maskera.learn.model import Floats
from maskera.learn.pool import Pool


def repeated(texts: Pool, probability: Floats) -> Floats:
    """The probabilities of all tokens to be sensitive, those of a capitalized word halfway to their
    mean over all its places in the document.

    With all read, token F1 rises by .002 (TAB), .004 (essays), .010 (Danish); taking the greater
    of the two gains more on Danish, and loses .009 on TAB, whose Court is now a name, now not.
    """
    places: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    owners = texts.documents_of[texts.sentence_of].tolist()
    for token, (owner, form) in enumerate(zip(owners, texts.forms, strict=True)):
        if form[0].isupper():
            places[owner, lower(form)].append(token)
    found = probability.copy()
    for tokens in places.values():
        found[tokens] = (probability[tokens] + probability[tokens].mean()) / 2
    return found
