"""Whether two first names are one name in two spellings: Mohammed and Muhamad, Kristina and
Christina, Aleksej and Alexey, Mehmet and Mehmed.

Vowels that transliterations choose freely (a and e, o and u, i, j and y) are one, but the first and
the last letter of a name tell names apart (Anna and Anne, Ella and Alla), and so do names of fewer
than LEAST letters but for two of these.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from maskera import expressions as re
from maskera.lexicon.letters import unmarked

LEAST = 4
KEPT = 20_000  # names kept with their sound

# In this order: what two letters stand for, letters that stand for others, letters that are not
# heard.
_RULES = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("ph", "f"),
        ("th", "t"),  # Jonathan, Mathias
        (r"^[yj](?=e\w{4})", ""),  # Yevgeny, Elena
        ("dzh|dj", "j"),  # Khadija, Nadjib
        ("(?<=i)ts(?=a$)", "k"),  # Ljubitsa, which is written Ljubica and heard as Monica
        ("sch|sh|sj|t[sz]", "s"),
        ("(?:ch|kh)(?=[bdmt])", "h"),  # Ahmed, Bakhtiar
        ("ch|kh|ck|q", "k"),
        ("c(?=[eiy])|z", "s"),
        ("c", "k"),
        ("x", "ks"),
        ("w", "v"),
        ("ou|oo|o", "u"),
        ("ee|y|j", "i"),
        (r"(?<=\w)g(?=[iey]|d)", "h"),  # Sergiy, Serhiy; Bogdan, Bohdan
        ("h(?![aeiou])", ""),  # Sarah, John, Elisabeth, Ahmed
        (r"(?<=\w)e(?=\w)", "a"),
        ("(?<=[aiou])t$", "d"),  # Mehmet, Mehmed; Murat, Murad
        ("p$", "b"),  # Zeynep, Zeyneb; Yakup, Yakub
        ("a(?=r$)", ""),  # Aleksandr, Alexander
        (r"(\w)\1+", r"\1"),
    )
)
_SHORT = ((re.compile("w"), "v"), (re.compile("y"), "i"))
"""The letters that a name of one fewer may have for others: Ewa, Eva; Mya, Mia."""
_SILENT = ("ah", "eh", "oh")
"""What a name of LEAST letters is one of one fewer with: Noah, Noa; Leah, Lea."""


@lru_cache(KEPT)
def sound(name: str) -> str:
    """What a name in lower case sounds like, for comparison only; "" for one too short to tell."""
    heard = unmarked(name)
    if not heard.isascii():  # letters of their own, which a keyboard may lack
        heard = "".join(filter(str.isalpha, unicodedata.normalize("NFD", heard)))
    if len(heard) == LEAST and heard.endswith(_SILENT):
        heard = heard[:-1]
    if len(heard) < LEAST - 1 or not heard.isalpha():
        return ""
    for pattern, its in _RULES if len(heard) >= LEAST else _SHORT:
        heard = pattern.sub(its, heard)
    return heard


def sounds_like(one: str, other: str) -> bool:
    """Whether two names in lower case are spellings of one."""
    heard = sound(one)
    return bool(heard) and heard == sound(other)
