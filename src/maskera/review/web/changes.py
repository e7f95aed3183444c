"""What a post on an essay's page asks for: its form, read into a change of the state."""

from collections.abc import Callable, Mapping

from starlette.datastructures import FormData
from starlette.requests import Request

from maskera.review import segments
from maskera.review.referents import same
from maskera.review.state import (
    Accept,
    AcceptLeaks,
    Add,
    Change,
    ChangeError,
    Comment,
    Features,
    Merge,
    Personal,
    Pseudonym,
    Reject,
    Relabel,
    Resize,
    Split,
    State,
)
from maskera.review.web.site import RefusalError
from maskera.taxonomy import Taxonomy


class Fields:
    """What a form sent. Raises RefusalError 422 for what no page of ours sends."""

    def __init__(self, form: FormData) -> None:
        self._form = form

    def text(self, name: str, default: str = "") -> str:
        """A field's text."""
        value = self._form.get(name, default)
        return value if isinstance(value, str) else default

    def number(self, name: str, default: int | None = None) -> int:
        """A field's whole number."""
        try:
            return int(self.text(name), 10)
        except ValueError:
            if default is not None and not self.text(name):
                return default
            raise RefusalError(422, "error.refused") from None

    def flag(self, name: str) -> bool:
        """Whether a box is ticked."""
        return self.text(name) in ("1", "on", "true")

    def texts(self, name: str) -> tuple[str, ...]:
        """All texts of a field that can be there several times."""
        return tuple(value for value in self._form.getlist(name) if isinstance(value, str))

    def keys(self, state: State, text: str, taxonomy: Taxonomy) -> tuple[int, ...]:
        """The marks that are meant: `key`s, or with scope "all" the referents that they belong to."""
        try:
            given = tuple(int(value, 10) for value in self.texts("key"))
        except ValueError:
            raise RefusalError(422, "error.refused") from None
        if not given:
            raise RefusalError(422, "error.refused")
        if self.text("scope") != "all":
            return given
        return tuple(
            dict.fromkeys(
                each for key in given for each in (key, *same(state, key, text, taxonomy))
            )
        )


async def fields(request: Request) -> Fields:
    """A request's form."""
    return Fields(await request.form())


def _add(form: Fields, state: State, text: str, taxonomy: Taxonomy) -> Change:
    return Add(
        form.number("start"),
        form.number("end"),
        form.text("label"),
        form.texts("feature"),
        form.number("number", 0),
    )


def _resize(form: Fields, state: State, text: str, taxonomy: Taxonomy) -> Change:
    key = form.number("key")
    if edge := form.text("edge"):
        if edge not in ("start", "end"):
            raise RefusalError(422, "error.refused")
        start, end = segments.moved(
            text, state.mark(key), edge, form.flag("forward"), form.text("by") == "letter"
        )
        return Resize(key, start, end)
    return Resize(key, form.number("start"), form.number("end"))


def _renumber(form: Fields, state: State, text: str, taxonomy: Taxonomy) -> Change:
    keys = form.keys(state, text, taxonomy)
    return Split(keys) if form.text("number") == "new" else Merge(keys, form.number("number"))


def _merge(form: Fields, state: State, text: str, taxonomy: Taxonomy) -> Change:
    """Referents ticked in the list become the first of them."""
    try:
        numbers = sorted({int(value, 10) for value in form.texts("number")})
    except ValueError:
        raise RefusalError(422, "error.refused") from None
    if len(numbers) < 2:
        raise ChangeError("two referents at least must be chosen to be merged", "few")
    return Merge(tuple(mark.key for mark in state.applied if mark.number in numbers), numbers[0])


CHANGES: Mapping[str, Callable[[Fields, State, str, Taxonomy], Change]] = {
    "add": _add,
    "accept": lambda form, state, text, taxonomy: Accept(form.keys(state, text, taxonomy)),
    "reject": lambda form, state, text, taxonomy: Reject(form.keys(state, text, taxonomy)),
    "relabel": lambda form, state, text, taxonomy: Relabel(
        form.number("key"), form.text("label"), form.text("scope") == "all"
    ),
    "resize": _resize,
    "features": lambda form, state, text, taxonomy: Features(
        form.number("key"), form.texts("feature")
    ),
    "number": _renumber,
    "merge": _merge,
    "personal": lambda form, state, text, taxonomy: Personal(
        form.keys(state, text, taxonomy), form.flag("personal")
    ),
    "pseudonym": lambda form, state, text, taxonomy: Pseudonym(
        form.number("key"), form.text("text"), form.text("scope") == "all"
    ),
    "comment": lambda form, state, text, taxonomy: Comment(
        form.text("text"), form.number("key", -1), form.texts("label")
    ),
    "leaks": lambda form, state, text, taxonomy: AcceptLeaks(form.flag("accepted")),
}
"""The posts that change the state, by the end of their address: the change that form, state and the
essay's text make."""
