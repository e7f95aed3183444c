"""What has been decided of one essay, and the changes that people make. Pure values: apply(state,
change, text, taxonomy) gives the next state.

Longer than 400 lines because all changes of a reading are functions of one state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from maskera.errors import MaskeraError
from maskera.mentions import Mention
from maskera.review.numbers import fits, next_number, relabelled, settled, unused_key
from maskera.review.overlap import Covered
from maskera.review.referents import carried, referent_keys, same
from maskera.taxonomy import Taxonomy
from maskera.text import Span

Decision = Literal["machine", "candidate", "accepted", "rejected"]
"""machine: the detector says so, nobody has looked. candidate: it holds it possible; that does not
count until somebody accepts it."""

APPLIED = ("machine", "accepted")
MOST_NUMBER = 99_999
LONGEST_PSEUDONYM = 200  # characters
APART = "mentions that share a number must be of the same kind (a person and a place cannot)"


class ChangeError(MaskeraError):
    """A change that cannot be made to this state: one sentence, without essay text, and a code by
    which pages say it in their language."""

    def __init__(self, sentence: str, code: str = "other") -> None:
        super().__init__(sentence)
        self.code = code


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place of the essay and what is thought of it.

    key: stays the same for the life of the essay. start, end: code points of the source. personal:
    concerns the writer. probability: the detector's (1 for what a person marked). pseudonym: the
    exact text that a person wants here, "" for what is drawn. comment, comment_labels: as on
    SVALA's edges (OBS!, Com!, Cit-FL). detected: label and place under which the detector let it
    count before anybody looked; None for what it did not.
    """

    key: int
    start: int
    end: int
    label: str
    number: int = 0
    features: frozenset[str] = frozenset()
    probability: float = 1.0
    personal: float = 0.5
    referent: str = ""
    decision: Decision = "machine"
    pseudonym: str = ""
    comment: str = ""
    comment_labels: tuple[str, ...] = ()
    detected: tuple[str, int, int] | None = None

    @property
    def span(self) -> Span:
        """Its place."""
        return Span(self.start, self.end)

    @property
    def applied(self) -> bool:
        """Whether it counts: it is in the release and in the gold."""
        return self.decision in APPLIED

    @property
    def doubt(self) -> float:
        """How probable it is that the decision is wrong, as the detector sees it; 0 once a person
        has decided."""
        return {"machine": 1 - self.probability, "candidate": self.probability}.get(
            self.decision, 0.0
        )


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """All marks of an essay in text order, no two that count overlap.

    bases: a referent's key (referent_keys) -> the base form of the pseudonym that a person chose
    for it. comment: on the whole essay. leaks_accepted: a person has looked at what the leak check
    wants reviewed and lets it pass; any other change takes that back. unused: a key from which on
    none has ever been given, so that no mark inherits the evidence of one that is gone.
    """

    marks: tuple[Mark, ...] = ()
    bases: Mapping[str, str] = {}
    comment: str = ""
    leaks_accepted: bool = False
    unused: int = 0

    def mark(self, key: int) -> Mark:
        """The mark of this key; raises ChangeError when there is none."""
        for mark in self.marks:
            if mark.key == key:
                return mark
        raise ChangeError(f"there is no mark {key} in this essay any more", "gone")

    @property
    def applied(self) -> tuple[Mark, ...]:
        """The marks that count, in text order."""
        return tuple(mark for mark in self.marks if mark.applied)


class Add(msgspec.Struct, frozen=True, tag=True):
    """Mark a span of the text; number 0 takes that of the same form, else a new one.

    What the machine has marked there, and nobody has accepted, is rejected by this.
    """

    start: int
    end: int
    label: str
    features: tuple[str, ...] = ()
    number: int = 0


class Propagate(msgspec.Struct, frozen=True, tag=True):
    """Several places marked at once: what stands elsewhere in the same words. One step for undo."""

    places: tuple[Add, ...]


class Accept(msgspec.Struct, frozen=True, tag=True):
    """These marks are right as they are."""

    keys: tuple[int, ...]


class Reject(msgspec.Struct, frozen=True, tag=True):
    """These places are no personal information."""

    keys: tuple[int, ...]


class Relabel(msgspec.Struct, frozen=True, tag=True):
    """Another label; `referent`: for all mentions of the same referent."""

    key: int
    label: str
    referent: bool = False


class Resize(msgspec.Struct, frozen=True, tag=True):
    """Another beginning or end; what the machine has marked there, and nobody has accepted, is
    rejected by this."""

    key: int
    start: int
    end: int


class Features(msgspec.Struct, frozen=True, tag=True):
    """The features of the form: a subset of gen, def, pl, foreign."""

    key: int
    features: tuple[str, ...]


class Personal(msgspec.Struct, frozen=True, tag=True):
    """Whether these mentions concern the writer."""

    keys: tuple[int, ...]
    personal: bool


class Merge(msgspec.Struct, frozen=True, tag=True):
    """These mentions mean what `number` means."""

    keys: tuple[int, ...]
    number: int


class Split(msgspec.Struct, frozen=True, tag=True):
    """These mentions mean something of their own: they get a new number."""

    keys: tuple[int, ...]


class Pseudonym(msgspec.Struct, frozen=True, tag=True):
    """The pseudonym: of the referent or its part of a name (a base form, inflected everywhere), or
    the exact text here; "" draws again."""

    key: int
    text: str
    referent: bool = True


class Comment(msgspec.Struct, frozen=True, tag=True):
    """A comment on a mark, with comment labels; on the whole essay where key is -1."""

    text: str
    key: int = -1
    labels: tuple[str, ...] = ()


class AcceptLeaks(msgspec.Struct, frozen=True, tag=True):
    """What the leak check wants looked at has been looked at."""

    accepted: bool = True


class Settle(msgspec.Struct, frozen=True, tag=True):
    """Marks, chosen pseudonyms and comment put in the place of all there were: two reviewers' work
    brought together."""

    marks: tuple[Mark, ...]
    comment: str = ""
    bases: Mapping[str, str] = {}


Change = (
    Add
    | Propagate
    | Accept
    | Reject
    | Relabel
    | Resize
    | Features
    | Personal
    | Merge
    | Split
    | Pseudonym
    | Comment
    | AcceptLeaks
    | Settle
)


def initial(mentions: Iterable[Mention], counts: Mapping[int, bool]) -> State:
    """The state before anybody has looked. counts: place in `mentions` -> whether the policy's
    threshold lets it count."""
    return State(
        tuple(
            Mark(
                key, mention.span.start, mention.span.end, mention.label, mention.number, mention.features, round(mention.probability, 6),
                round(mention.personal, 6), mention.referent, "machine" if counts[key] else "candidate",
                detected=(mention.label, mention.span.start, mention.span.end) if counts[key] else None,
            )
            for key, mention in enumerate(mentions)
        )
    )  # fmt: skip


def apply(state: State, change: Change, text: str, taxonomy: Taxonomy) -> State:
    """The state after the change; raises ChangeError where it cannot be made. `text`: the source of
    the essay. taxonomy: of the labels that a mark may have."""
    match change:
        case Comment(written, key, names):
            return _commented(state, written, key, names, taxonomy)
        case AcceptLeaks(accepted):
            return msgspec.structs.replace(state, leaks_accepted=accepted)
        case _:
            marks, bases = _changed(state, change, text, taxonomy)
            if not isinstance(change, Settle):
                marks = settled(state.marks, marks, taxonomy)
            counted = [mark for mark in marks if mark.applied]
            covered = Covered((mark.start, mark.end) for mark in counted)
            kept = (
                mark
                for mark in marks
                if mark.decision != "candidate" or not covered.touches(mark.start, mark.end)
            )
            ordered = tuple(sorted(kept, key=lambda mark: (mark.start, mark.end, mark.key)))
            _check(ordered, text)
            if not isinstance(change, Settle):
                bases = carried(bases, state.applied, counted, text, taxonomy)
            note = change.comment if isinstance(change, Settle) else state.comment
            return msgspec.structs.replace(
                state,
                marks=ordered,
                bases=bases,
                comment=note,
                leaks_accepted=False,
                unused=unused_key(state.unused, marks),
            )


def _changed(
    state: State, change: Change, text: str, taxonomy: Taxonomy
) -> tuple[list[Mark], Mapping[str, str]]:
    marks, bases = list(state.marks), state.bases
    match change:
        case Add():
            _check_label(change.label, taxonomy)
            added = _added(state, change, text, taxonomy)
            below = [mark for mark in marks if mark.span.overlaps(added.span)]
            marks = [mark for mark in marks if mark.applied or mark not in below]
            seen = next(
                (mark.detected for mark in below if mark.decision == "rejected" and mark.detected),
                None,
            )  # theirs is dropped
            added = msgspec.structs.replace(added, detected=seen)
            marks = [*_yielding(marks, added), added]
        case Propagate(places):
            for place in places:
                state = apply(state, place, text, taxonomy)
            marks = list(state.marks)
        case Accept(keys):
            for key in keys:
                state.mark(key)
            marks = _each(marks, keys, decision="accepted")
        case Reject(keys):
            for key in keys:
                state.mark(key)
            marks = _each(marks, keys, decision="rejected")
        case Relabel(key, label, referent):
            _check_label(label, taxonomy)
            state.mark(key)
            keys = same(state, key, text, taxonomy) if referent else (key,)
            marks = [
                relabelled(state.marks, mark, label, taxonomy) if mark.key in keys else mark
                for mark in marks
            ]
        case Resize(key, start, end):
            _check_place(start, end, text)
            moved = msgspec.structs.replace(
                state.mark(key), start=start, end=end, decision="accepted"
            )
            marks = [*_yielding((mark for mark in marks if mark.key != key), moved), moved]
        case Features(key, features):
            state.mark(key)
            if unknown := set(features) - taxonomy.features:
                raise ChangeError(f"there is no feature {min(unknown)!r}", "feature")
            marks = _each(marks, (key,), features=frozenset(features), decision="accepted")
        case Personal(keys, personal):
            for key in keys:
                state.mark(key)
            marks = _each(marks, keys, personal=1.0 if personal else 0.0)
        case Merge(keys, number):
            if not 1 <= number <= MOST_NUMBER:
                raise ChangeError(f"a running number is from 1 to {MOST_NUMBER}", "number")
            others = [mark for mark in state.applied if mark.key not in keys]
            if not all(
                fits(number, label, others, taxonomy) for label in _kinds(state, keys, taxonomy)
            ):
                raise ChangeError(APART, "kind")
            marks = _each(marks, keys, number=number, decision="accepted")
        case Split(keys):
            _kinds(state, keys, taxonomy)
            marks = _each(marks, keys, number=next_number(state.marks), decision="accepted")
        case Pseudonym(key, written, referent):
            mark = state.mark(key)
            written = " ".join(written.split())
            if len(written) > LONGEST_PSEUDONYM or (
                change.text and not any(each.isalnum() for each in written)
            ):
                raise ChangeError(
                    f"a pseudonym has at least one letter or digit and at most {LONGEST_PSEUDONYM} characters",
                    "pseudonym",
                )
            name = referent_keys((*state.applied, mark), text, taxonomy)[key]
            if referent and mark.number and taxonomy.named(mark.label):
                rest = {each: base for each, base in bases.items() if each != name}
                bases = {**rest, name: written} if written else rest
                marks = _each(marks, same(state, key, text, taxonomy), pseudonym="")
            else:
                marks = _each(marks, (key,), pseudonym=written)
        case Settle(settled, _, chosen):
            marks, bases = list(settled), chosen
        case _:
            raise ChangeError("this change is not known", "unknown")
    return marks, bases


def _added(state: State, change: Add, text: str, taxonomy: Taxonomy) -> Mark:
    _check_place(change.start, change.end, text)
    if unknown := set(change.features) - taxonomy.features:
        raise ChangeError(f"there is no feature {min(unknown)!r}", "feature")
    if not 0 <= change.number <= MOST_NUMBER:
        raise ChangeError(f"a running number is from 1 to {MOST_NUMBER}", "number")
    if change.number and not fits(change.number, change.label, state.applied, taxonomy):
        raise ChangeError(APART, "kind")
    form = text[change.start : change.end].casefold()
    like = [
        m
        for m in state.applied
        if text[m.start : m.end].casefold() == form
        and taxonomy.same_identity(m.label, change.label)
    ]
    number = change.number or (
        like[0].number if like and like[0].number else next_number(state.marks)
    )
    key = unused_key(state.unused, state.marks)
    referent = next((mark.referent for mark in like), "")
    return Mark(
        key,
        change.start,
        change.end,
        change.label,
        number,
        frozenset(change.features),
        1.0,
        1.0,
        referent,
        "accepted",
    )


def _yielding(marks: Iterable[Mark], placed: Mark) -> list[Mark]:
    """The marks, where those of the machine that stand in the way of what a person places are
    rejected."""
    return [
        msgspec.structs.replace(mark, decision="rejected")
        if mark.decision == "machine" and mark.span.overlaps(placed.span)
        else mark
        for mark in marks
    ]


def _kinds(state: State, keys: tuple[int, ...], taxonomy: Taxonomy) -> list[str]:
    """The labels of marks that are to mean the same; raises ChangeError where they cannot."""
    labels = [state.mark(key).label for key in keys]
    if any(not taxonomy.same_identity(label, labels[0]) for label in labels):
        raise ChangeError(APART, "kind")
    return labels


def _each(marks: Iterable[Mark], keys: Iterable[int], **fields: object) -> list[Mark]:
    chosen = set(keys)
    return [
        msgspec.structs.replace(mark, **fields) if mark.key in chosen else mark for mark in marks
    ]


def _commented(
    state: State, written: str, key: int, labels: tuple[str, ...], taxonomy: Taxonomy
) -> State:
    if key < 0:
        return msgspec.structs.replace(state, comment=written.strip())
    state.mark(key)
    if unknown := set(labels) - set(taxonomy.comments):
        raise ChangeError(f"there is no comment label {min(unknown)!r}", "comment")
    if written.strip() and not any("!" in label for label in labels):
        raise ChangeError(
            "a comment on a mention needs one of the labels with an exclamation mark", "comment"
        )
    return msgspec.structs.replace(
        state,
        marks=tuple(_each(state.marks, (key,), comment=written.strip(), comment_labels=labels)),
    )


def _check_label(label: str, taxonomy: Taxonomy) -> None:
    if label not in taxonomy.categories:
        raise ChangeError(f"there is no label {label!r}", "label")


def _check_place(start: int, end: int, text: str) -> None:
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise ChangeError("a mention needs at least one word of the text", "words")


def _check(marks: tuple[Mark, ...], text: str) -> None:
    end = 0
    for mark in marks:
        _check_place(mark.start, mark.end, text)
        if mark.applied:
            if mark.start < end:
                raise ChangeError(
                    "two mentions may not overlap: reject or resize the other one first", "overlap"
                )
            end = mark.end
