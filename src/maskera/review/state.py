"""What has been decided of one essay, and the changes that people make. Pure values: apply(state, change, text) gives the next state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from maskera.errors import MaskeraError
from maskera.mentions import Mention
from maskera.replace.referents import kind
from maskera.taxonomy import taxonomy
from maskera.text import Span

Decision = Literal["machine", "candidate", "accepted", "rejected"]
"""machine: the detector says so, nobody has looked. candidate: it holds it possible; that does not count until somebody accepts it."""

APPLIED = ("machine", "accepted")


class ChangeError(MaskeraError):
    """A change that cannot be made to this state: one sentence, without essay text."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place of the essay and what is thought of it.

    key: stays the same for the life of the essay. start, end: code points of the source. personal: concerns the writer.
    probability: the detector's (1 for what a person marked). pseudonym: the exact text that a person wants here, "" for what is drawn.
    comment, comment_labels: as on SVALA's edges (OBS!, Com!, Cit-FL).
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
        """How far the detector was from being sure, 0 to 0.5; 0 once a person has decided."""
        return min(self.probability, 1 - self.probability) if self.decision in ("machine", "candidate") else 0.0


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """All marks of an essay in text order, no two that count overlap.

    bases: "kind:number" of a referent -> the base form of the pseudonym that a person chose for it. comment: on the whole essay.
    leaks_accepted: a person has looked at what the leak check wants reviewed and lets it pass; any other change takes that back.
    """

    marks: tuple[Mark, ...] = ()
    bases: Mapping[str, str] = {}
    comment: str = ""
    leaks_accepted: bool = False

    def mark(self, key: int) -> Mark:
        """The mark of this key; raises ChangeError when there is none."""
        for mark in self.marks:
            if mark.key == key:
                return mark
        raise ChangeError(f"there is no mark {key} in this essay any more")

    @property
    def applied(self) -> tuple[Mark, ...]:
        """The marks that count, in text order."""
        return tuple(mark for mark in self.marks if mark.applied)


class Add(msgspec.Struct, frozen=True, tag=True):
    """Mark a stretch of the text; number 0 takes that of the same form, else a new one."""

    start: int
    end: int
    label: str
    features: tuple[str, ...] = ()
    number: int = 0


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
    """Another beginning or end."""

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
    """The pseudonym: of the whole referent (a base form, inflected at each place), or the exact text at this place; "" draws again."""

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
    """Marks put in the place of all there were: two reviewers' work brought together, or imported."""

    marks: tuple[Mark, ...]
    comment: str = ""


Change = Add | Accept | Reject | Relabel | Resize | Features | Personal | Merge | Split | Pseudonym | Comment | AcceptLeaks | Settle


def initial(mentions: Iterable[Mention], counts: Mapping[int, bool]) -> State:
    """The state before anybody has looked. counts: place in `mentions` -> whether the policy's threshold lets it count."""
    return State(
        tuple(
            Mark(
                key, mention.span.start, mention.span.end, mention.label, mention.number, mention.features, round(mention.probability, 6),
                round(mention.personal, 6), mention.referent, "machine" if counts[key] else "candidate",
            )
            for key, mention in enumerate(mentions)
        )
    )  # fmt: skip


def referent_key(label: str, number: int) -> str:
    """What shares a pseudonym: "firstname:3"."""
    return f"{kind(label)}:{number}"


def named(label: str) -> bool:
    """Whether all mentions of a referent share one pseudonym; numbers, ages and dates have one in the form of each place."""
    general = taxonomy().categories[label].general
    return (general in ("name", "geographic", "institution") and label not in ("street_nr", "zip_code")) or label == "transport_name"


def apply(state: State, change: Change, text: str) -> State:
    """The state after the change; raises ChangeError where it cannot be made. `text`: the source of the essay."""
    match change:
        case Comment(written, key, labels):
            return _commented(state, written, key, labels)
        case AcceptLeaks(accepted):
            return msgspec.structs.replace(state, leaks_accepted=accepted)
        case _:
            marks, bases = _changed(state, change, text)
            ordered = tuple(sorted(marks, key=lambda mark: (mark.start, mark.end, mark.key)))
            _check(ordered, text)
            return msgspec.structs.replace(state, marks=ordered, bases=bases, leaks_accepted=False)


def _changed(state: State, change: Change, text: str) -> tuple[list[Mark], Mapping[str, str]]:
    marks, bases = list(state.marks), state.bases
    match change:
        case Add():
            added = _added(state, change, text)
            marks = [mark for mark in marks if mark.applied or not mark.span.overlaps(added.span)] + [added]
        case Accept(keys):
            chosen = [state.mark(key) for key in keys]
            marks = [mark for mark in marks if mark in chosen or mark.applied or not any(mark.span.overlaps(each.span) for each in chosen)]
            marks = _each(marks, keys, decision="accepted")
        case Reject(keys):
            for key in keys:
                state.mark(key)
            marks = _each(marks, keys, decision="rejected")
        case Relabel(key, label, referent):
            _check_label(label)
            keys = _same(state, key) if referent else (key,)
            marks = [_relabelled(state, mark, label) if mark.key in keys else mark for mark in marks]
        case Resize(key, start, end):
            state.mark(key)
            marks = _each(marks, (key,), start=start, end=end, decision="accepted")
        case Features(key, features):
            state.mark(key)
            if unknown := set(features) - taxonomy().features:
                raise ChangeError(f"there is no feature {min(unknown)!r}")
            marks = _each(marks, (key,), features=frozenset(features), decision="accepted")
        case Personal(keys, personal):
            marks = _each(marks, keys, personal=1.0 if personal else 0.0)
        case Merge(keys, number):
            if number < 1:
                raise ChangeError("a running number is 1 or more")
            marks = _each(marks, keys, number=number, decision="accepted")
        case Split(keys):
            marks = _each(marks, keys, number=next_number(state), decision="accepted")
        case Pseudonym(key, written, referent):
            mark = state.mark(key)
            if written and not written.strip():
                raise ChangeError("a pseudonym needs at least one letter or digit")
            name = referent_key(mark.label, mark.number)
            if referent and mark.number and named(mark.label):
                others = {each: base for each, base in bases.items() if each != name}
                bases = {**others, name: written} if written else others
                marks = _each(marks, _same(state, key), pseudonym="")
            else:
                marks = _each(marks, (key,), pseudonym=written)
        case Settle(settled):
            marks = list(settled)
        case _:
            raise ChangeError("this change is not known")
    return marks, bases


def next_number(state: State) -> int:
    """The first running number that is free."""
    return max((mark.number for mark in state.marks), default=0) + 1


def _added(state: State, change: Add, text: str) -> Mark:
    _check_label(change.label)
    if unknown := set(change.features) - taxonomy().features:
        raise ChangeError(f"there is no feature {min(unknown)!r}")
    form = text[change.start : change.end].casefold()
    like = [m for m in state.applied if text[m.start : m.end].casefold() == form and taxonomy().same_identity(m.label, change.label)]
    number = change.number or (like[0].number if like and like[0].number else next_number(state))
    key = max((mark.key for mark in state.marks), default=-1) + 1
    referent = next((mark.referent for mark in like), "")
    return Mark(key, change.start, change.end, change.label, number, frozenset(change.features), 1.0, 1.0, referent, "accepted")


def _relabelled(state: State, mark: Mark, label: str) -> Mark:
    """A label of another identity space cannot keep the number: it would be somebody else's there."""
    shared = taxonomy().same_identity(mark.label, label)
    number = mark.number if shared else next_number(state)
    return msgspec.structs.replace(mark, label=label, number=number, referent=mark.referent if shared else "", decision="accepted")


def _same(state: State, key: int) -> tuple[int, ...]:
    """The marks that count and mean the same referent, this one among them."""
    mark = state.mark(key)
    if not mark.number:
        return (key,)
    name = referent_key(mark.label, mark.number)
    return tuple({key, *(each.key for each in state.applied if referent_key(each.label, each.number) == name)})


def _each(marks: Iterable[Mark], keys: Iterable[int], **fields: object) -> list[Mark]:
    chosen = set(keys)
    return [msgspec.structs.replace(mark, **fields) if mark.key in chosen else mark for mark in marks]


def _commented(state: State, written: str, key: int, labels: tuple[str, ...]) -> State:
    if key < 0:
        return msgspec.structs.replace(state, comment=written.strip())
    state.mark(key)
    if unknown := set(labels) - set(taxonomy().comments):
        raise ChangeError(f"there is no comment label {min(unknown)!r}")
    if written.strip() and not any("!" in label for label in labels):
        raise ChangeError("a comment on a mention needs one of the labels with an exclamation mark")
    return msgspec.structs.replace(state, marks=tuple(_each(state.marks, (key,), comment=written.strip(), comment_labels=labels)))


def _check_label(label: str) -> None:
    if label not in taxonomy().categories:
        raise ChangeError(f"there is no label {label!r}")


def _check(marks: tuple[Mark, ...], text: str) -> None:
    end = 0
    for mark in marks:
        if not 0 <= mark.start < mark.end <= len(text) or not text[mark.start : mark.end].strip():
            raise ChangeError("a mention needs at least one word of the text")
        if mark.applied:
            if mark.start < end:
                raise ChangeError("two mentions may not overlap: reject or resize the other one first")
            end = mark.end
