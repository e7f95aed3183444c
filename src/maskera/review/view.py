"""What a state looks like: replaced, leak-checked, and with the places that somebody should look
at, most doubtful first."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec

from maskera.leaks.findings import findings, verdict
from maskera.leaks.verdict import judged
from maskera.leaks.words import Finding
from maskera.mentions import Evidence, Mention, probabilities
from maskera.pipeline import Pipeline
from maskera.replace.shape import carry_case
from maskera.result import Chosen, LeakStatus, Release, Replacement, Result, release
from maskera.review.counters import count, encoded
from maskera.review.essays import Content, may_leave
from maskera.review.numbers import next_number
from maskera.review.overlap import Covered
from maskera.review.referents import chosen_bases, referent_keys
from maskera.review.state import ChangeError, Mark, Pseudonym, State
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Edit, Span, splice

DOUBTFUL = 0.05  # probability away from sure from which a place is in the queue
DRAWS = 50  # times that another pseudonym is asked for before the lists are thought to be used up


@dataclass(frozen=True)  # no slots: what follows from it is worked out once
class View:
    """A state, rendered. result and release are of the marks that count; findings: what the leak
    check saw in the release.

    settled: the text was pseudonymized before it came here.
    """

    state: State
    result: Result
    release: Release
    findings: tuple[Finding, ...]
    taxonomy: Taxonomy
    settled: bool = False

    @cached_property
    def queue(self) -> tuple[Mark, ...]:
        """The places to look at, most doubtful first."""
        return tuple(
            sorted(
                (m for m in self.state.marks if m.doubt >= DOUBTFUL),
                key=lambda mark: (-mark.doubt, mark.start),
            )
        )

    @cached_property
    def applied(self) -> tuple[Mark, ...]:
        """The marks that count, in text order."""
        return self.state.applied

    @cached_property
    def shown(self) -> tuple[Mark, ...]:
        """The marks that a page shows in the text: those that count, and candidates where none
        counts."""
        covered = Covered((mark.start, mark.end) for mark in self.applied)
        kept, done = [], 0
        for mark in self.state.marks:
            alone = mark.start >= done and not covered.touches(mark.start, mark.end)
            if mark.applied or (mark.decision == "candidate" and alone):
                kept.append(mark)
                done = max(done, mark.end)
        return tuple(kept)

    @cached_property
    def placed(self) -> tuple[tuple[int, int, Mark], ...]:
        """Where the shown marks stand in the released text."""
        replacements = self.result.replacements
        edits = [Edit(each.mention.span, each.text) for each in replacements]
        _, spans = splice(self.result.document.text, edits)
        own = [at for each, at in zip(replacements, spans, strict=True) if not each.follows]
        ends = {
            mark.key: (span.start, span.end) for mark, span in zip(self.applied, own, strict=True)
        }
        found, shift = [], 0
        for mark in self.shown:
            start, end = ends.get(mark.key, (mark.start + shift, mark.end + shift))
            found.append((start, end, mark))
            shift = end - mark.end
        return tuple(found)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Mark key -> what shares a pseudonym, of the marks that count."""
        return referent_keys(self.applied, self.result.document.text, self.taxonomy)

    def names_with(self, mark: Mark) -> Mapping[int, str]:
        """The same with a mark that perhaps does not count."""
        if mark.applied:
            return self.names
        return referent_keys((*self.applied, mark), self.result.document.text, self.taxonomy)

    def mates(self, key: int) -> tuple[int, ...]:
        """The marks that count and share a pseudonym with this one, this one among them."""
        mark = self.state.mark(key)
        if not mark.number:
            return (key,)
        names = self.names_with(mark)
        return tuple(each for each, name in names.items() if name == names[key])

    @cached_property
    def leads(self) -> Mapping[tuple[str, int], int]:
        """Label and number -> the first mark that has them: for its part of a name the mapping
        speaks."""
        return _first(self.state)

    @cached_property
    def replacements(self) -> Mapping[int, Replacement]:
        """Mark key -> what becomes of it."""
        return dict(zip((mark.key for mark in self.applied), self.result.decided, strict=True))

    @property
    def may_leave(self) -> bool:
        """Whether the leak check lets the release out."""
        return bool(may_leave(_gate(self.result), self.state.leaks_accepted))

    def summary(self) -> dict[str, Any]:
        """The columns of the essay's row that follow from the state."""
        leaks = _gate(self.result)
        doubtful = len(self.queue) + sum(finding.weak for finding in self.findings) * (
            not self.state.leaks_accepted
        )
        counted = count(
            self.state, self.result.decided, self.result.document.text, not self.settled
        )
        return {
            "doubtful": doubtful,
            "leaks": leaks,
            "leaks_accepted": self.state.leaks_accepted,
            "counts": encoded(counted),
        }


class Frozen(msgspec.Struct, frozen=True):
    """What was released of an essay, as it was then: what became of each mention, the mapping,
    policy and verdict."""

    replacements: tuple[Replacement, ...]
    aliases: tuple[tuple[str, int, str], ...]
    policy: str
    leaks: LeakStatus


def frozen(seen: View) -> Frozen:
    """The view to keep; raises ChangeError where no leak check was made."""
    if seen.result.leaks is None:
        raise ChangeError("what was not checked for leaks cannot be released")
    aliases = tuple((label, number, base) for (label, number), base in seen.result.aliases.items())
    return Frozen(seen.result.replacements, aliases, seen.result.policy, seen.result.leaks)


def thawed(nlp: Pipeline, document: Document, state: State, kept: Frozen, settled: bool) -> View:
    """The view as it was when it was kept."""
    aliases = {(label, number): base for label, number, base in kept.aliases}
    result = Result(document, kept.replacements, aliases, kept.policy, leaks=kept.leaks)
    result = replace(result, shown=nlp.checked(result).shown)
    released = release(result)
    found = findings(released.text, document, result.replacements, nlp.language)
    return View(
        state,
        result,
        released,
        nlp.allowing(replace(result, found=found)),
        nlp.language.taxonomy,
        settled,
    )


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why the detector thought so: a label, its probability, and the evidence with its weights in
    log-odds."""

    label: str
    probability: float
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Rendered:
    """What the marks that count make of an essay, whoever decided on them."""

    result: Result
    release: Release
    findings: tuple[Finding, ...]


def basis(state: State) -> bytes:
    """All of a state on which its rendering depends: two states with the same basis are rendered
    alike."""
    marks = [
        msgspec.structs.replace(
            mark, decision="accepted", comment="", comment_labels=(), detected=None
        )
        for mark in state.applied
    ]
    return msgspec.msgpack.encode((marks, state.bases), order="deterministic")


def rendered(nlp: Pipeline, document: Document, state: State, settled: bool = False) -> Rendered:
    """A state replaced, and looked through for leaks. settled: the text is a pseudonymized one
    already, so nothing is replaced."""
    mentions = [_mention(mark) for mark in state.applied]
    if settled:
        kept = tuple(
            Replacement(m, "mark", document.text[m.span.start : m.span.end]) for m in mentions
        )
        result = nlp.checked(Result(document, kept, {}, nlp.policy.name))
    else:
        choices = _choices(nlp, state, document.text)
        result = nlp.replace(document, mentions, chosen=choices)
    released = release(result)
    found = result.found
    if found is None:
        found = findings(released.text, document, result.replacements, nlp.language)
    return Rendered(result, released, found)


def look(
    nlp: Pipeline,
    document: Document,
    state: State,
    settled: bool = False,
    made: Rendered | None = None,
) -> View:
    """The view of a state. made: its rendering, where it is known."""
    made = made or rendered(nlp, document, state, settled)
    result = made.result
    leaks = verdict(made.findings)
    if not settled:
        stays = result.leaks is LeakStatus.UNCHANGED
        leaks = judged(leaks, nlp.policy, result.kept, stays)
    if leaks is LeakStatus.PASS and (result.named or unseen(state)):
        leaks = (
            LeakStatus.REVIEW
        )  # else marks that came with a file would let out what they do not cover
    return View(
        state,
        replace(result, leaks=leaks),
        replace(made.release, leaks=leaks),
        made.findings,
        nlp.language.taxonomy,
        settled,
    )


def unseen(state: State) -> int:
    """How many mentions the detector would let count that nobody has decided on: the file's own
    marks, or settling, left them out."""
    return sum(mark.decision == "candidate" and mark.detected is not None for mark in state.marks)


def reasons(content: Content, mark: Mark) -> tuple[Reasons, ...]:
    """The detector's hypotheses on a mark, likeliest first; none for a mark that a person made."""
    if mark.key >= len(content.mentions):
        return ()
    hypotheses = {
        hypothesis.label: hypothesis for hypothesis in content.mentions[mark.key].hypotheses
    }
    shares = probabilities(content.mentions[mark.key].hypotheses)
    ordered = {
        label: sorted(hypotheses[label].evidence, key=lambda each: -abs(each.weight))
        for label, _ in shares
    }
    return tuple(Reasons(label, share, tuple(ordered[label])) for label, share in shares)


def redrawn(nlp: Pipeline, view: View, key: int, turn: int = 0) -> Pseudonym:
    """Another pseudonym for a mark's referent, drawn under the project's key; raises ChangeError
    where the policy leaves no choice.

    turn: another one draws something else; with the same, drawing again and again would go back and
    forth between two.
    """
    mark = view.state.mark(key)
    document, mentions = view.result.document, tuple(r.mention for r in view.result.decided)
    taken = {text.casefold() for text in view.result.aliases.values()} | {
        r.text.casefold() for r in view.result.replacements
    }
    at = [each.key for each in view.state.applied].index(key) if mark.applied else -1
    if at < 0 or view.result.decided[at].action != "replace":
        raise ChangeError(
            "there is nothing to draw here: the policy marks this label, or gives it a fixed form",
            "fixed",
        )
    lone = next_number(
        view.state.marks
    )  # of the redrawn alone, for the mapping has one pseudonym a number
    if shared := view.taxonomy.named(mark.label):
        mates = view.mates(key)
        numbers = [lone if each.key in mates else each.number for each in view.state.applied]
        mentions = tuple(
            msgspec.structs.replace(m, number=number)
            for m, number in zip(mentions, numbers, strict=True)
        )
    for number in range(1, DRAWS):
        other = replace(
            nlp, key=hmac.digest(nlp.key, f"redraw {turn} {number}".encode(), hashlib.sha256)
        ).replace(document, mentions)
        drawn = other.aliases.get((mark.label, lone), "") if shared else other.decided[at].text
        if drawn and drawn.casefold() not in taken:
            return Pseudonym(key, drawn, shared)
    raise ChangeError("no other pseudonym is left to be drawn here", "drawn")


def shared_base(view: View, marks: Iterable[Mark]) -> str:
    """The base form of the pseudonym that marks of one referent share; of a later part of a name,
    as it is at a mark without features."""
    first, plain = view.leads, ""
    for mark in marks:
        if first.get((mark.label, mark.number)) == mark.key and (
            base := view.result.aliases.get((mark.label, mark.number))
        ):
            return base
        made = view.replacements.get(mark.key)
        if (
            not plain
            and made
            and made.hidden
            and not mark.pseudonym
            and not mark.features - {"foreign"}
        ):
            plain = made.text
    return plain


def _mention(mark: Mark) -> Mention:
    return Mention(
        mark.span,
        mark.label,
        mark.number,
        mark.features,
        mark.probability,
        mark.personal,
        (),
        mark.referent,
    )


def _gate(result: Result) -> str:
    """The verdict as it lets an essay out: what was kept by choice wants somebody to accept it."""
    if result.leaks is None:
        return ""
    kept = result.leaks in (LeakStatus.SELECTIVE, LeakStatus.UNCHANGED)
    return LeakStatus.REVIEW.value if kept else result.leaks.value


def _first(state: State) -> dict[tuple[str, int], int]:
    """Label and number -> the first mark that has them: for its part of a name the mapping speaks."""
    return {(mark.label, mark.number): mark.key for mark in reversed(state.applied)}


def _choices(nlp: Pipeline, state: State, text: str) -> dict[Span, Chosen]:
    """The pseudonyms that people chose, by the places of the marks that they stand for."""
    bases = chosen_bases(state, text, nlp.language.taxonomy)
    found = {}
    for mark in state.applied:
        if mark.pseudonym:
            found[mark.span] = Chosen(mark.pseudonym)
        elif base := bases.get(mark.key):
            found[mark.span] = Chosen(
                _inflected(nlp, base, mark, text[mark.start : mark.end]), base
            )
    return found


def _inflected(nlp: Pipeline, base: str, mark: Mark, written: str) -> str:
    forms = nlp.language.morphology
    plain = forms.base(written) if "gen" in mark.features else written
    return carry_case(written, forms.inflect(base, forms.heeded(_mention(mark), plain)), 4)
