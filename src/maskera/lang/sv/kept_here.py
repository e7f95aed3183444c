"""What a name is nobody's by its place: a brand that one drives, eats or drinks (kör en Volvo), and
a noun behind its article where somebody bears its name (såg en björn)."""

from __future__ import annotations

from collections.abc import Callable

from maskera import expressions as re
from maskera.lexicon.gazetteer import Gazetteer
from maskera.text import Span

BEFORE = 60  # characters before a name in which the words that tell may stand
BRANDS = frozenset(("industry", "food", "shop"))  # kinds of employers that make or sell a brand
USING = frozenset(
    "kör köra körde kört körda dricker dricka drack druckit äter äta åt ätit tuggar röker röka rökte "
    "bär tankar tvättar reparerar lagar parkerar parkerade".split()
)
"""Behind these a brand is what one uses."""
HAVING = frozenset("har hade ha haft köper köpte köpa köpt säljer sålde sälja sålt vill".split())
"""Behind these a brand with a noun of its own is (har Adidas skor)."""
ARTICLES = frozenset(
    "en ett min mitt din ditt sin sitt hans hennes vår vårt er ert deras någon ingen vilken".split()
)
INDEFINITE = frozenset(("en", "ett"))
ADJECTIVES = frozenset(
    "ny nya nytt gammal gamla gammalt röd röda rött blå blåa blått svart svarta vit vita vitt grön "
    "gröna grönt grå gråa gul gula brun bruna liten litet lilla stor stora stort fin fina fint dyr "
    "dyra dyrt billig billiga billigt begagnad begagnade begagnat trasig trasiga trasigt snabb "
    "snabba egen eget egna annan annat sådan kall kalla kallt varm varma varmt vanlig hel helt "
    "första andra".split()
)
LINKS = frozenset(
    "i på hos vid för till från av med och men eller som när där att är var inte nu sedan".split()
)
_WORD = re.compile(r"[^\W_]+(?:[-'’:][^\W_]+)*")
_END = re.compile(r"[.!?;:,()\n␤]")


def kept_here(gazetteer: Gazetteer) -> Callable[[str, Span], bool]:
    """Whether what stands at a place of a text is nobody's there."""

    def kept(text: str, span: Span) -> bool:
        form = text[span.start : span.end]
        folded = form.lower()
        if form.islower():
            return (gazetteer.ordinary(folded) or 0) > 0 and _before(text, span)[-1:] in (
                ["en"],
                ["ett"],
            )
        if not any(
            entry.label == "work" and entry.kind in BRANDS for entry in gazetteer.entries(folded)
        ):
            return False
        return _used(text, span)

    return kept


def _used(text: str, span: Span) -> bool:
    words = _before(text, span)
    if not words:
        return False
    if words[-1] in USING:
        return True
    if words[-1] in HAVING:
        behind = _WORD.match(text, span.end + 1) if text[span.end : span.end + 1] == " " else None
        return behind is not None and behind[0].islower() and behind[0] not in LINKS
    while words and words[-1] in ADJECTIVES:
        words.pop()
    return bool(words) and words[-1] in ARTICLES


def _before(text: str, span: Span) -> list[str]:
    """The words of the clause right before a place, in small letters."""
    clause = _END.split(text[max(0, span.start - BEFORE) : span.start])[-1]
    return [word.lower() for word in _WORD.findall(clause)] if clause[-1:].isspace() else []
