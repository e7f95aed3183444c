"""Cards and reading in a terminal: keys, colours, progress. Lines come from standard input, so that
a script can answer, too."""

from __future__ import annotations

from collections.abc import Callable

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape

from maskera.errors import DataError
from maskera.evaluate.align import OUTSIDE
from maskera.io.output import counted
from maskera.io.streams import standard_input
from maskera.learn.clusters import KINDS, Kind
from maskera.learn.questions import Asked, Place, Questions, Shown

CARD_KEYS = "a label or its number, o not sensitive, s places differ, ? labels, u undo, q quit"
READ_KEYS = "Enter: right as marked; corrections: 2-3 LABEL; 5 o; ? labels, u undo, q quit"


class Dialogue:
    """Asks, and takes answers of one line. Raises DataError, which names the line, for an answer
    that is none; at a terminal it asks again."""

    def __init__(self, questions: Questions, out: Console) -> None:
        self._questions, self._out = questions, out
        self._lines = 0
        self._listed = False

    def cards(self, budget: int | None, kind: Kind) -> None:
        """Ask cards, most gainful first, until the budget, the cards or the input end."""
        answered = 0
        while budget is None or answered < budget:
            asked = self._questions.card(kind)
            if asked is None:
                self._out.print("no card is left")
                break
            line = self._card(asked, answered, budget)
            if line is None:
                break
            answered = max(answered - self._undone(), 0) if line == "u" else answered + 1
        every = len(self._questions.project.decisions().cards)
        self._out.print(f"{counted(answered, 'card')} answered, {every} in all")

    def read(self, tokens: int | None, at_random: bool = False) -> None:
        """Show doubtful sentences and some at random, or all at random, until so many tokens are
        read."""
        start = read = self._read
        while tokens is None or read - start < tokens:
            shown = self._questions.sentence(at_random)
            if shown is None:
                self._out.print("every sentence is read")
                break
            line = self._sentence(shown, read - start, tokens)
            if line is None:
                break
            if line == "u":
                self._undone()
            read = self._read
            start = min(start, read)  # an answer of an earlier sitting was taken back
        self._out.print(f"{counted(read - start, 'token')} read, {read} in all")

    @property
    def _read(self) -> int:
        return len(self._questions.project.decisions().read)

    def _undone(self) -> int:
        done = self._questions.undo()
        self._out.print("taken back" if done else "nothing to take back")
        return int(done is not None)

    def _card(self, asked: Asked, answered: int, budget: int | None) -> str | None:
        self._list_once()
        count = len(asked.cluster.tokens)
        word = asked.cluster.key if asked.cluster.kind == KINDS[0] else f"“{asked.cluster.key}”"
        places = counted(count, "place")
        gain = f", gain {asked.gain:.3g}" if asked.gain else ""
        self._out.rule(f"card {answered + 1}{_of(budget)}: {escape(word)}, {places}{gain}")
        if asked.contradicted:
            self._out.print("[red]asked again: reading said otherwise of most of its places[/]")
        for context in dict.fromkeys(map(_context, asked.places)):
            self._out.print("  " + context)
        self._out.print(CARD_KEYS)
        return self._answered(lambda line: self._questions.decide(asked, line))

    def _sentence(self, shown: Shown, read: int, tokens: int | None) -> str | None:
        self._list_once()
        self._out.rule(f"{read}{_of(tokens)} tokens read")
        numbered = " ".join(_numbered(shown, place) for place in range(len(shown.forms)))
        before, after = (f"[dim]{escape(text)}[/]" for text in (shown.before, shown.after))
        self._out.print(f"{before}\n{numbered}\n{after}".strip("\n"))
        self._out.print(READ_KEYS)
        return self._answered(lambda line: self._questions.read(shown, line))

    def _answered(self, take: Callable[[str], object]) -> str | None:
        """The first line that is taken as an answer, or "u" to take one back; None at the end."""
        while (line := self._line()) not in (None, "q", "u"):
            if line == "?":
                self._list()
                continue
            try:
                take(line or "")
                return line
            except DataError as error:
                self._refused(error)
        return "u" if line == "u" else None

    def _refused(self, error: DataError) -> None:
        if not standard_input().isatty():
            raise DataError(f"standard input:{self._lines}: {error}") from None
        self._out.print(f"[red]{escape(str(error))}[/]")

    def _list_once(self) -> None:
        if not self._listed:
            self._list()

    def _list(self) -> None:
        """The labels with their numbers, in columns."""
        self._listed = True
        labels = self._questions.project.setup.labels
        names = [f"[cyan]{n:2}[/] {escape(label)}" for n, label in enumerate(labels, 1)]
        self._out.print(Columns(names, padding=(0, 3), column_first=True))

    def _line(self) -> str | None:
        if standard_input().isatty():
            self._out.print("> ", end="")
        line = standard_input().readline()
        self._lines += 1
        return line.strip() if line else None


def _of(budget: int | None) -> str:
    return f" of {budget}" if budget is not None else ""


def _context(place: Place) -> str:
    word = f"[bold yellow]{escape(place.word)}[/]"
    return f"{escape(place.before)}{word}{escape(place.after)}"


def _numbered(shown: Shown, place: int) -> str:
    form, label, number = escape(shown.forms[place]), shown.guess[place], f"[dim]{place + 1}[/]"
    if label == OUTSIDE:
        return f"{number} {form}"
    return f"{number} [bold green]{form}[/][cyan]/{escape(label)}[/]"
