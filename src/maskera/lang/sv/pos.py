"""Swedish part of speech: what the tagger is told of a form, the shipped model, and what tags say
for and against a name.

Most words of an essay stand in no treebank of ours. So a form is told by its relatives: that
"cykel" has beside it "cykeln" and "cyklar" in the frequency list makes it a noun, whether or not
the tagger ever met it.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from maskera.annotate.build import Annotator
from maskera.annotate.pos import HIDES_FORM, Facts, PosTagger
from maskera.io import models
from maskera.kernels import crf
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import Lexeme, Vocab
from maskera.mentions import Detection, Evidence, extended
from maskera.taxonomy import LISTED_NAMES
from maskera.text import Document

MODEL = "pos.model"
# Log-odds by tag and spelling, beside all other evidence: what is left for the tag to say once the
# rules have spoken. Counted on swell_train and essays_train (python -m maskera.train.pos_evidence).
# All labels alike: weights of their own made them take mentions from each other.
WEIGHTS: Mapping[tuple[str, str], float] = {
    ("PROPN", "capital"): 0.3,  # 3847 claims, 3592 true
    ("PROPN", "initial"): 1.0,  # 499 claims, 422 true
    ("PROPN", "lower"): 1.2,  # 447 claims, 305 true
    ("NOUN", "capital"): -0.8,  # 243 claims, 162 true
    ("NOUN", "initial"): -0.3,  # 253 claims, 29 true
    ("NOUN", "lower"): -0.3,  # 3112 claims, 75 true
    ("other", "capital"): -0.5,  # 173 claims, 53 true
    ("other", "initial"): -1.5,  # 3359 claims, 15 true
    ("other", "lower"): -1.4,  # 20077 claims, 18 true
}
# An ending taken off, and what relatives of the same word have in its place.
RELATIVES: dict[str, tuple[str, ...]] = {
    "": (
        "a",
        "en",
        "et",
        "n",
        "t",
        "ar",
        "er",
        "or",
        "s",
        "are",
        "ast",
        "de",
        "te",
        "r",
        "na",
        "ade",
    ),
    "a": ("", "t", "ar", "ade", "or", "an", "er", "de", "te", "at", "are", "as", "e"),
    "ar": ("", "a", "ade", "en", "arna", "e", "at"),
    "er": ("", "a", "en", "et", "erna", "te", "de", "t"),
    "or": ("a", "an", "orna"),
    "en": ("", "ar", "er", "ens", "arna", "et"),
    "et": ("", "en", "ets", "a", "er"),
    "an": ("a", "or", "ans"),
    "n": ("", "r", "ns", "t"),
    "t": ("", "a", "are", "n", "r", "de", "ts"),
    "e": ("", "a", "ar", "en", "t"),
    "s": ("", "a", "n", "r"),
    "r": ("", "n", "de", "t", "dde", "rna"),
    "de": ("", "r", "t", "a", "er"),
    "te": ("", "er", "t", "a"),
    "ade": ("a", "ar", "at", "ades"),
    "at": ("a", "ar", "ade"),
    "na": ("", "nas", "en"),
    "are": ("", "a", "t", "ast", "aren", "arna"),
    "ast": ("", "a", "are"),
    "arna": ("ar", "en", "e", "arnas", ""),
    "erna": ("er", "en", "ernas", ""),
    "orna": ("or", "a", "an", "ornas"),
    "as": ("a", "ar", "ade"),
    "ens": ("en", ""),
    "ets": ("et", ""),
    "igt": ("ig", "iga"),
    "iga": ("ig", "igt"),
    "ing": ("ingen", "ingar"),
    "het": ("heten", "heter"),
    "ande": ("a", "ar", "andet"),
}
KNOWN = 1.5  # Zipf: below it the frequency list holds as many slips as words
SHORTEST_HEAD, SHORTEST_TAIL = 3, 4
SHORTEST_STEM = 2
LONGEST_COMPOUND = 80  # letters; no compound of two words of the lexicon has more
RARE = 3.0  # Zipf; more frequent compounds have their relatives in the list
KNOWN_HEAD, KNOWN_TAIL = 2.5, 3.0  # with less, half of all words fall apart into pieces


def facts(table: Vocab) -> Facts:
    """The facts of Swedish forms: frequency, ordinariness, lists and relatives."""
    relatives, tail_of = _relatives(table.gazetteer), _tails(table.gazetteer)

    def of_form(form: str, lower: str) -> list[str]:
        word = table.word(form)
        found = []
        if word.ordinary <= 0 and not word.labels.isdisjoint(LISTED_NAMES):
            found.append(HIDES_FORM)
        elif word.meant:
            found.append(f"w={word.meant}")
            found += relatives(word.meant)
        found.append(f"z={int(word.zipf)}")
        found.append(f"!o={max(-3, min(4, round(word.ordinary)))}")
        found += _listed(word)
        found += relatives(lower)
        if word.zipf < RARE and (tail := tail_of(lower)):
            found.append("compound")
            found += relatives(tail)
        return found

    return of_form


def _listed(word: Lexeme) -> Iterator[str]:
    if word.genitive:
        yield "gen"
    if word.misspelt:
        yield "misspelt"
        return
    if not word.entries:
        yield "!unlisted"
    seen = set()
    for entry in word.entries:
        if entry.label in seen:
            continue
        seen.add(entry.label)
        kind = "name" if entry.label in LISTED_NAMES else entry.label
        yield f"l={entry.label}{max(-2, min(4, math.floor(entry.weight)))}"
        if kind not in seen:
            seen.add(kind)
            yield f"!l={kind}"
            yield from (f"f={flag}{kind}" for flag in sorted(entry.flags))


def _tails(lexicon: Gazetteer) -> Callable[[str], str]:
    """The last word of a compound of two known words: syskonkärlek -> kärlek, frihetslängtan ->
    längtan; "" for anything else."""
    tail_known, head_known = lexicon.frequent(KNOWN_TAIL), lexicon.frequent(KNOWN_HEAD)

    def of_lower(lower: str) -> str:
        if len(lower) > LONGEST_COMPOUND:
            return ""
        for cut in range(SHORTEST_HEAD, len(lower) - SHORTEST_TAIL + 1):
            if tail_known(tail := lower[cut:]):
                head = lower[:cut].rstrip("-")
                if head_known(head) or (head[-1:] == "s" and head_known(head[:-1])):
                    return tail
        return ""

    return of_lower


def _relatives(lexicon: Gazetteer) -> Callable[[str], Sequence[str]]:
    said = {
        ending: {other: f"r={ending}>{other}" for other in others}
        for ending, others in RELATIVES.items()
    }
    known = lexicon.exchanges(KNOWN, said)
    return lambda lower: known.of(lower, SHORTEST_STEM)


def tagger(vocab: Vocab) -> PosTagger:
    """The shipped model with the Swedish facts."""
    folder = Path(__file__).parent.parent.parent / "data" / "sv" / "models"
    return PosTagger(models.load(folder / MODEL, crf.Weights), facts(vocab))


def tagging(
    vocab: Vocab, tokenization: Annotator
) -> Callable[[Iterable[Document]], Iterator[Document]]:
    """Adds tokens, sentences, UPOS and morphology to documents, in order; what a reader has
    annotated already is kept. The model is read when the first document comes."""
    return lambda documents: vocab.derived(tagger).tag(map(tokenization, documents))


def pos_evidence(sight: TokenTable, detections: Sequence[Detection]) -> list[Detection]:
    """The detections with what the tags say: names of people, places and organisations gain where a
    word is PROPN, lose elsewhere.

    Without tags nothing changes.
    """
    tags = sight.document.tokens.pos
    if not tags:
        return list(detections)
    starts, ends = sight.document.tokens.starts, sight.document.tokens.ends
    found = []
    for claim in detections:
        for hypothesis in claim.hypotheses:
            if hypothesis.label in LISTED_NAMES:
                break
        else:
            found.append(claim)
            continue
        span = claim.span
        first = bisect_right(ends, span.start)
        end = bisect_left(starts, span.end, first)
        if first < end:
            tag = tags[first] if end == first + 1 else ""
            spelling = spelling_class(sight, first)
            told = (_TOLD[tag if tag in _CLASSES else tag_class(tags[first:end]), spelling],)
            hypotheses = [
                extended(h, told) if h.label in LISTED_NAMES else h for h in claim.hypotheses
            ]
            claim = Detection(span, tuple(hypotheses))
        found.append(claim)
    return found


_TOLD = {
    (tag, spelling): Evidence(f"tag:{tag}", weight, spelling)
    for (tag, spelling), weight in WEIGHTS.items()
}


_CLASSES = frozenset(("PROPN", "NOUN"))


def tag_class(tags: Sequence[str]) -> str:
    """PROPN when any of the words is tagged so, else NOUN when any is, else "other"."""
    return "PROPN" if "PROPN" in tags else "NOUN" if "NOUN" in tags else "other"


def spelling_class(sight: TokenTable, index: int) -> str:
    """How a capital is to be read there: "lower", "initial" (says nothing) or "capital"."""
    if sight.words[index].shape == "lower":
        return "lower"
    return (
        "initial" if sight.sentence_initial[index] or sight.all_caps_sentence[index] else "capital"
    )
