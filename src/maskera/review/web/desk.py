"""What the page of one essay shows, in parts: a change is answered with the parts that differ from
what the page says that it has.

A part is an element with an id and a version, a digest of what it shows. The blocks of the two texts
and of the graph, the lines of referents and the doubtful places stand in lists; all else are single
sections.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from maskera.replace.shape import fold, folded
from maskera.review import segments, spaghetti
from maskera.review.blocks import Block, blocks, digest
from maskera.review.essays import Essay
from maskera.review.people import users
from maskera.review.readings import Reading
from maskera.review.remarks import visible
from maskera.review.state import Mark
from maskera.review.view import View, reasons, shared_base, unseen
from maskera.review.web.essays_list import guessed
from maskera.review.web.evidence import told
from maskera.review.web.site import Site, Visit, namer
from maskera.taxonomy import Taxonomy

FEATURES = ("gen", "def", "pl", "foreign")
DRAWN = 2  # blocks of the graph that come with the page; the others when somebody looks at them
MORE = 10  # blocks of the graph that come at a time
LATER = "later"  # the version of a block of the graph that is not drawn yet
SECTIONS = ("state", "queue_heading", "queue_rest", "card", "leaks", "note_section", "labels")


@dataclass(frozen=True, slots=True)
class Part:
    """An element of the page. version: of what it shows; make: its HTML, made when wanted."""

    id: str
    version: str
    make: Callable[[], str]

    @property
    def html(self) -> str:
        """The element, which carries its version."""
        made = self.make().strip()
        end = made.index(">")  # of its first tag: in values that is written &gt;
        return f'{made[:end]} data-v="{self.version}"{made[end:]}'


class Desk:
    """One essay as one person sees it."""

    def __init__(
        self, site: Site, visit: Visit, essay: Essay, reading: Reading, view: View, selected: int
    ) -> None:
        self._site = site
        self._visit = visit
        self._essay = essay
        self._reading = reading
        self._view = view
        shown = {mark.key for mark in view.shown}
        queue = view.queue
        if selected not in shown:
            selected = queue[0].key if queue else -1
        self.selected = selected
        self._queue = queue
        self._blocks = blocks(view)
        self._versions = {block.start: block.version(view) for block in self._blocks}
        self._locked = locked(essay, reading)
        self._known: dict[str, Any] = {
            "essay": essay,
            "reading": reading,
            "view": view,
            "text": essay.content.text,
            "locked": self._locked,
            "group": partial(spaghetti.group_class, view.taxonomy),
        }
        self._called = partial(namer(visit.language), "short")

    @property
    def values(self) -> dict[str, Any]:
        """What the templates of the whole page need."""
        lists = {name: list(parts) for name, parts in self._lists(DRAWN).items()}
        return {
            **self._known,
            "selected": self.selected,
            "lists": lists,
            "section": {part.id: part for part in self._sections()},
        }

    def answer(self, held: Mapping[str, str], said: str) -> str:
        """The parts that are not on a page that holds these, by id and version, and the order of
        all."""
        tail = self._site.render(self._visit, "_essay_parts.html", said=said)
        lists = "".join(
            f'<template data-list="{name}" data-order="{" ".join(part.id for part in parts)}">'
            f"{''.join(part.html for part in _missing(parts, held))}</template>"
            for name, parts in self._lists(None).items()
        )
        sections = "".join(part.html for part in _missing(self._sections(), held))
        return (
            f'<div id="parts" data-head="{self._reading.head}" data-selected="{self.selected}">'
            f"{lists}<template data-sections>{sections}</template>{tail}</div>"
        )

    def graph(self, start: int) -> str:
        """The blocks of the graph that follow from this place of the text on."""
        wanted = [block for block in self._blocks if block.start >= start][:MORE]
        parts = "".join(self._drawing(block).html for block in wanted)
        return f'<div id="parts"><template data-list="graph">{parts}</template></div>'

    def _lists(self, drawn: int | None) -> dict[str, list[Part]]:
        """The lists of parts. drawn: how many blocks of the graph are drawn; None for all."""
        return {
            "source": [self._text(block, "s") for block in self._blocks],
            "target": [self._text(block, "t") for block in self._blocks],
            "graph": [
                self._drawing(block, drawn is not None and at >= drawn)
                for at, block in enumerate(self._blocks)
            ],
            "places": [self._place(mark) for mark in self._queue],
            "referent-rows": list(self._rows()),
        }

    def _render(self, template: str, **values: Any) -> str:
        return self._site.render(self._visit, template, **self._known, **values)

    def _text(self, block: Block, side: str) -> Part:
        cut = block.source if side == "s" else block.target
        return Part(
            f"{side}b{block.start}",
            self._versions[block.start],
            lambda: self._render(
                "_essay_block.html", runs=cut(self._view), side=side, start=block.start
            ),
        )

    def _drawing(self, block: Block, later: bool = False) -> Part:
        key = f"gb{block.start}"
        if later:
            return Part(key, LATER, lambda: f'<div class="drawing later" id="{key}"></div>')
        return Part(
            key,
            self._versions[block.start],
            lambda: (
                f'<div class="drawing" id="{key}">{block.graph(self._view, self._called)}</div>'
            ),
        )

    def _place(self, mark: Mark) -> Part:
        text = self._essay.content.text
        return Part(
            f"p{mark.key}",
            digest(msgspec.msgpack.encode((mark, self._locked))),
            lambda: self._render(
                "_essay_place.html", m=mark, snippet=segments.snippet(text, mark.start, mark.end)
            ),
        )

    def _rows(self) -> Iterable[Part]:
        number = 0
        for each in referents(self._view):
            first = each.number != 0 and each.number != number
            number = each.number
            yield Part(
                f"rf-{each.kind.replace(':', '-')}",
                digest(msgspec.msgpack.encode((each, first, self._locked))),
                lambda each=each, first=first: self._render(  # type: ignore[misc]  # bound now
                    "_essay_referent.html", each=each, first=first
                ),
            )

    def _sections(self) -> Iterable[Part]:
        leaks = segments.leaks(self._view)
        text = self._view.release.text
        values = {
            **card(self._site, self._visit, self._essay, self._reading, self._view, self.selected),
            "queue": self._queue,
            "rejected": [mark for mark in self._view.state.marks if mark.decision == "rejected"],
            "leaks": [
                (leak, segments.snippet(text, leak.finding.offset, leak.until)) for leak in leaks
            ],
            "may_leave": self._view.may_leave,
            "unseen": unseen(self._view.state),
            "groups": label_groups(self._site.workbench.taxonomy),
            "counts": Counter(mark.label for mark in self._view.applied),
            "guessed": guessed(self._essay),
            "own": self._site.workbench.project.settings.double and self._reading.of_two,
        }
        for name in SECTIONS:
            html = self._site.render(self._visit, f"_essay_{name}.html", **values).strip()
            yield Part(name, digest(html.encode("utf-8", "surrogatepass")), lambda html=html: html)  # type: ignore[misc]  # bound now


def held(said: str) -> dict[str, str]:
    """The parts that a page says it has: "sb0:1f2e tb0:1f2e" by id."""
    return {key: version for key, _, version in (each.partition(":") for each in said.split())}


def locked(essay: Essay, reading: Reading) -> bool:
    """Whether nothing of the reading can be changed."""
    return essay.row.status == "released" or reading.done


def _missing(parts: Iterable[Part], held: Mapping[str, str]) -> Iterable[Part]:
    return (part for part in parts if held.get(part.id) not in (part.version, LATER))


@dataclass(frozen=True, slots=True)
class Referent:
    """A line of the list of referents: what shares a pseudonym. number: 0 for what has none.
    chosen: a person chose the pseudonym."""

    number: int
    kind: str
    labels: tuple[str, ...]
    pseudonym: str
    chosen: bool
    marks: tuple[Mark, ...]


def referents(view: View) -> list[Referent]:
    """The referents of a view by running number, their kinds in text order."""
    names = view.names
    groups: dict[tuple[int, str], list[Mark]] = {}
    for mark in view.applied:
        key = names[mark.key] if mark.number else f"alone:{mark.key}"
        groups.setdefault((mark.number or 10**9, key), []).append(mark)
    made = view.replacements
    found = []
    for (_, key), marks in sorted(groups.items(), key=lambda pair: pair[0][0]):
        first = marks[0]
        drawn = (
            shared_base(view, marks) if first.number and view.taxonomy.named(first.label) else ""
        )
        texts = dict.fromkeys(made[mark.key].text for mark in marks if made[mark.key].hidden)
        shown = view.state.bases.get(key) or drawn or ", ".join(texts)
        chosen = key in view.state.bases or any(mark.pseudonym for mark in marks)
        found.append(
            Referent(
                first.number,
                key,
                tuple(dict.fromkeys(m.label for m in marks)),
                shown,
                chosen,
                tuple(marks),
            )
        )
    return found


def card(
    site: Site, visit: Visit, essay: Essay, reading: Reading, view: View, key: int
) -> dict[str, Any]:
    """What the panel of one mention needs; of none where the key is gone."""
    project = site.workbench.project
    remarks = visible(project, essay, reading, visit.user)
    mark = next((each for each in view.state.marks if each.key == key), None)
    values: dict[str, Any] = {
        "essay": essay,
        "reading": reading,
        "view": view,
        "text": essay.content.text,
        "selected": mark.key if mark else -1,
        "mark": mark,
        "locked": locked(essay, reading),
        "settled": essay.content.settled,
        "remarks": remarks,
        "names": {each.id: each.name for each in users(project)} if remarks else {},
        "group": partial(spaghetti.group_class, view.taxonomy),
        "FEATURES": FEATURES,
        "COMMENTS": view.taxonomy.comments,
    }
    if mark is None:
        return values
    text = essay.content.text
    names, mates = view.names_with(mark), view.mates(key)
    return {
        **values,
        "reasons": [
            (each, *told(each.evidence, each.label, visit.language))
            for each in reasons(essay.content, mark)
        ],
        "replacement": view.replacements.get(key),
        "mates": len(mates) if mark.applied else 1,
        "shares": bool(mark.number) and view.taxonomy.named(mark.label),
        "base": view.state.bases.get(names[key], ""),
        "drawn": shared_base(view, [view.state.mark(each) for each in mates])
        if view.taxonomy.named(mark.label)
        else "",
        "numbers": _numbers(view, text, mark),
        "likes": _likes(view, text, mark),
    }


def _likes(view: View, text: str, mark: Mark) -> int:
    """How often the mark's words stand in the text without counting anywhere; at most, for some are
    parts of longer words."""
    form = fold(text[mark.start : mark.end])
    marked = sum(fold(text[each.start : each.end]) == form for each in view.applied)
    return folded(text).count(form) - marked - (not mark.applied)


def _numbers(view: View, text: str, mark: Mark) -> list[tuple[int, str]]:
    """The referents that a mark could be: number, and the forms under it."""
    found: dict[int, dict[str, None]] = {}
    for each in view.applied:
        if each.number and view.taxonomy.same_identity(each.label, mark.label):
            found.setdefault(each.number, {})[text[each.start : each.end]] = None
    return [(number, ", ".join(forms)) for number, forms in sorted(found.items())]


def label_groups(labels: Taxonomy) -> list[tuple[str, list[str]]]:
    """SVALA's groups with their labels, in SVALA's order."""
    groups: dict[str, list[str]] = {}
    for label, category in labels.categories.items():
        groups.setdefault(category.group, []).append(label)
    return list(groups.items())
