"""Events that single a writer out: in the newspaper, an award, stuck in a lift all night, the only
woman who ... (label `extra`; data/en/words/rare_events.tsv has the words).

Learners leave out articles and endings (newspaper wrote about us, I win gold medal), so that the
expressions do without. What many write of their lives is no such event (the match against another
class, what one saw on television).
"""

from __future__ import annotations

from maskera.lexicon.tsv import word_list
from maskera.rules.events import Clauses, Event, rule

_WORDS = word_list("en", "rare_events")

CLAUSES = Clauses(
    links=_WORDS["clause_link"],
    openings=_WORDS["clause_opening"],
    aside=_WORDS["clause_aside"],
    within="in",
)
_THE = r"(?:(?:the|a|an|our|their|its) )?"
_GAP = r"(?:[^\W\d_]+ ){0,3}?"
_ADVERB = r"(?:(?:also|once|even|just|really|finally|recently|then|first|both|all) )?"
_OURS = r"(?:my|our)"
_SUBJECT = rf"(?:i|we|{_OURS} (?:\w+ )?(?:%(relative)s))"
_BE = r"(?: am|['’]m| are|['’]re| is|['’]s| was| were| became)"
_TIME = (
    r"(?:(?:all|the whole|whole|the entire) (?:night|day|evening|weekend)|overnight|"
    r"(?:for )?(?:\w+ ){0,2}(?:hours?|days|nights))"
)
_NOT_ALL = r"(?! (?:\w+s|\w+ people|young|every|always|often|all)\b)"  # about us immigrants
_NO_NOUN = (  # on the radio committee
    r"(?=\s*(?:[.,!?;:)\n]|$)| (?:with|about|because|when|for|as|last|in|on|at|of|by|beside|next|"
    r"behind|now|after|once|twice|that|this|yesterday|today)\b)"
)
_NOT_OURS = r"(?!(?:%(circle)s)\b)"
_NOT_AMONG = r"(?![^.!?;:\n]*\b(?:%(circle)s)\b)"  # nowhere in the rest of the clause
_ITSELF = (  # not the president's palace, the mayor of my class, the king in a film
    r"(?!['’]|\w| (?:of|in|on) (?:the |my |our |a )?(?:%(circle)s|dream|film)\b)"
)
_SAW = r"watch|see|saw|seen|listen|hear|follow|look|show"

EVENTS = (
    Event(
        "reported",
        ("press", "broadcast"),
        rf"\b(?:%(press)s|%(broadcast)s) (?:of \w+ )?{_ADVERB}(?:%(reported)s) "
        rf"{_GAP}(?:me|us)\b{_NOT_ALL}|"
        rf"\b(?:%(reported)s) (?:about )?(?:me|us) (?:in|on) {_THE}(?:\w+ )?"
        r"(?:%(press)s|%(broadcast)s)\b",
    ),
    Event(
        "shown",
        ("press", "broadcast", "page"),
        rf"\b(?:(?:i|we){_BE} {_ADVERB}(?:(?:%(shown)s) )?(?:in|on|by) {_THE}{_NOT_OURS}(?:\w+ )?|"
        rf"{_OURS} (?:%(picture)s){_BE}? {_ADVERB}(?:(?:%(shown)s) )?(?:in|on) "
        rf"{_THE}{_NOT_OURS}(?:\w+ )?|"
        rf"(?:i|we) (?:%(got)s) (?:in|on|into) {_THE}{_NOT_OURS}(?:\w+ )?)"
        rf"(?:%(press)s|%(broadcast)s|front page)\b{_NO_NOUN}",
        whole=False,
    ),
    Event(
        "seen_by_many",
        ("views", "likes", "followers"),
        r"\b(?:%(clip)s)\b[^.!?;:\n]{0,40}\b(?:million|millions of|\d{3}[ ,.]?000) "
        r"(?:views|likes)\b",
    ),
    Event(
        "won",
        ("won",),
        rf"\b{_SUBJECT} (?:have |has |had )?{_ADVERB}(?:%(won)s) {_THE}(?:\w+ ){{0,3}}?"
        rf"(?:%(contest)s)\b(?! of){_NOT_AMONG}",
        whole=False,
    ),
    Event(
        "stuck",
        ("stuck", "trapped"),
        rf"\b{_SUBJECT}(?:{_BE}| got| get| stood| sat) (?:stuck|trapped) "
        rf"(?:in|on|inside|under|up) {_THE}(?:\w+ )?(?:%(confined)s) (?:\w+ ){{0,5}}?{_TIME}\b",
    ),
    Event(
        "honoured",
        ("dignitary",),
        rf"\b(?:i|we) {_ADVERB}(?:%(gave)s) {_GAP}(?:for|with|to|opposite|beside) {_THE}"
        rf"(?:%(dignitary)s)\b{_ITSELF}|"
        rf"\b(?:i|we) {_ADVERB}(?:%(met)s) {_THE}(?:%(dignitary)s) (?:when|at|during|who)\b",
    ),
    Event(
        "rescued",
        ("rescuer",),
        rf"\b(?:i|we){_BE} {_ADVERB}(?:%(rescued)s) (?:\w+ ){{0,5}}?by "
        rf"{_THE}(?:\w+ )?(?:%(rescuer)s)\b|"
        rf"\b(?:%(rescuer)s) (?:of \w+ )?(?:had to )?(?:%(rescued)s) (?:me|us)\b",
    ),
    Event(
        "only_one",
        ("first", "only"),
        rf"\b{_SUBJECT}{_BE} (?:also |still )?the (?:"
        r"first (?:(?:foreigner|immigrant|refugee)|\w+ ever) to (?=\w)|"
        r"(?:first|only) (?:\w+ )?(?:%(unique)s) (?:ever )?(?:in|from|at|on|with|without) "
        rf"(?=\w)){_NOT_AMONG}",
        whole=False,
    ),
    Event(
        "exhibited",
        ("exhibited",),
        rf"\b{_OURS} (?:\w+ ){{1,3}}?(?:hangs?|hung|stands?|stood|lies|lay|is|are|was|sits) "
        r"(?:now |today |still )?(?:shown |exhibited )?(?:in|on|at) (?:the |a )?(?:\w+ )?"
        rf"(?:%(exhibited)s)\b{_NO_NOUN}",
        whole=False,
    ),
    Event(
        "record",
        ("record",),
        rf"\b{_SUBJECT} (?:have |has |had )?{_ADVERB}"
        r"(?:set|sets|broke|broken|break|hold|holds|held|beat) (?:the|a|an) "
        r"(?!(?:new )?personal)(?:\w+ ){0,2}?record (?:in|for|of)\b",
        whole=False,
    ),
    Event(
        "live",
        ("live",),
        rf"\b(?:i|we|{_OURS} \w+) (?:(?!(?:{_SAW}))[^\W\d_]+ ){{1,10}}?"
        r"(?:live on (?:air|tv|television|the radio|radio|the news)|"
        r"on live (?:tv|television|radio))\b",
    ),
    Event(
        "before",
        ("dignitary",),
        rf"\b(?:i|we|{_OURS} \w+|he|she) [^.!?;:\n]{{0,60}}\bin front of (?:the |our )?"
        rf"(?:%(dignitary)s)\b{_ITSELF}",
    ),
    Event(
        "named_after",
        ("after",),
        r"\b(?:named|name|called|call|christened|baptized) (?:a|an|the|their|its|his|her) "
        r"(?:\w+ ){0,2}(?!(?:%(child)s)\b)\w+ after (?:me|us)\b",
    ),
    Event(
        "born",
        ("born",),
        rf"\b(?:(?:the |our )?(?:%(baby)s)|{_SUBJECT}){_BE} {_ADVERB}born "
        r"(?:in \w+ )?(?:in|on|inside) (?:a|the|my|his|her|our) (?:\w+ ){0,2}?(?:%(vehicle)s)\b"
        r"(?! (?:town|city|village|family|street|accident))",
        whole=False,
    ),
)

CLAIMS = (rule(EVENTS, CLAUSES, "extra"),)
