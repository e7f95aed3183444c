"""Events that single a writer out: in the newspaper, a prize, stuck in a lift all night, the first
woman who ... (label `extra`; data/sv/words/rare_events.tsv has the words).

What many write of their lives is no such event (the matches one won against another class, what
one remembers of a friend).
"""

from __future__ import annotations

from maskera.lexicon.tsv import word_list
from maskera.rules.events import Clauses, Event, ordinary, rule

_WORDS = word_list("sv", "rare_events")

CLAUSES = Clauses(
    links=_WORDS["clause_link"],
    openings=_WORDS["clause_opening"],
    aside=_WORDS["clause_aside"],  # ..., ja, och jag är kvar
    within="i",
)
_GAP = r"(?:[^\W\d_]+ ){0,3}?"
_I = r"(?:jag|vi)"
_US = r"(?:mig|mej|oss|honom|henne)"
_OURS = r"(?:min|mitt|mina|vår|vårt|våra)"
_SUBJECT = rf"(?:{_I}|{_OURS} (?:\w+ )?(?:%(relative)s))"
_TIME = r"(?:hela (?:natten|dagen|kvällen|dygnet)|(?:\w+ ){0,2}(?:timmar|dygn|nätter|timme))"

EVENTS = (
    Event(
        "reported",
        ("press", "broadcast"),
        rf"(?:(?:%(press)s|%(broadcast)s) {_GAP}(?:%(reported)s) {_GAP}{_US}|"
        rf"(?:%(reported)s) (?:\w+ )?(?:om )?{_US} (?:i|på) (?:%(press)s|%(broadcast)s))\b",
    ),
    Event(
        "shown",
        ("press", "broadcast", "sidan"),
        rf"\b(?:(?:{_I}|{_OURS} \w+) (?:%(shown)s) (?:\w+ ){{0,2}}?(?:i|på) (?:%(press)s|första sidan)|"
        rf"{_I} (?:(?:var|kom) med|hamnade|intervjuades|kom) (?:i|på) (?:%(broadcast)s))\b(?! (?:och|eller) )",
        whole=False,
    ),
    Event(
        "won",
        ("won", "pris", "guld"),
        rf"\b(?:{_SUBJECT} (?:\w+ )?(?:%(won)s) (?:\w+ ){{0,3}}?\w*(?:%(contest)s)\b(?! (?:på|i) (?:%(circle)s)\b)|"
        rf"(?:{_SUBJECT}|{_OURS} \w+) (?:fick|tog) (?:\w+ )?(?:pris|guld|medalj) (?:av|i|för|på) (?!(?:%(circle)s)\b))",
        whole=False,
    ),
    Event(
        "stuck",
        ("stuck", "fast"),
        rf"\b(?:%(stuck)s|satt fast|suttit fast) (?:i|på) (?!(?:%(traffic)s)\b)(?:\w+ ){{1,6}}?{_TIME}\b",
    ),
    Event(
        "honoured",
        ("dignitary",),
        rf"\b(?:{_I} (?:\w+ )?(?:%(met)s) (?:\w+ )?|{_I} (?:\w+ )?(?:%(gave)s) {_GAP}(?:för|med|åt) |"
        rf"{_GAP}(?:av|från) )(?:%(dignitary)s) (?:när|som|på|i|och)\b(?! (?:en |min )?(?:dröm|film|bok)\w*)",
    ),
    Event(
        "rescued",
        ("rescued",),
        rf"\b(?:{_I} )(?:\w+ ){{0,2}}?(?:blev|blivit|bli) (?:\w+ ){{0,2}}?(?:%(rescued)s) (?:\w+ ){{0,4}}?av (?:en|ett)\b",
    ),
    Event(
        "only_one",
        ("första", "enda", "ende", "förste"),
        rf"\b{_SUBJECT} (?:är|var|blev) (?:också )?den (?:första|förste|enda|ende) (?:%(unique)s) "
        r"(?:\w+ ){0,2}?(?:i|från|på|med|utan) (?:hela )?(?!(?:%(circle)s)\b)\w",
        whole=False,
    ),
    Event(
        "exhibited",
        ("exhibited",),
        r"\b(?:hänger|hängde|ligger|låg|står|stod|finns|hamnade|sitter) (?:nu |idag |i dag |där |kvar )?(?:på|i) (?:%(exhibited)s)\b",
    ),
    Event(
        "record",
        ("record",),
        rf"\b(?:{_SUBJECT} (?:har |satte |slog |tog )(?:\w+ ){{0,3}}?|"
        r"(?:det|som) (?:är|var|blev) (?:fortfarande |nytt |ett )*)\w*(?:%(record)s)\b",
        whole=False,
    ),
    Event(
        "live",
        ("direktsändning", "direktsänd", "direktsända"),
        rf"\b(?:{_I}|{_OURS}|{_US}) [^.!?;:\n]{{0,80}}\b(?:i direktsändning|i direktsända? (?:radio|tv|teve))\b",
    ),
    Event(
        "before",
        ("dignitary",),
        rf"\b(?:{_I}|{_OURS} \w+|han|hon) [^.!?;:\n]{{0,60}}\b(?:inför|framför|åt) (?:%(dignitary)s)\b",
    ),
    Event(
        "named_after",
        ("efter",),
        r"\b(?:döpte|döpt|döptes|uppkallad|uppkallade|uppkallat) (?:\w+ ){0,4}?efter (?:mig|mej|oss)\b",
    ),
    Event(
        "born",
        ("born", "baby"),
        rf"\b(?:(?:%(baby)s|{_SUBJECT}) (?:%(born)s|kom ut|kom till världen)) (?:\w+ ){{0,2}}?"
        r"(?:i|på) (?:(?:en|ett) (?:\w+ )?(?:%(vehicle)s)|(?:%(vehicle_known)s))\b",
    ),
)

ORDINARY = (
    Event(
        "only_one_of_few",
        ("första", "enda", "ende", "förste"),
        r"\bden (?:första|förste|enda|ende) (?:(?:%(unique)s) )?(?:\w+ ){0,2}?(?:i|på) "
        r"(?:hela )?(?:%(circle)s)\b",
    ),
)
"""Clauses that are like an event, among so few that many could tell it."""

CLAIMS = (rule(EVENTS, CLAUSES, "extra"),)
EXCLUSIONS = (ordinary(ORDINARY, CLAUSES, "extra"),)
