"""Tokens and sentences of learner text, as offsets into the untouched source.

The text may lack full stops and capitals, be tokenized already ("hem . ␤ Sen"), hold decomposed
letters, zero-width characters, emoji, any kind of line break. Whitespace is never part of a token,
everything else always is.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

from maskera import expressions as re
from maskera.text import Span, Tokens

LINE_BREAK_SYMBOL = "␤"
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufe0f\ufeff"
_INVISIBLE = frozenset(INVISIBLE)
# Marks that Python's \w leaves out: combining accents (decomposed å ä ö), Arabic and Hebrew vowels,
# Indic and Thai vowel signs.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4"
    "\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0981-\u0983\u09bc\u09be-\u09cd\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u102b-\u103e\u1037"
)
_PLAIN_SIGNS = {0x2019: "'", 0xB4: "'", 0x2010: "-", 0x2011: "-", 0x130: "I"}
_UNUSUAL = re.compile(f"[{INVISIBLE}{''.join(map(chr, _PLAIN_SIGNS))}\u0307]")
_TYPED = (
    (" ", "\u00a0\u2007\u2009\u202f"),
    ("-", "\u2010\u2011\u2212"),
    ("@", "\uff20\ufe6b"),
)  # what a keyboard gives, and what programs put in its place
_LETTER = r"[^\W\d_]"
_LETTERS = rf"{_LETTER}+(?:[{_MARKS}]*[{INVISIBLE}]*{_LETTER}+)*[{_MARKS}]*"
# A colon belongs to a word before its ending and behind a single letter; elsewhere a blank is
# forgotten: Namn:Anna, Anna:en till.
_ENDING = "[adeor]|n?s|ts|[eo]n|et|a[rs]|er|na|st|ta|[ae]rs|e[nt]s|are|are?n|[ae]rna"
_COLON = "|".join(
    (
        ":[snt]",  # Hassan:s
        rf"(?<!{_LETTER}{{4}}):(?:{_ENDING})",  # sfi:are, s:ta
        ":ar(?:ens?|e|nas?)",  # Volvo:aren
        rf"(?<=[A-ZÀ-ÖØ-Þ]):(?:{_ENDING}|N?S|[NT]|TA)",  # HBTQ:are, EU:S
        rf"(?<!{_LETTER}{{2}}):[a-zà-öø-ÿ]+",  # e:post
    )
)
_WORD = rf"{_LETTERS}(?:[-'’´`\u2010\u2011]{_LETTERS}|(?:{_COLON})(?![\w{_MARKS}]))*"
# The local part of an address has at most 64 characters (RFC 5321); without the bound a line of
# "1.1.1." would take quadratic time.
_REST = r"[^\s<>\"”]*[^\s<>\"”.,;:!?)\]'’]"
# Without http a query alone makes an address one token: exempel.se/sida?namn=anna. Its parts are
# bounded for the same reason.
_QUERY = rf"(?:[\w-]{{1,63}}\.){{1,4}}[A-Za-z]{{2,24}}(?:/[^\s<>\"”?]{{0,200}})?\?\w+={_REST}"
_ADDRESS = rf"(?:https?://|www\.){_REST}|[\w.+-]{{0,63}}[\w+-]@\w[\w-]*(?:\.\w[\w-]*)+|{_QUERY}"
_ADDRESS_SIGNS = ("@", "://", "www.", "=")
_PLAIN = rf"{_WORD}|\d+|(?P<mark>[^\w\s])(?P=mark)*|\S"
# Most words are Latin letters before a blank or a comma. All of _PLAIN gives the same for them, in
# twice the time.
_COMMON = r"(?:[a-zß-öø-ÿ]++|[A-ZÀ-ÖØ-Þ]++[a-zß-öø-ÿ]*+)(?=[\s,!?])"
_TOKEN = re.compile(rf"({_COMMON}|{_PLAIN})(\s*+)")
_TOKEN_OR_ADDRESS = re.compile(rf"({_COMMON}|{_ADDRESS}|{_PLAIN})(\s*+)")
_INSIDE = re.compile(
    r"[A-ZÀ-ÖØ-Þ](?<=[a-zß-öø-ÿ]{3}.)(?=[a-zß-öø-ÿ])"
)  # a capital where a blank may be forgotten: mammaFatima, not iPhone
# Expressions that begin with a sign or a set of them are looked for several times as fast as behind
# a choice or a look at what is before.
_BREAK = re.compile(r"[\n\t](?:(?<=\n)|(?<=\S\t))")  # a tab parts the cells of a table
BROKEN = re.compile(
    r"-(?<=[^\W\d_]-)[ \t\r]*\n[ \t]*(?=[a-zß-öø-ÿ])"
)  # between the halves of a word broken at the end of a line
_ENDS = frozenset(".!?…" + LINE_BREAK_SYMBOL)
_MORE = frozenset(".!?…")  # "?!" ends one sentence, not two
_TOP_LEVEL = frozenset(
    ("com", "se", "nu", "net", "org")
)  # behind the last full stop of "kalle @ hotmail . com"
_CLOSING = frozenset("\"”’')]»")


def normal(form: str) -> str:
    """A form as it should be compared: composed letters (NFC), nothing invisible, straight
    apostrophe and hyphen; case is kept.

    A Turkish dotted capital is an I like any other: in small letters it would be an i and a dot of
    its own, and in no list."""
    if form.isascii():
        return form
    kept = unicodedata.normalize("NFC", form)
    if not _UNUSUAL.search(kept):
        return kept
    if not _INVISIBLE.isdisjoint(kept):
        kept = "".join([c for c in kept if c not in _INVISIBLE])
    return kept.translate(_PLAIN_SIGNS).replace("i\u0307", "i") or form


def typed(text: str) -> str:
    """The text with plain blanks, hyphens and at-signs where a program has put no-break or narrow
    blanks, no-break hyphens, minus signs, wide at-signs.

    It is as long as the text: numbers are looked for in it, and found in the text at the same
    place."""
    for key, signs in _TYPED:
        for sign in signs:
            text = text.replace(
                sign, key
            )  # far quicker than translate() where there is none, as nearly always
    return text


# A text whose lines were cut at a width: its longest line is as long as mails, terminals and forms
# make them, and most of its line breaks stand where the next word had no room. Verse, lists and
# addresses have short lines; a paragraph is one line.
NARROWEST, WIDEST, FEWEST_WRAPS, WRAPPED_SHARE = 30, 120, 3, 0.5
_LINE_END = re.compile(r"(?<=[^\s-])[ \t]*\r?\n(?=([^\s]+))")


# A number that goes on in the next line, in a text of any length: the birth date of a personal
# number, three digits of a postcode before two and a town, a telephone number that is too short.
_BROKEN_NUMBER = re.compile(
    r"(?<![\d.,:-])(?:\d{6}(?:\d\d)?-\r?\n(?=\d{4}(?!\d))|\d{3}\r?\n(?=\d\d [^\W\d_])"
    r"|0\d{1,3}[ -]\d{2,3}(?: ?\d{2,3})?\r?\n(?=\d\d \d\d(?! ?\d)|\d\d \d\d \d\d(?! ?\d))"
    r"|0\d{1,3} ?-\r?\n(?=\d{5,8}(?!\d)|\d{2,3}(?: ?\d\d){2}(?!\d))"
    r"|(?:\d{4} ){1,3}\r?\n?(?<=\n)(?=\d{4}(?: \d{4}){0,2}(?!\d))|(?:\d{4} ){1,2}\d{4}\r?\n(?=\d{4}(?!\d)))"
)
_LINE_OF_DIGITS = re.compile(r"\n\d")  # what all of them have, and is found at once


def _joined(found: re.Match[str]) -> str:
    return found[0].rstrip("\r\n").ljust(len(found[0]))


def unwrapped(text: str) -> str:
    """The text with a blank for each line break inside a number and, where lines were cut at a
    width, inside a paragraph; as long as it was. A word broken by a hyphen keeps its line break."""
    if _LINE_OF_DIGITS.search(text):
        text = _BROKEN_NUMBER.sub(_joined, text)
    if text.count("\n") < FEWEST_WRAPS:
        return text
    width = max(map(len, map(str.rstrip, text.split("\n"))))
    if not NARROWEST <= width <= WIDEST:
        return text
    breaks, soft, begin = 0, [], 0
    for found in _LINE_END.finditer(text):
        begin = text.rfind("\n", begin, found.start()) + 1 or begin
        breaks += 1
        if found.start() - begin + 1 + len(found[1]) > width:
            soft.append(found.end() - 1)
        begin = found.end()
    if len(soft) < max(FEWEST_WRAPS, WRAPPED_SHARE * breaks):
        return text
    pieces, done = [], 0
    for place in soft:
        start = place - (text[place - 1] == "\r")
        pieces += [text[done:start], " " * (place + 1 - start)]
        done = place + 1
    return "".join((*pieces, text[done:]))


def tokenize(text: str, glued: Callable[[str, str], bool] | None = None) -> Tokens:
    """The tokens of a text, in order, without overlap; every character outside them is whitespace.

    glued: whether small letters and what goes on with a capital are two words without a blank:
    mammaFatima, not karIn. Without it none are.
    """
    expression = _TOKEN_OR_ADDRESS if any(sign in text for sign in _ADDRESS_SIGNS) else _TOKEN
    pieces = expression.split(
        text
    )  # the space before, then for each token: itself, the group `mark`, the space behind, nothing
    del pieces[2::4]
    del pieces[3::3]
    edges = list(accumulate(map(len, pieces)))
    tokens = Tokens(tuple(edges[:-1:2]), tuple(edges[1::2]), tuple(pieces[1::2]))
    cuts = list(_forgotten_blanks(text, tokens, glued)) if glued else []
    if not cuts:
        return tokens
    starts, ends = tuple(sorted((*tokens.starts, *cuts))), tuple(sorted((*tokens.ends, *cuts)))
    return Tokens(
        starts, ends, tuple(text[start:end] for start, end in zip(starts, ends, strict=True))
    )


def _forgotten_blanks(
    text: str, tokens: Tokens, glued: Callable[[str, str], bool]
) -> Iterator[int]:
    last = -1
    for capital in _INSIDE.finditer(text):
        cut = capital.start()
        token = bisect_right(tokens.starts, cut) - 1
        if token == last:  # what stands before its second capital is not all small
            continue
        last = token
        form, first = tokens.forms[token], text[tokens.starts[token] : cut]
        address = any(sign in form for sign in _ADDRESS_SIGNS)
        if first.isalpha() and first.islower() and not address and glued(first, form[len(first) :]):
            yield cut


def sentences(text: str, tokens: Tokens, abbreviations: frozenset[str]) -> tuple[Span, ...]:
    """Spans of token indices that are sentences: they end at . ! ? … ␤ and at line breaks, not
    after initials, abbreviations or "3.".

    A full stop ends nothing when the next word follows without a space ("t.ex.") or in lower case
    after a number or an abbreviation; nor does a line break inside a word.
    """
    starts, ends, forms = tokens.starts, tokens.ends, tokens.forms
    found: list[Span] = []
    begin = index = 0
    count = len(forms)
    marks = [place for place, form in enumerate(forms) if form[0] in _ENDS]
    before_breaks = {bisect_left(starts, match.start()) - 1 for match in _BREAK.finditer(text)}
    if "-" in forms:
        before_breaks.difference_update(broken_words(text, tokens))
    for place in sorted({*marks, *(place for place in before_breaks if 0 <= place < count - 1)}):
        if place < index:
            continue
        form = forms[place]
        index = place + 1
        while (
            index < count
            and starts[index] == ends[index - 1]
            and (forms[index] in _CLOSING or forms[index][0] in _MORE)
        ):
            index += 1
        if form == "." and index < count and not _stops(text, tokens, index - 1, abbreviations):
            continue
        found.append(Span(begin, index))
        begin = index
    if begin < count:
        found.append(Span(begin, count))
    return tuple(found)


def broken_words(text: str, tokens: Tokens) -> Iterator[int]:
    """The tokens that are the hyphen of a word broken at the end of a line: Upp- and, on the next,
    sala."""
    for match in BROKEN.finditer(text):
        hyphen = bisect_left(tokens.starts, match.start())
        if (
            hyphen + 1 < len(tokens)
            and tokens.forms[hyphen] == "-"
            and tokens.starts[hyphen] == match.start()
        ):
            yield hyphen


def _stops(text: str, tokens: Tokens, dot: int, abbreviations: frozenset[str]) -> bool:
    gap = text[tokens.ends[dot] : tokens.starts[dot + 1]]
    following = tokens.forms[dot + 1]
    if "\n" in gap or following == LINE_BREAK_SYMBOL:
        return True
    if not gap:
        return (
            following[0].isupper() and dot > 0 and len(tokens.forms[dot - 1]) > 1
        )  # "hemma.Sen": a blank forgotten
    if following in _TOP_LEVEL and any("@" in form for form in tokens.forms[max(0, dot - 2) : dot]):
        return False
    if dot == 0 or tokens.ends[dot - 1] != tokens.starts[dot]:
        return True
    before = tokens.forms[dot - 1].lower()
    if before in abbreviations:
        return False
    if len(before) == 1 and before.isalpha():
        return False
    return not (before.isdigit() and following[0].islower())
