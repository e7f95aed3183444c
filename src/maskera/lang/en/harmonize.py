"""Mentions that are written alike get one label: a first name the gender that its lists and the
words around it tell; and none is foreign that lies where English is spoken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from maskera.lexicon.table import TokenTable
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES

ENGLISH = frozenset(("GB", "US", "IE", "CA", "AU", "NZ", "IM", "JE", "GG"))
"""Countries in which people live who write English; no text says in which its writer does, so none
of them is abroad."""
MALE, FEMALE = "firstname_male", "firstname_female"
MEN = frozenset(
    "father dad daddy brother son husband uncle grandfather grandpa grandad nephew boyfriend mr sir "
    "stepfather godfather grandson boy man fiancé baba".split()
)
WOMEN = frozenset(
    "mother mum mom mummy sister daughter wife aunt auntie grandmother grandma granny niece "
    "girlfriend mrs ms miss lady stepmother godmother granddaughter girl woman fiancée".split()
)
HE, SHE = frozenset(("he", "his", "him")), frozenset(("she", "her", "hers"))
BESIDE, AHEAD = 3, 14  # tokens before and behind a name in which such words stand
RELATIVE, PRONOUN = 2.0, 0.7  # what a word is worth, in log-odds
SURE = 3.0  # log-odds that lists count at most
EITHER, UNKNOWN = "either", "firstname_unknown"
"""Kind of a listed name that men and women bear alike: nothing but a relative's word beside it
tells its gender, for pronouns near it are as often somebody else's."""


def harmonize(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """See the module."""
    return [_at_home(table, mention) for mention in _of_one_gender(table, mentions)]


def _of_one_gender(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    said: dict[str, float] = defaultdict(float)
    for mention in mentions:
        if mention.label in FIRSTNAMES:
            form = _form(table, mention)
            if _either(table, mention):
                said[form] += _of_relatives(table, mention)
                continue
            said[form] += _told(table, mention)
            if mention.label in (MALE, FEMALE):
                said[form] += (1 if mention.label == MALE else -1) * mention.probability
    found = []
    for mention in mentions:
        score = said.get(_form(table, mention), 0.0) if mention.label in FIRSTNAMES else 0.0
        label = MALE if score > 1 else FEMALE if score < -1 else mention.label
        if mention.label in FIRSTNAMES and abs(score) <= 1 and _either(table, mention):
            label = UNKNOWN
        found.append(msgspec.structs.replace(mention, label=label))
    return found


def _told(table: TokenTable, mention: Mention) -> float:
    """What lists and the words around a name tell of its gender: above 0 a man's, below a
    woman's."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    score = _of_relatives(table, mention)
    ahead = table.lowers[last + 1 : last + 1 + AHEAD]
    pronouns = [1 if word in HE else -1 for word in ahead if word in HE | SHE]
    listed = {e.label: e.weight for e in table.words[first].entries if e.label in FIRSTNAMES}
    if listed:
        gap = listed.get(MALE, -1.0) - listed.get(FEMALE, -1.0)
        score += max(-SURE, min(SURE, gap))
    return score + (PRONOUN * pronouns[0] if pronouns else 0.0)


def _of_relatives(table: TokenTable, mention: Mention) -> float:
    """The same, of the words for relatives right before a name alone."""
    first = table.first_token(mention.span)
    before = table.lowers[max(0, first - BESIDE) : first]
    return RELATIVE * (any(w in MEN for w in before) - any(w in WOMEN for w in before))


def _either(table: TokenTable, mention: Mention) -> bool:
    """Whether lists have a name as one of either gender."""
    entries = table.words[table.first_token(mention.span)].entries
    return any(e.label == UNKNOWN and e.kind == EITHER for e in entries)


def _form(table: TokenTable, mention: Mention) -> str:
    written = table.document.text[mention.span.start : mention.span.end].lower()
    return written.removesuffix("'s").removesuffix("’s")


def _at_home(table: TokenTable, mention: Mention) -> Mention:
    if "foreign" not in mention.features:
        return mention
    entries = [
        e for e in table.gazetteer.entries(_form(table, mention)) if e.label == mention.label
    ]
    if entries and entries[0].country not in ENGLISH:
        return mention
    return msgspec.structs.replace(mention, features=mention.features - {"foreign"})
