"""Indicator 2: what a mention is and where it stands, as a linear model over character runs."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from maskera.risk.indicators.probability import features as of_probability
from maskera.risk.model import Corpus, RiskModel
from maskera.risk.texts import Text, entities

LONGEST_RUN = 5  # characters
NEIGHBOURS = 3  # words before and after
EDGE = "<edge>"  # stands for the word before the first and after the last
MANY = 1000  # characters of a document; its length and places are measured on a logarithmic scale


def rows(corpus: Corpus) -> list[list[Mapping[str, float]]]:
    """The features of each mention of each text."""
    return [
        list(_of_text(text, found))
        for text, found in zip(corpus.texts, corpus.log_probs, strict=True)
    ]


def scores(corpus: Corpus, model: RiskModel) -> list[list[float | None]]:
    """Log-odds that a mention is to be masked, by its words and those around it."""
    score = model.classification.table()
    return [[score(row) for row in of_text] for of_text in rows(corpus)]


def directness(corpus: Corpus, model: RiskModel) -> list[list[float]]:
    """Log-odds that a mention alone identifies the person: the same features, another question."""
    score = model.direct.table()
    return [[score(row) for row in of_text] for of_text in rows(corpus)]


def _of_text(text: Text, log_probs: list[list[float]]) -> Iterator[Mapping[str, float]]:
    forms = [text.written(marked).lower() for marked in text.mentions]
    times = Counter(forms)
    of_entity = {place: len(places) for places in entities(text).values() for place in places}
    about = set(text.about.lower().split())
    headings, order, subject = _sections(text), _order(text), _subject(text)
    for place, (marked, span) in enumerate(zip(text.mentions, text.ranges, strict=True)):
        written = text.written(marked)
        kind = marked.kind
        found = dict(_character_runs(written))
        numbers = {
            "words": (span[1] - span[0]) / 5,
            "letters": len(written) / 20,
            "here": math.log(times[forms[place]]),
            "entity": math.log(of_entity[place]),
            "place": marked.span.start / max(len(text.text), 1),
            "length": math.log(1 + len(text.text) / MANY),
            "digit": float(any(map(str.isdigit, written))),
            "capital": float(written[:1].isupper()),
            "personal": marked.personal,
            "order": order[place],
        }
        found |= numbers
        found |= {
            f"{kind} {name}": numbers[name]
            for name in ("words", "here", "entity", "place", "personal", "length", "order")
        }
        if not text.bare:
            found |= _surroundings(text, span, kind, log_probs[place], headings[place])
        found[f"{kind} subject"] = float(bool(subject & set(forms[place].split())))
        if about:
            found[f"{kind} about"] = float(bool(about & set(forms[place].split())))
        yield found


def _order(text: Text) -> list[float]:
    """For each mention 1 / the number of its entity among those of its kind, by where they begin:
    the first date of a life is the birth, the first place where it was."""
    numbers: dict[str, dict[str, int]] = defaultdict(dict)
    return [
        1 / its.setdefault(marked.entity, len(its) + 1)
        for marked in text.mentions
        for its in [numbers[marked.kind]]
    ]


def _subject(text: Text) -> set[str]:
    """The words of the first mention of a text, which is mostly who it is about."""
    return set(text.written(text.mentions[0]).lower().split()) if text.mentions else set()


def _surroundings(
    text: Text, span: tuple[int, int], kind: str, log_probs: list[float], section: str
) -> dict[str, float]:
    """What only running text tells: words around, how improbable the mention is there, the heading."""
    rare = of_probability(kind, log_probs)
    found = _neighbours(text, span, kind)
    found |= {f"p {name}": value for name, value in rare.items()}
    found |= {f"{kind} {name}": rare[name] for name in ("least", "mean")}
    found[f"section {section}"] = found[f"{kind} section {section}"] = 1.0
    return found


def _character_runs(written: str) -> Iterator[tuple[str, float]]:
    """Runs of one to five characters within words, the longer count of a run dampened; of length 1."""
    padded = [f" {word} " for word in written.lower().split()]
    runs = Counter(
        word[start : start + length]
        for word in padded
        for length in range(1, LONGEST_RUN + 1)
        for start in range(max(len(word) - length + 1, 0))
    )
    values = {run: 1 + math.log(times) for run, times in runs.items()}
    size = math.sqrt(sum(value * value for value in values.values())) or 1.0
    yield from ((f"c {run}", value / size) for run, value in values.items())


def _neighbours(text: Text, span: tuple[int, int], kind: str) -> dict[str, float]:
    start, end = span
    found = {}
    for distance in range(1, NEIGHBOURS + 1):
        before = text.words[start - distance] if start >= distance else EDGE
        after = text.words[end + distance - 1] if end + distance <= len(text.words) else EDGE
        for side, word in (("before", before), ("after", after)):
            found[f"{side} {word}"] = 1 / distance
            if distance == 1:
                found[f"{kind} {side} {word}"] = 1.0
    return found


def _sections(text: Text) -> list[str]:
    """The heading above each mention: the last line in capitals, "" where there is none."""
    found, heading, start = [], "", 0
    for marked in text.mentions:
        for line in text.text[start : marked.span.start].split("\n"):
            words = line.split()
            if len(words) > 1 and line.isupper() and len(line) < 60:
                heading = " ".join(word.lower() for word in words)
        start = max(start, marked.span.start)
        found.append(heading)
    return found
