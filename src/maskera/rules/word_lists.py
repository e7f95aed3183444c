"""Claims that lists make: every token, and the longest form of several words, against the lexicon,
with the evidence of its spelling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from maskera.lang.pack import Detector
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.memo import shared
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.vocab import CAPITALS, TABLE, Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, extended
from maskera.taxonomy import Taxonomy

# Log-odds. Learners capitalise freely after a full stop, so a capital there is worth nothing; small
# letters are the normal case for half of the names that systems miss (Volodina et al. 2020, section
# 6.3), so they cost little where the word is no ordinary one.
CAPITAL_OF_AMBIGUOUS = 1.5
INITIAL = -0.3
SEVERAL_WORDS = 1.5
SURE_NAME = 1.5  # of several words; from here on its parts are not names of their own
_INSIDE = Evidence("inside a longer name", -5.0)
MISSPELT = -1.2
DOUBT_LEFT = 0.5  # what is left of the doubt about small letters in a text that has no others
SLIP = -3.0  # in swell_train one in five of such small words is a name, and most of those are well known besides
MEDIUM = -1.5
WRONG_ACRONYM = -2.5
MISSPELT_LOWER = -1.5
KNOWN_NAME = 2.5  # Zipf: names that Swedish text knows; rarer ones in small letters are more often a slip in an ordinary word
RARE_LOWER = {"person.given": -1.5, "person.family": -1.5, "place.settlement": -1.0}  # by kind
SPOKEN_OF = ("place.country", "transport.name", "org.other")
"""Kinds of names that are made of ordinary words (the United Kingdom): so much doubt is none."""
MADE_OF_WORDS = 2.0
ORDINARY_IN_CAPITALS = 0.5  # what is left of the doubt about an ordinary word when it has a capital inside the sentence


def detector(lower_case: Mapping[str, float], taxonomy: Taxonomy) -> Detector:
    """A detector of what lists claim. lower_case: label -> log-odds of meeting it with a small
    letter; only these labels are claimed."""
    rare, abroad = taxonomy.by_label(RARE_LOWER), taxonomy.abroad

    @lru_cache(TABLE)
    def of_word(
        word: Lexeme, initial: bool, all_caps: bool, few_capitals: bool
    ) -> tuple[Hypothesis, ...]:
        return _hypotheses(
            word, initial, all_caps, DOUBT_LEFT if few_capitals else 1.0, lower_case, rare, abroad
        )

    @only(listed=True)
    def claimable(word: Lexeme) -> bool:
        return any(entry.label in lower_case for entry in word.entries)

    def detect(table: TokenTable) -> Iterator[Detection]:
        inside = -1  # the last token of the longest name so far
        for index in (
            sorted({*table.where(claimable), *table.multiword_limit})
            if table.multiword_limit
            else table.where(claimable)
        ):
            if bound := table.multiword_limit.get(index):
                length = table.multiword.get(index, 0)
                inflected = 0 if length else _genitive_match(table, index, bound)
                if (length or inflected) and (
                    detection := _several(
                        table, lower_case, index, length or inflected, bool(inflected)
                    )
                ):
                    yield detection
                    if max([hypothesis.score for hypothesis in detection.hypotheses]) > SURE_NAME:
                        inside = max(inside, index + (length or inflected) - 1)
            if hypotheses := of_word(
                table.words[index],
                table.sentence_initial[index],
                table.all_caps_sentence[index],
                table.few_capitals,
            ):
                if index <= inside:
                    hypotheses = tuple(
                        [extended(hypothesis, (_INSIDE,)) for hypothesis in hypotheses]
                    )
                yield Detection(table.span(index, index), hypotheses)

    return detect


def _genitive_match(table: TokenTable, index: int, bound: int) -> int:
    genitive = table.vocab.genitive.stem
    for length in range(bound, 1, -1):
        last = genitive(table.lowers[index + length - 1])
        if last and table.gazetteer.entries(
            " ".join([*table.lowers[index : index + length - 1], last])
        ):
            return length
    return 0


def _several(
    table: TokenTable, lower_case: Mapping[str, float], index: int, length: int, genitive: bool
) -> Detection | None:
    last = index + length - 1
    if genitive:
        words = [*table.lowers[index:last], table.vocab.genitive.bare(table.lowers[last])]
        entries = table.gazetteer.entries(" ".join(words))
    else:
        entries = table.entries(index, last)
    hypotheses: dict[str, Hypothesis] = {}
    made_of_words, abroad = table.labels(*SPOKEN_OF), table.vocab.taxonomy.abroad
    starts_low = table.words[index].shape == "lower"
    for entry in entries:
        if entry.label not in lower_case or entry.label in hypotheses:
            continue
        evidence = [
            Evidence(f"list:{entry.label}", entry.weight, entry.form),
            Evidence("list:several words", SEVERAL_WORDS),
        ]
        if starts_low and entry.form[0].isupper():
            evidence.append(Evidence("case:lower", lower_case[entry.label] / 2))
            doubt = sum(max(0.0, word.ordinary) for word in table.words[index : last + 1]) / length
            if doubt and (entry.label not in made_of_words or doubt > MADE_OF_WORDS):
                evidence.append(Evidence("ordinary words", -doubt))
        hypotheses[entry.label] = Hypothesis(
            entry.label, tuple(evidence), features(entry, genitive, abroad)
        )
    return Detection(table.span(index, last), tuple(hypotheses.values())) if hypotheses else None


@lru_cache(20_000)
def features(entry: Entry, genitive: bool, abroad: frozenset[str]) -> frozenset[str]:
    """The features an entry brings: gen def pl as marked on the form, foreign for places abroad.
    abroad: labels of what may lie there."""
    found: set[str] = {flag for flag in ("def", "pl") if flag in entry.flags}
    if genitive:
        found.add("gen")
    if entry.country and entry.label in abroad:
        found.add("foreign")
    return shared(found)


def _hypotheses(
    word: Lexeme,
    initial: bool,
    all_caps: bool,
    small: float,
    lower_case: Mapping[str, float],
    rare: Mapping[str, float],
    abroad: frozenset[str],
) -> tuple[Hypothesis, ...]:
    """What lists say of one word, which may stand where a capital says nothing (initial) or in a
    sentence of capitals (all_caps).

    small: how much a small letter tells. rare: what it tells of a rare name, by label."""
    found: dict[str, Hypothesis] = {}
    spelling: dict[bool, list[Evidence]] = {}
    for entry in word.entries:
        if entry.label not in lower_case or entry.label in found:
            continue
        capitalised = entry.form[0].isupper()
        if capitalised not in spelling:
            spelling[capitalised] = list(_case_evidence(word, initial or all_caps, capitalised))
        evidence = [
            Evidence(f"list:{entry.label}", entry.weight, entry.form),
            *spelling[capitalised],
        ]
        if word.shape == "lower" and capitalised:
            evidence.append(Evidence("case:lower", small * lower_case[entry.label]))
            if entry.label in rare and word.zipf < KNOWN_NAME:
                evidence.append(Evidence("case:lower, rare name", small * rare[entry.label]))
        elif word.shape == "capital" and not initial and "word" in entry.flags:
            evidence.append(Evidence("case:capital", CAPITAL_OF_AMBIGUOUS))
        if word.meant and word.shape == "lower" and capitalised:
            evidence.append(Evidence("spelling:a slip of a common word", SLIP, word.meant))
        if entry.form.isupper() and len(entry.form) > 1 and word.shape not in ("upper", "mixed"):
            evidence.append(Evidence("case:no acronym", WRONG_ACRONYM))
        if "media" in entry.flags:
            evidence.append(Evidence("list:a medium more often than an organisation", MEDIUM))
        if word.misspelt:
            evidence.append(
                Evidence(
                    "spelling:one or two letters off",
                    MISSPELT + (MISSPELT_LOWER if word.shape == "lower" else 0.0),
                    entry.form,
                )
            )
        found[entry.label] = Hypothesis(
            entry.label, tuple(evidence), features(entry, word.genitive, abroad)
        )
    return tuple(found.values())


def _case_evidence(word: Lexeme, silent: bool, capitalised: bool) -> Iterator[Evidence]:
    """How likely the form is an ordinary word, where its capital does not tell."""
    telling = word.shape in CAPITALS and not silent
    if not capitalised:
        return
    if telling:
        if word.ordinary > 1.5:
            yield Evidence("ordinary word", -ORDINARY_IN_CAPITALS * word.ordinary)
        return
    if word.plain > 0:
        yield Evidence("ordinary word", -word.plain)
    if word.shape != "lower":
        yield Evidence("case:initial", INITIAL)
