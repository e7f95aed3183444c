"""The file recognizers.toml: read, checked, and made into rules.

Each fault is a DataError of one sentence with file and line: of no piece of a text, for the examples
are the user's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from maskera.annotate.tokens import normal, tokenize
from maskera.errors import DataError, cause
from maskera.io import decoders, toml
from maskera.lexicon.table import TokenTable, token_table
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.policy import Action
from maskera.rules import engine, linear
from maskera.rules.patterns import AFTER, BEFORE
from maskera.rules.rule import Rule, Stage, Trigger
from maskera.rules.user import Forms, OwnLabel, Recognizers, matches
from maskera.text import Document, Span

# Log-odds of a claim by its trust, and of a word that stands before or after it; without one where
# the recognizer names such words, EVIDENCE is not enough.
WEIGHTS = {Trust.EVIDENCE: 1.0, Trust.FORMAL: 3.0, Trust.CERTAIN: 9.0}
BESIDE, MISSED = 2.0, -2.0
TRUSTS: Mapping[str, Trust] = {trust.name.lower(): trust for trust in Trust}


class _Recognizer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    label: str
    pattern: str
    trust: Literal["evidence", "formal", "certain"] = "formal"
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    ignore_case: bool = False
    examples: tuple[str, ...] = ()
    counter: tuple[str, ...] = ()


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: str
    file: str = ""
    forms: tuple[str, ...] = ()
    trust: Literal["evidence", "formal", "certain"] = "formal"
    inflect: bool = False
    examples: tuple[str, ...] = ()
    counter: tuple[str, ...] = ()


class _Allow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str = ""
    forms: tuple[str, ...] = ()
    inflect: bool = True


class _Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: str
    group: str
    action: Action = "mark"
    template: str = ""
    description: str = ""


KINDS: Mapping[str, type[msgspec.Struct]] = {
    "label": _Label,
    "recognizer": _Recognizer,
    "list": _List,
    "allow": _Allow,
}
"""What a file may hold, in the order in which it is read."""


class Block(NamedTuple):
    """A block of a file that has been read. name: of a recognizer, of a label, of the file of a
    list; label, trust: "" where it has none; examples, counter: how many have been run; forms: how
    many it lists."""

    kind: str
    name: str
    label: str = ""
    trust: str = ""
    examples: int = 0
    counter: int = 0
    forms: int = 0


class Written(NamedTuple):
    """Recognizers as a text that is no file: what a workbench holds. name: what faults call it."""

    name: str
    text: str


def read(source: Path | Written, vocab: Vocab, labels: Iterable[str]) -> Recognizers:
    """The recognizers of a file, or of a text, whose lists stand in it. labels: those that there are
    already.

    Raises DataError with file and line for each fault: no TOML, an unknown field or label, a pattern
    that is none or may take endless time, a list that cannot be read, an example that is not found.
    """
    return _faultless(source, vocab, labels).recognizers


def blocks(source: Path | Written, vocab: Vocab, labels: Iterable[str]) -> tuple[Block, ...]:
    """What the blocks of a file are, in the order of the kinds; raises DataError as read() does."""
    return _faultless(source, vocab, labels).blocks


def faults(source: Path | Written, vocab: Vocab, labels: Iterable[str]) -> list[str]:
    """All that read() would refuse, a sentence each: one of each block, in the order of the kinds."""
    try:
        return _read(source, vocab, labels).faults
    except DataError as error:
        return [str(error)]


class _Read(NamedTuple):
    """What a file gives. faults: a sentence for each block that was left out."""

    recognizers: Recognizers
    blocks: tuple[Block, ...]
    faults: list[str]


def _faultless(source: Path | Written, vocab: Vocab, labels: Iterable[str]) -> _Read:
    found = _read(source, vocab, labels)
    if found.faults:
        raise DataError(found.faults[0])
    return found


def _read(source: Path | Written, vocab: Vocab, labels: Iterable[str]) -> _Read:
    """Raises DataError for what is no file of recognizers at all."""
    if isinstance(source, Written):
        text, folder = source.text, None
    else:
        text, folder = _text(source), source.parent
    reader = _Reader(source.name, text, vocab, set(labels), folder)
    recognizers = reader.read(toml.parsed(text, source.name))
    return _Read(recognizers, tuple(reader.blocks), reader.faults)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataError(f"there is no file of recognizers {path.name}") from None
    except OSError as error:
        raise DataError(f"{path.name}: cannot be read ({cause(error)})") from None
    except UnicodeDecodeError:
        raise DataError(f"{path.name}: cannot be read as UTF-8 text") from None


class _Reader:
    """A file while it is read: what it is called, where its blocks begin, the labels known so far,
    the folder of its lists (None: it may name none), and what was wrong."""

    def __init__(
        self, name: str, text: str, vocab: Vocab, labels: set[str], folder: Path | None
    ) -> None:
        self.name, self.vocab, self.labels, self._folder = name, vocab, labels, folder
        self.faults: list[str] = []
        self.blocks: list[Block] = []
        self._listed = 0  # forms of the list that has been read last
        self._lines: dict[str, list[int]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if header := re.match(r"\s*\[\[\s*[\"']?(\w+)[\"']?\s*\]\]", line):
                self._lines.setdefault(header[1], []).append(number)

    def where(self, kind: str, number: int) -> str:
        """File and line of a block."""
        lines = self._lines.get(kind, [])
        return f"{self.name}:{lines[number]}" if number < len(lines) else self.name

    def read(self, table: Mapping[str, Any]) -> Recognizers:
        for key in table:
            if key not in KINDS:
                raise DataError(f"{self.name}: no {key!r}; there are [[{']], [['.join(KINDS)}]]")
        rules: list[Rule] = []
        own: list[OwnLabel] = []
        allowed: list[tuple[str, Forms]] = []
        for kind in KINDS:
            blocks = table.get(kind, [])
            if not isinstance(blocks, list):
                raise DataError(f"{self.name}: {kind} is written [[{kind}]]")
            for number, block in enumerate(blocks):
                where = self.where(kind, number)
                try:
                    match _converted(block, KINDS[kind], where):
                        case _Label() as label:
                            own.append(self._label(label, where))
                            self.blocks.append(Block(kind, label.name))
                        case _Recognizer() as recognizer:
                            rules.append(self._recognizer(recognizer, where))
                            self.blocks.append(_summary(kind, recognizer.name, recognizer, 0))
                        case _List() as entry:
                            rules.append(self._list(entry, where))
                            self.blocks.append(
                                _summary(kind, entry.file or "forms", entry, self._listed)
                            )
                        case _Allow() as allow:
                            name = allow.file or "forms"
                            allowed.append((name, self._forms(allow, where)))
                            self.blocks.append(Block(kind, name, forms=self._listed))
                except DataError as error:
                    self.faults.append(str(error))
        return Recognizers(tuple(rules), tuple(allowed), tuple(own))

    def _label(self, label: _Label, where: str) -> OwnLabel:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", label.name):
            raise DataError(f"{where}: label {label.name!r}: a name is small letters, digits and _")
        if label.name in self.labels:
            raise DataError(f"{where}: label {label.name!r} is there already")
        if label.action == "replace":
            raise DataError(
                f"{where}: label {label.name!r}: no generator draws it; give another action"
            )
        if label.action == "placeholder" and not label.template:
            raise DataError(f"{where}: label {label.name!r}: action placeholder needs a template")
        groups = self.vocab.taxonomy.groups
        if label.group not in groups:
            raise DataError(
                f"{where}: label {label.name!r}: no group {label.group!r}; there are {', '.join(groups)}"
            )
        self.labels.add(label.name)
        block = {"name": label.name, "kind": label.kind, "group": label.group}
        return OwnLabel(
            {**block, "description": label.description or label.name}, label.action, label.template
        )

    def _known(self, label: str, where: str) -> None:
        if label not in self.labels:
            raise DataError(
                f"{where}: label {label!r} is not in the taxonomy; see `maskera labels`"
            )

    def _recognizer(self, block: _Recognizer, where: str) -> Rule:
        self._known(block.label, where)
        place = f"{where}: recognizer {block.name!r}"
        if fault := linear.fault(block.pattern):
            raise DataError(f"{place}: the pattern {fault}")
        expression = re.compile(block.pattern, re.IGNORECASE if block.ignore_case else 0)
        beside = _Beside(_near(block.before), _near(block.after))
        claim = _matching(block, expression, beside)
        rule = Rule(
            f"own:{block.name}",
            Stage.CLAIM,
            claim,
            labels=frozenset((block.label,)),
            trust=TRUSTS[block.trust],
        )
        self._proved(rule, block.examples, block.counter, place)
        return rule

    def _list(self, block: _List, where: str) -> Rule:
        self._known(block.label, where)
        forms = self._forms(block, where)
        name = block.file or "forms"
        trust = TRUSTS[block.trust]
        reason = Evidence(f"list:{name}", WEIGHTS[trust])

        def claim(table: TokenTable, index: int) -> Iterator[Detection]:
            last, inflected = forms.last(table, index)
            if last >= index:
                features = frozenset(("gen",) if inflected else ())
                yield table.claim(index, last, block.label, reason, features=features)

        rule = Rule(
            f"own:{name}",
            Stage.CLAIM,
            claim,
            Trigger(test=forms.begins),
            frozenset((block.label,)),
            trust,
        )
        self._proved(rule, block.examples, block.counter, f"{where}: list {name}")
        return rule

    def _forms(self, block: _List | _Allow, where: str) -> Forms:
        """The forms of a list."""
        lines = [*block.forms, *(self._lines_of(block.file, where) if block.file else ())]
        forms = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        if not forms:
            raise DataError(f"{where}: neither a file nor forms, or no form in them")
        self._listed = len(forms)
        rows = [
            tuple(normal(token).lower() for token in tokenize(form, self.vocab.glued).forms)
            for form in forms
        ]
        return Forms(rows, self.vocab.genitive.stem if block.inflect else None)

    def _lines_of(self, name: str, where: str) -> list[str]:
        if self._folder is None:
            raise DataError(f"{where}: list {name}: a file beside; write forms = [...] here")
        path = self._folder / name
        try:
            return path.read_text(encoding="utf-8-sig").splitlines()
        except OSError as error:
            raise DataError(f"{where}: list {name} cannot be read ({cause(error)})") from None
        except UnicodeDecodeError:
            raise DataError(f"{where}: list {name} cannot be read as UTF-8 text") from None

    def _proved(
        self, rule: Rule, examples: Sequence[str], counter: Sequence[str], place: str
    ) -> None:
        """Raises DataError where an example is not found, or a counter-example is."""
        index = engine.Index([rule], Stage.CLAIM)
        for wanted, texts in ((True, examples), (False, counter)):
            for number, text in enumerate(texts, 1):
                tokens = tokenize(text, self.vocab.glued)
                document = Document("example", text).with_tokens(
                    tokens, (Span(0, len(tokens)),) if len(tokens) else ()
                )
                found = [
                    claim
                    for claim in engine.claims(index, token_table(document, self.vocab))
                    if claim.hypotheses[0].score > 0
                ]
                if bool(found) is not wanted:
                    what = "example" if wanted else "counter-example"
                    raise DataError(
                        f"{place}: {what} {number} is {'not found' if wanted else 'found'}"
                    )


class _Beside(msgspec.Struct, frozen=True):
    """The words that may stand before and after a match."""

    before: re.Pattern[str] | None
    after: re.Pattern[str] | None


def _near(forms: Sequence[str]) -> re.Pattern[str] | None:
    """Some words, or longer ones that begin so."""
    if not forms:
        return None
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})", re.IGNORECASE)


def _matching(
    block: _Recognizer, expression: re.Pattern[str], beside: _Beside
) -> Callable[[TokenTable, None], Iterator[Detection]]:
    """The rule of a recognizer."""
    trust = TRUSTS[block.trust]
    group = "hit" if "hit" in expression.groupindex else 0
    form = Evidence(f"form:{block.name}", WEIGHTS[trust])

    def claim(table: TokenTable, _: None) -> Iterator[Detection]:
        text = table.text
        for match in matches(expression, text):
            start, end = match.span(group)
            start += len(text[start:end]) - len(text[start:end].lstrip())
            end -= len(text[start:end]) - len(text[start:end].rstrip())
            if start >= end:
                continue
            evidence = [form]
            if beside.before or beside.after:
                before = beside.before and beside.before.search(text, max(0, start - BEFORE), start)
                after = beside.after and beside.after.search(text, end, end + AFTER)
                near = bool(before or after)
                doubt = MISSED if trust is Trust.EVIDENCE else 0.0
                evidence.append(Evidence("words beside", BESIDE if near else doubt))
            yield Detection(Span(start, end), (Hypothesis(block.label, tuple(evidence)),))

    return claim


def _summary(kind: str, name: str, block: _Recognizer | _List, listed: int) -> Block:
    proof = len(block.examples), len(block.counter)
    return Block(kind, name, block.label, block.trust, *proof, listed)


def _converted(block: Any, kind: type[msgspec.Struct], where: str) -> msgspec.Struct:
    try:
        return decoders.convert(block, kind)
    except msgspec.ValidationError as error:
        raise DataError(f"{where}: {toml.fault(error, kind)}") from None
