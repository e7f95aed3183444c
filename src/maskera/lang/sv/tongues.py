"""Sentences in other languages that learners write: their words are no names, though many stand in lists of names (para, una, bin)."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import compress, count

from maskera.detect.sight import Sight
from maskera.taxonomy import FULL_NAME
from maskera.text import Span

LEAST = 3  # different words of a language in a sentence that is written in it
SHARE = 0.25  # of its tokens
SURE_NAME = 1.5  # weight of a name in the lists, or of a place, from which even a small letter leaves it one: me llamo ahmed
_NAMING = frozenset(
    "llamo llama heiße heisse heißt heisst ist es hermano hermana walaalkay walaashay imię nazywam adım ismi appelle m'appelle".split()
)
# Words without which hardly a sentence is written, and that are no Swedish ones, nor slips of such.
_WORDS = {
    "spanish": "yo es un una muy mi mis con para que vivo los las pero porque estoy tengo soy hola está aquí mucho también trabaja hermano"
    " nuestro cuando como día donde hoy del por llamo hermana familia",
    "polish": "nie się jest jestem bardzo mam mój moja że ale mieszkam lubię mieszkać polsce dla przez tylko jak dobrze kocham ja w",
    "turkish": "ve bir ben benim çok bu için değil ile gibi daha ama seni beni onun evet hayır adım var yok iyi kardeşim",
    "somali": "waxaan waxaana waxa waa iyo ayaa aan ku ka baan aniga waan soo jeclahay noolahay ahay oo uu imid",
    "arabic": "ana enta behibak habibi habibti wallah inshallah fi mish mafi shukran kteer yalla hada shu",
    "german": "mann frau ich bin und nicht wir auch sehr das ist ein eine wohne habe mein meine aber mit für sie",
    "french": "je suis et est dans avec mon ma très nous vous pas une les mais pour c'est j'ai j'habite mes elle",
}
_TONGUES = {word: [tongue for tongue, its in _WORDS.items() if word in its.split()] for word in " ".join(_WORDS.values()).split()}
_ENGLISH = frozenset(
    "the and is was she you my that with have not they said but because from this of are were would there will your it to very never when "
    "what been their we me he his must can could should who which for at on wrote sent".split()
)
_LANGUAGES = frozenset("english swedish arabic french german spanish".split())
_NO_NAMES = _ENGLISH | _LANGUAGES | frozenset("her him our i'm may love good home back come one all some any".split())


def english_words(seen: Sight) -> set[Span]:
    """Words of English sentences that a Swedish reader would take for names: He said, My English, but not my brother Will."""
    told: defaultdict[int, set[str]] = defaultdict(set)
    for index in compress(count(), map(_ENGLISH.__contains__, seen.lowers)):
        told[seen.sentence[index]].add(seen.lowers[index])
    sentences = {number for number, words in told.items() if len(words) >= LEAST}
    return {
        seen.span(index, index)
        for index in (compress(count(), map(_NO_NAMES.__contains__, seen.lowers)) if sentences else ())
        if seen.sentence[index] in sentences and (_small(seen, index) or seen.lowers[index] in _LANGUAGES)
    }


def foreign_words(seen: Sight) -> set[Span]:
    """Words of sentences in the other languages that are in small letters or begin them, but for sure names."""
    told: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
    for index in compress(count(), map(_TONGUES.__contains__, seen.lowers)):
        if _small(seen, index):
            for tongue in _TONGUES[seen.lowers[index]]:
                told[seen.sentence[index], tongue].add(seen.lowers[index])
    sentences = {number for (number, _), words in told.items() if len(words) >= max(LEAST, SHARE * len(seen.document.sentences[number]))}
    return {
        seen.span(index, index)
        for number in sentences
        for index in range(seen.document.sentences[number].start, seen.document.sentences[number].end)
        if _small(seen, index) and (seen.lowers[index] in _TONGUES or not _sure(seen, index))
    }


def _small(seen: Sight, index: int) -> bool:
    return seen.words[index].shape == "lower" or seen.initial[index]


def _sure(seen: Sight, index: int) -> bool:
    """Whether a word is a name all the same: one that is listed and has a capital, stands where names stand, or is well known."""
    least = SURE_NAME if seen.words[index].shape == "lower" and seen.left(index) not in _NAMING else -math.inf
    return any(entry.weight >= least and entry.label in FULL_NAME | {"city", "country"} for entry in seen.words[index].entries)
