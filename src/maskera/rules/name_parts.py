"""The parts of a personal name: which of the words in a row are first name, middle name, initials,
surname."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskera.label.merge import merge_claims
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import one_of
from maskera.lexicon.tsv import MANY, word_list
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Detection, Evidence, Hypothesis, Trust, extended, place
from maskera.taxonomy import LISTED_KINDS
from maskera.text import Span

_WORDS = word_list(MANY, "name_parts")
PATRONYMIC = _WORDS.endings("patronymic")
PARTICLES = _WORDS["particle"]
_OF_TWO = [pair.split() for pair in _WORDS["pair"]]
PAIRS = {second: {one for one, other in _OF_TWO if other == second} for _, second in _OF_TWO}
"""Two particles that stand side by side before nothing but a surname: by the second, what comes
first."""
PARTICLED = 6.0
ROLE, NOT_ROLE = 2.2, -1.5
LEAST = -1.5  # a word may be part of a name from this log-odds on
LOWER_PART = 3.0  # a small letter after a capital: "Maj bakar" is no name
NEVER = -9.0
MOST_BESIDE = 12
"""Tokens of initials before a name or behind it, with their full stops: in a row of hundreds each
name would be asked for all of them."""
INFLECTED, DOTTED, BARE = 6.0, 2.5, 2.5  # of an initial beside a name
KINDS = {"first": "person.given", "middle": "person.middle", "family": "person.family"}
UNKNOWN = "person.given.unknown"
"""The kinds of the roles, and that of a first name of either gender."""
SHOWN = {
    "first": ("role:first", "first name"),
    "middle": ("role:middle", "middle name"),
    "family": ("role:surname", "surname"),
}
"""The source and the note of a role's evidence."""
GENITIVE_MARKS = ":'’´"


def particled(table: TokenTable) -> Iterator[Detection]:
    """Surnames with two particles, whether or not another name stands before them: Van der Berg,
    familjen de la Vega."""
    for second in table.where(_SECOND):
        last = second + 1
        if (
            not second
            or last == len(table.lowers)
            or table.lowers[second - 1] not in PAIRS[table.lowers[second]]
        ):
            continue
        joined = table.adjacent(second - 1) and table.adjacent(second)
        if (
            joined
            and table.words[last].shape in CAPITALS
            and table.sentence[last] == table.sentence[second - 1]
        ):
            evidence = Evidence("particles before a capital", PARTICLED)
            yield table.claim(
                second - 1,
                last,
                table.vocab.taxonomy.label("person.family"),
                evidence,
                features=frozenset({"gen"} if table.words[last].genitive else ()),
            )


_SECOND = one_of(PAIRS)


def roles(
    table: TokenTable, detections: Sequence[Detection], places: Sequence[tuple[int, int]]
) -> list[Detection]:
    """The detections, with evidence for the role of each word in a run of name words; surnames take
    in their particles."""
    names, listed = table.labels("person"), table.labels(*LISTED_KINDS)
    by_token = {
        first: number
        for number, (first, last) in enumerate(places)
        if first == last
        and first >= 0
        and _namelike(detections[number], names, listed)
        and not _joins(table, first)
        and not _initial_genitive(table, first)
    }
    result: list[Detection] = list(detections)
    added: list[Detection] = []
    behind, cast = (
        -1,
        False,
    )  # the last token of the run before; whether any claim has been changed, and perhaps its extent
    for index in by_token:
        if index <= behind:
            continue
        run = _run(table, index, by_token, detections)
        behind = run[-1]
        added += _initials(table, run, by_token, detections)
        if len(run) > 1:
            cast = True
            for position, (token, label) in enumerate(
                zip(run, _assign(table, run, by_token, detections), strict=True)
            ):
                number = by_token[token]
                result[number] = _cast(table, result[number], label, run, position)
    if added:
        return merge_claims([*result, *added])
    return sorted(result, key=place) if cast else result


def _score(detection: Detection, labels: frozenset[str]) -> float:
    return max(
        [hypothesis.score for hypothesis in detection.hypotheses if hypothesis.label in labels],
        default=NEVER,
    )


def _namelike(detection: Detection, names: frozenset[str], listed: frozenset[str]) -> bool:
    name = other = NEVER
    for hypothesis in detection.hypotheses:
        if hypothesis.label in names:
            name = max(name, hypothesis.score)
        elif hypothesis.label in listed:
            other = max(other, hypothesis.score)
    return name > LEAST and name > other - 2.5


def _run(
    table: TokenTable, index: int, by_token: dict[int, int], detections: Sequence[Detection]
) -> list[int]:
    """Tokens of one name: neighbours that may be names, with one blank between them; particles and
    initials are stepped over.

    A full stop behind an initial may end the sentence, too: a likelier first name begins another
    (Anna K. Erik), but George R. R. Martin.
    """
    run = [index]
    low = table.words[index].shape == "lower"
    while True:
        step = run[-1] + 1
        if not table.adjacent(run[-1]) or table.sentence[step] != table.sentence[index]:
            return run
        skipped = 0
        while (
            skipped < 3
            and step < len(table.lowers) - 1
            and (
                table.lowers[step] in PARTICLES
                or _is_initial(table, step)
                or (table.lowers[step] == "." and _is_initial(table, step - 1))
            )
            and step not in by_token
        ):
            step, skipped = step + 1, skipped + 1
        if (
            step not in by_token
            or (skipped and table.words[step].shape == "lower")
            or table.sentence[step] != table.sentence[index]
        ):
            return run
        if (table.words[step].shape == "lower") != low and _score(
            detections[by_token[step]], table.labels("person")
        ) < LOWER_PART:
            return run
        if (
            low
            and table.words[step].shape != "lower"
            and not _given_first(table, detections[by_token[index]])
        ):
            return run  # till sekreterare valdes Fatou
        if table.sentence_initial[step] and not table.sentence_initial[index]:
            return run
        if (
            skipped == 2
            and table.lowers[step - 1] == "."
            and _given_first(table, detections[by_token[step]])
        ):
            return run
        run.append(step)


def _given_first(table: TokenTable, detection: Detection) -> bool:
    """Whether a word is a first name rather than a surname."""
    given, family = table.labels("person.given"), table.labels("person.family")
    return _score(detection, given) >= max(_score(detection, family), LEAST)


def _is_initial(table: TokenTable, index: int) -> bool:
    """Whether a token is a single capital, or J-P; in a text of small letters also one with a full
    stop that is no word."""
    form = table.document.tokens.forms[index]
    if (
        table.few_capitals
        and len(form) == 1
        and form.islower()
        and form not in table.vocab.single_letters
    ):
        return table.glued(index) and table.lowers[index + 1] == "."
    return (len(form) == 1 and form.isupper()) or (
        len(form) == 3 and form[1] == "-" and form.isupper()
    )


def _joins(table: TokenTable, index: int) -> bool:
    """Whether a token is a single small letter, which joins names and is none: Ana y Luis, Carla e
    Rui."""
    return len(table.lowers[index]) == 1 and table.words[index].shape == "lower"


def _initial_genitive(table: TokenTable, index: int) -> bool:
    """Whether a token is a single capital in the genitive: B:s, B's."""
    form = table.document.tokens.forms[index]
    return len(form) == 3 and form[1] in GENITIVE_MARKS and form[0].isupper() and form[2] == "s"


def _assign(
    table: TokenTable, run: list[int], by_token: dict[int, int], detections: Sequence[Detection]
) -> list[str]:
    """A role for each word: given names first, surname last (guidelines, Personal Names: in the standard order)."""
    given, family = table.labels("person.given"), table.labels("person.family")
    first = [_score(detections[by_token[token]], given) for token in run]
    last = [_score(detections[by_token[token]], family) for token in run]
    if len(run) == 2:
        if first[0] <= LEAST and last[0] > first[0] + 1.5 and first[1] > last[1] + 1.5:
            return ["family", "first"]
        if table.lowers[run[1]].endswith(PATRONYMIC) and last[1] < 3:
            return ["first", "middle"]
        return ["first", "family" if last[1] > first[1] - 4.0 or first[1] < 3 else "middle"]
    middle = [
        "middle" if first[position] > last[position] - 2.0 else "family"
        for position in range(1, len(run) - 1)
    ]
    return ["first", *middle, "family"]


def _cast(
    table: TokenTable, detection: Detection, role: str, run: list[int], position: int
) -> Detection:
    """The detection with evidence for its role; a missing hypothesis is made from the best of the
    others."""
    taxonomy = table.vocab.taxonomy
    wanted = taxonomy.labels(KINDS[role])
    source, what = SHOWN[role]
    note = f"{what} of {len(run)}"
    hypotheses = [
        extended(h, [Evidence(source, ROLE, note)])
        if h.label in wanted
        else extended(h, [Evidence(source, NOT_ROLE, note)])
        for h in detection.hypotheses
    ]
    if not any(h.label in wanted for h in detection.hypotheses):
        best = max(
            (h for h in detection.hypotheses if h.label in taxonomy.labels("person")),
            key=lambda h: h.score,
        )
        label = taxonomy.label(UNKNOWN if role == "first" else KINDS[role])
        hypotheses.append(
            Hypothesis(label, (*best.evidence, Evidence(source, ROLE, note)), best.features)
        )
    span = detection.span
    if role == "family" and position:
        start = run[position]
        while start - 1 > run[position - 1] and table.lowers[start - 1] in PARTICLES:
            start -= 1
        if start != run[position]:
            span = Span(table.document.tokens.starts[start], span.end)
    return Detection(span, tuple(hypotheses))


def _initials(
    table: TokenTable, run: list[int], by_token: dict[int, int], detections: Sequence[Detection]
) -> list[Detection]:
    """Single capitals before, inside and after a name: G. Barakat, Shirin M., Shirin M:s, J.K.
    Rowling, George R. R. Martin."""
    tokens = table.document.tokens
    alone = len(run) == run[-1] - run[0] + 1
    if alone and not any(map(_short, tokens.forms[max(0, run[0] - 1) : run[-1] + 2])):
        return []  # as for most
    beside = (*_before(table, run[0]), *range(run[0] + 1, run[-1]), *_after(table, run[-1]))
    single = [
        index
        for index in beside
        if index not in by_token and (_is_initial(table, index) or _initial_genitive(table, index))
    ]
    if (
        not single
        or max([_score(detections[by_token[token]], table.labels("person")) for token in run]) < 0.5
    ):
        return []
    found: list[Detection] = []
    for index in single:
        dotted = (
            index + 1 < len(tokens)
            and tokens.forms[index + 1] == "."
            and tokens.starts[index + 1] == tokens.ends[index]
        )
        end = tokens.ends[index + 1] if dotted else tokens.ends[index]
        if found and found[-1].span.end == tokens.starts[index]:
            span = Span(found.pop().span.start, end)
        else:
            span = Span(tokens.starts[index], end)
        genitive = _initial_genitive(table, index)
        evidence = Evidence(
            "shape:initial beside a name", INFLECTED if genitive else DOTTED if dotted else BARE
        )
        found.append(
            Detection(
                span,
                (
                    Hypothesis(
                        table.vocab.taxonomy.label("person.initials"),
                        (evidence,),
                        frozenset(("gen",) if genitive else ()),
                        Trust.FORMAL,
                    ),
                ),
            )
        )
    return found


def _short(form: str) -> bool:
    """Whether a token may be an initial or the full stop behind one."""
    return len(form) <= 3


def _before(table: TokenTable, index: int) -> list[int]:
    first = index
    while (
        first > 0
        and index - first < MOST_BESIDE
        and (
            _is_initial(table, first - 1)
            or (table.lowers[first - 1] == "." and first > 1 and _is_initial(table, first - 2))
        )
        and table.adjacent(first - 1)
    ):
        first -= 1
    return list(range(first, index))


def _after(table: TokenTable, index: int) -> list[int]:
    last = index
    while (
        last + 1 < len(table.words)
        and last - index < MOST_BESIDE
        and _is_initial(table, last + 1)
        and table.adjacent(last)
    ):
        dotted = last + 2 < len(table.words) and table.lowers[last + 2] == "."
        if not dotted and table.lowers[last + 1] in table.vocab.single_letters:
            break
        last += 2 if dotted else 1
    if last + 1 < len(table.words) and _initial_genitive(table, last + 1) and table.adjacent(last):
        last += 1
    return list(range(index + 1, last + 1))
