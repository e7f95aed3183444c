"""Numbers and addresses as they are written in Sweden, and their cue words; number_checks has the
checks.

Longer than 400 lines because it is one table of patterns with the cues that they share.
"""

from __future__ import annotations

from maskera import expressions as re
from maskera.lang.sv.naming import SAID
from maskera.lang.sv.number_checks import (
    address_spelt,
    giro,
    has_two_digits,
    hidden_personnummer,
    iban,
    numeric_date,
    octets,
    personnummer,
    phone,
    top_level,
)
from maskera.lexicon.tsv import word_list
from maskera.mentions import Trust
from maskera.rules.patterns import DIGIT, Cue, Pattern

_WORDS = word_list("sv", "patterns")


def _re(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


def _before(name: str, words: str, weight: float) -> Cue:
    """A cue that ends right before the match: words, then at most a word, colon or sign."""
    return Cue(
        name,
        _re(rf"(?:{words})[\s:.,;=#(\"'-]*(?:{_WORDS.either('after_cue')}\b[\s:.#-]*){{0,2}}$"),
        weight,
    )


def _near(name: str, words: str, weight: float) -> Cue:
    return Cue(name, _re(words), weight)


def _after(name: str, words: str, weight: float) -> Cue:
    return Cue(name, _re(rf"[\s,.)]*(?:{words})"), weight, after=True)


PHONE_WORDS = rf"\b{_WORDS.either('phone')}\b"
ACCOUNT_WORDS = rf"\b{_WORDS.either('account')}\b"
_DEPOSIT_WORDS = rf"\b{_WORDS.either('deposit')}\b"
_HIDDEN = (
    r"(?:[xX]{4}|\*{4}|#{4}|[nN]{4}|_{4})"  # the last four digits, where they are nobody's business
)
PERSON_WORDS = rf"\b{_WORDS.either('person')}\b"
_CODE_WORDS = rf"(?:\b(?:{_WORDS.either('code')}|\w+-id))"
# A number not far behind these is somebody's, whatever it looks like.
NUMBER_WORDS = _re(
    rf"(?:{PHONE_WORDS}|{ACCOUNT_WORDS}|{_DEPOSIT_WORDS}|{PERSON_WORDS}"
    rf"|{_CODE_WORDS})\W*(?:\w+\W+){{0,3}}$"
)
# No span of years begins within a number or behind a single capital (10-1993-21, K 2019-44), a word
# for a code, a case with whom it lies with, or a room; but behind what somebody was (polis
# 1985-99), and Madrid is no id.
_CASE_WORDS = rf"\b{_WORDS.either('case')}"
_CODED = (
    rf"(?!\b(?:{_WORDS.either('no_code')}|(?!kund|elev)\w+(?<!nt)id)\b)"
    rf"(?:{_CODE_WORDS}|{_CASE_WORDS}(?:\s{_WORDS.either('lies_with')}\s\w+)?"
    rf"|\b{_WORDS.either('room')})"
)
NO_YEARS_AFTER = _re(
    rf"(?:[^\W_][-–/.]|(?-i:\b[A-HJ-ZÅÄÖ])[ .]"
    rf"|{_before('', _CODED, 0.0).regex.pattern.removesuffix('$')}(?-i:[A-ZÅÄÖ]{{1,4}}"
    rf"[ .])?)$"
)
MAKES = _WORDS.ranked("makes")
_CAR_WORDS = rf"\b{_WORDS.either('car', 'makes')}\b"
_REGISTERED = rf"\b(?:reg(?:\.|\b)|{_WORDS.either('registered')})\b"
_PLATE_WORDS = rf"(?:{_CAR_WORDS}|{_REGISTERED})"
CARS = _re(_PLATE_WORDS)
_PLATE_GAP = r"[\s:.,(\"'-]*"
_PLATE_FILLING = rf"(?:(?:{_WORDS.either('before_plate')}|(?:19|20)\d\d)\b[\s:.,\"]*)"
_MONEY = rf"{_WORDS.either('counted')}\b|:-|€|\$|%"
QUANTITY_AFTER = _after("quantity", _MONEY, -6.0)
_CLOCK = _before("clock", r"\bkl(?:ockan)?\b\.?|\bkolckan\b|\bmellan\b", -4.0)
ISBN = _near("isbn", rf"\b(?:{_WORDS.either('numbered_work')}|lag \(|§)[\s:.]*$", -6.0)
COUNTED = _near("counted to", rf"\b{_WORDS.either('about')}\s$", -3.0)
_PRICE_BEFORE = _before("price", rf"\b{_WORDS.either('price')}\b", -1.5)

# What numbers longer than a count have: five digits in a run, two runs with a sign or a blank
# between, or a capital beside a digit.
_LONG, _SIGN, _BLANK = r"\d{5}", r"\d ?[-/.–] ?\d", r"\d \d"
_RUNS = r"\d(?:\d{4}|[\s.–—/()+_-]{1,4}\d)"
# A telephone number may begin after the slash behind another one (070-123 45 67/08-123 45 67), but
# not in 2019/0417-22.
_SLASHED = r"(?<=\d{5}/)|(?<=\d[ -]\d\d/)|(?<=\d[ -]\d{3}/)|(?<=\d[ -]\d{4}/)"
_BESIDE = (
    _near("a number before the slash", r"\d[\d -]{5}\d ?/ ?$", 2.0),
    Cue("a number after the slash", _re(r" ?/ ?[0+]\d[\d -]{5}"), 2.0, after=True),
)
_MONTH_YEAR = r"(?:0?[1-9]|1[0-2]) ?[/.-] ?(?:19|20)\d\d"
_YEAR_MONTH = r"(?:19|20)\d\d[/-](?:0[1-9]|1[0-2])"
_TO = r" ?(?:[-–—]|till|t\.?o\.?m\.?) ?"
_MONTH_SPAN = (
    _near("a month before the hyphen", rf"(?<!\d)(?:{_MONTH_YEAR}|{_YEAR_MONTH}){_TO}$", 4.0),
    Cue(
        "a month after the hyphen",
        _re(rf"{_TO}(?:{_MONTH_YEAR}|{_YEAR_MONTH})(?!\d)"),
        4.0,
        after=True,
    ),
)
# A day and its month, perhaps with a year: what spans of dates have at either end, 15/8 - 20/12,
# 10.7 - 2.8.2022.
_DAY_MONTH = r"[0-3]?\d ?/ ?[01]?\d(?!\d)"
_DATE_SPAN = (
    _near(
        "a date before the hyphen",
        rf"(?<![\d/.,:-])(?:{_DAY_MONTH}(?:[ /.-](?:\d\d)?\d\d)?"
        rf"|\d?\d\.\d?\d(?:\.(?:\d\d)?\d\d)?){_TO}$",
        4.5,
    ),
    Cue(
        "a date after the hyphen",
        _re(rf"{_TO}(?:{_DAY_MONTH}|\d?\d\.\d?\d\.(?:\d\d)?\d\d(?!\d))"),
        4.5,
        after=True,
    ),
)
_RUN = r"(?:19|20)?\d\d(?:0[1-9]|1[0-2])[0-3]\d(?![\d-])"
_RUN_SPAN = (
    _near(
        "a date before the hyphen", rf"(?<![\w-])(?:19|20)?\d\d(?:0[1-9]|1[0-2])[0-3]\d{_TO}$", 7.0
    ),
    Cue("a date after the hyphen", _re(_TO + _RUN), 7.0, after=True),
    _near(
        "a number",
        rf"\b{_WORDS.either('other_number')}[\s:.]*(?:\d+{_TO})?$",
        -10.0,
    ),
)
_DATED_SPAN = Cue(
    "a dated day after the hyphen",
    _re(rf"{_TO}\d?\d\.\d?\d\.(?:\d\d)?\d\d(?!\d)"),
    10.0,
    after=True,
)
_CLOCK_TIME = r"(?:\d?\d[.:]\d\d(?!\d)|\d?\d ?[-–] ?\d?\d(?!\d|[/.]\d))"
_AIRLINES = _WORDS.either("airline")
# A set at its head is looked for three times as fast as a choice.
_CAPITAL = r"\d(?:[ /-]?[A-ZÅÄÖ]|(?<=[A-ZÅÄÖ].)|(?<=[A-ZÅÄÖ][ /-].))"
# Letters before a code belong to it ("ÄN 2023/0447"), but for words that only say what the number
# is, and in number plates.
_CODE_LETTERS = (
    r"(?-i:(?!OCR|DNR|PNR|ISBN|ISSN|TEL|MOB|NR|SEK|KL|ÅR|I "
    r"|[A-Z]{3} \d\d[\dA-Z]\b)[A-ZÅÄÖ]{1,4}[ .])"
)
_CODE = (
    rf"(?:{_CODE_LETTERS}(?=\d)|[A-ZÅÄÖ]{{1,4}}(?:[-/](?=\d)"
    rf"|(?=\d)))?\d[\dA-Z]*(?:[-/:. ]\d[\dA-Z]*|[-/][A-Z]{{1,4}}\d*)*(?![\w-]*\w)#?"
)
TOP_LEVEL = _WORDS.either("top_level")
_DOMAIN = rf"(?:[\w-]+\.)+{TOP_LEVEL}"

# Letters and digits behind the word; digits alone are a code, and "8 tecken" and "90:e" are
# nothing.
_PASSWORD = (
    r"\b(?:lösen(?:ord)?(?:et|en)?|password)(?:\s(?:är|var|heter|(?:på|till|för"
    r"|i)\s\w+\s(?:är|var)))?\s?[:=]?\s?[\"“”'(]?"
    r"(?P<hit>(?=\S*\d)(?=(?:(?>(?:[\d_]|[^\w\s])*)[^\W\d_]){3})[^\s\"“”(),;]{4,40}?)(?="
    r"[.!?)\"“”',;]*(?:\s|$))"
)

# Addresses as they are read aloud: ali punkt ek snabel-a exempel punkt se. A word before "at" is a
# name only where more speaks for it.
_LOCAL = r"(?<![\w.+-])\w[\w+-]*(?>(?:(?:\.|\s(?:punkt|dot)\s)\w[\w+-]*){0,4})"
_AT_SPELT = r"[(\[sSſ](?:[aA][tT]?[)\]]|[nN][aA][bB][eE][lL])"
_SPELT_DOT = r"(?:\s?(?:\.|[(\[](?:dot|punkt)[)\]])\s?|\s(?:dot|punkt)\s)"
_AT_LITERALS = ("snabel", "a)", "at)", "a]", "at]")
_PROVIDER = _WORDS.either("providers")
_MAIL_BEFORE = _near("mail", r"\b(?:e-?post|mejl|mail|adress|skriv|kontakt)", 7.0)
_MAIL_AFTER = Cue("mail", _re(r".{0,10}\b(?:e-?post|mejl|mail)"), 7.0, after=True)

# User names: a word with digits, low lines, full stops or a discriminator (lisa_b, blomman99,
# sara.lind, ali#4521), where a service that has them is spoken of.
_SERVICES = rf"\b(?:{SAID.either('service')}|{_WORDS.either('service')})[\w-]*"
_USER_DOT = rf"\.(?!{_WORDS.either('no_user_name')}\b)(?-i:[\da-zåäö_])"
_USER_NAME = (
    rf"(?=[\w.]*[^\W\d_])\w++(?>(?:{_USER_DOT}\w*+)*)(?>(?:#\d{{3,5}})?)(?![\w@#-]|\.\w[\w.-]*@)"
)
_USER_FORMS = {"sign": r"\w[_#]\w", "digit": r"[^\W\d_]{2}\d", "dot": rf"\w\w{_USER_DOT}\w"}
_USER_CUES = (
    _near(
        "service _",
        rf"{_SERVICES}[\s:=,(\"”“-]*(?:{_WORDS.either('between_service_and_name')}\b"
        rf"[\s:=\"”“]*){{0,5}}$",
        14.0,
    ),
    _near("named _", rf"\b{_WORDS.either('named')}[\s:=\"”“]*$", 7.0),
    Cue("_ on a service", _re(rf"[\"”]? (?:på|i) {_SERVICES}"), 7.0, after=True),
    _near(
        "posted by _",
        rf"\b(?:{_WORDS.either('posted')} (?:av|från)|{_WORDS.either('signed')})[\s:]*$",
        14.0,
    ),
    Cue(
        "_ wrote:",
        _re(rf" {_WORDS.either('wrote')}\b[^.!?\n:]{{0,12}}(?:\d\d)?:"),
        14.0,
        after=True,
    ),
)
# Who speaks, at the beginning of a line or behind the time it was said: leo_07: hej, [10:02]
# leo_07: hej. Not what is numbered: Bild12: en hund.
_NUMBERED = _WORDS.either("numbered", "makes")
_SAID_AT = r"(?:[\[(]?(?:[\d./-]{6,10},? )?\d?\d[:.]\d\d(?::\d\d)?[\])]? ?(?:- )?)?"
_SPEAKER = (
    rf"(?m:^){_SAID_AT}(?!\w*\d{{5}})(?!{_NUMBERED}\w*[_.]?\d|mvh)(?=[\w.]*(?:\w_\w|[^\W\d_]{{2}}\d\d"
    rf"|\w\w\.\w+\d))(?P<hit>{_USER_NAME})(?= ?:(?![/\d]))"
)

# A blank before the sign alone may be a slip in an address (svea77 @hotmail.com), but "på @svt.se"
# and "följ @bo.ek" speak of users.
_NO_ADDRESS = "".join(rf"(?<!\b{word})" for word in _WORDS.ranked("before_at_sign"))
_LOOSE_AT = rf"{_NO_ADDRESS}\s@(?=[\w.-]+\.{TOP_LEVEL}\b)"

# Initials that are said to be some: JPE.
_TOLD_INITIALS = r"(?:[A-ZÅÄÖ](?:\. ?-?[A-ZÅÄÖ]){1,3}\.?|[A-ZÅÄÖ]{2,4})(?![\w-])"
_DOTTED = r"[0-3]?\d\.(?:0?[1-9]|1[0-2])"
# A day and its month that are no time of day.
_NO_TIME = r"(?:(?:0?[1-9]|[12]\d|3[01])\.[1-9]|(?:2[5-9]|3[01])\.(?:0[1-9]|1[0-2]))"
# What happens on a day: mötet på skolan _, vi flyttade in _ och _.
_HAPPENING = (
    rf"\b(?:{_WORDS.either('event')}(?: {_WORDS.either('happens_at')} \w+)?|{_WORDS.either('happens')})"
    rf"(?: {_WORDS.either('happens_then')}){{0,2}}[ :]+"
    rf"(?:{_NO_TIME}(?:(?:,| {_WORDS.either('and_date')}| [-–]) |[-–]))*$"
)
# What has a value: skalan går från _ till _.
_MEASURED = rf"\b{_WORDS.either('measured')}\b[^.!?\d]{{0,20}}(?:{_DOTTED} till )?$"
_DONE = rf" {_WORDS.either('done_then')} {_WORDS.either('who_then')}\b"  # _ åkte vi
PATTERNS: tuple[Pattern, ...] = (
    *(
        Pattern(
            f"user-{kind}",
            "extra",
            _re(rf"(?<![\w.+@#/:-])(?=[\w.]*{form}){_USER_NAME}"),
            -8.0,
            None,
            _USER_CUES,
            needs,
            core,
            trust=Trust.CERTAIN,
            literals=literals,
        )
        for (kind, form), needs, core, literals in zip(
            _USER_FORMS.items(),
            ("[_#]", DIGIT, r"\.\w"),
            (r"\w[_#]\w", r"\d(?<=[^\W\d_]{2}.)", r"\w\w\.\w\w"),
            (("_", "#"), (), ()),
            strict=True,
        )
    ),
    Pattern("user-speaker", "extra", _re(_SPEAKER), 6.0, needs=":", trust=Trust.CERTAIN),
    Pattern(
        "user-signed",
        "extra",
        _re(rf"(?m:^)[ \t]*(?=\w*[^\W\d_]_[^\W\d_])(?P<hit>{_USER_NAME})(?m:[ \t]*$)"),
        6.0,
        needs="_",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "user-at",
        "extra",
        _re(
            rf"(?<![\w.+-])@(?![\w.-]*\.{TOP_LEVEL}\b)(?=[\w.]*"
            rf"(?:{'|'.join(_USER_FORMS.values())})){_USER_NAME}"
        ),
        6.0,
        needs="@",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "user-at-cued",
        "extra",
        _re(r"(?<![\w.+-])@\w{3,}(?![\w@-]|\.\w)"),
        -6.0,
        None,
        (
            _near("service", _SERVICES, 12.0),
            Cue("_ on a service", _re(rf" (?:på|i) {_SERVICES}"), 12.0, after=True),
        ),
        needs="@",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "ship",
        "transport_name",
        _re(r"(?<!\w)(?-i:(?:M/[SFYTV]|S/[SY]) [A-ZÅÄÖ][\w-]+(?: [A-ZÅÄÖ][\w-]+){0,2})"),
        8.0,
        needs="/",
        core=r"/[SFYTV] ",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "firm",
        "work",
        _re(rf"(?<!\w)(?-i:[A-ZÅÄÖ])[\w-]+ & {_WORDS.either('partners')}\b"),
        8.0,
        needs="&",
    ),
    Pattern(
        "user-password",
        "extra",
        _re(_PASSWORD),
        8.0,
        word=_re("lösen|password"),
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "email",
        "email",
        _re(
            rf"(?<![\w.+-])(?:\w[\w+-]{{0,40}}\s?\.\s?(?=\w[\w+-]{{0,40}}\s@\s))?\w"
            rf"[\w.+-]*(?:@\s?|\s@\s|{_LOOSE_AT})\w[\w-]*(?:\s?\.\s?\w[\w-]*)*(?:\.\s?"
            rf"[a-z]{{2,}}|\s\.\s?{TOP_LEVEL}|,{TOP_LEVEL})\b"
        ),
        6.0,
        needs="@",
    ),
    Pattern("email-bare", "email", _re(r"(?<![\w.+-])\w[\w.+-]+@\w[\w.-]+\w"), 4.0, needs="@"),
    Pattern(
        "email-at",
        "email",
        _re(
            rf"{_LOCAL}\s?(?:[(\[](?:at|snabel-?a)[)\]]"
            rf"|\bsnabel-?a\b)\s?\w[\w-]*(?:{_SPELT_DOT}\w[\w-]*)*"
        ),
        5.0,
        needs=_AT_SPELT,
        literals=_AT_LITERALS,
    ),
    Pattern(
        "email-spelt",
        "email",
        _re(
            rf"{_LOCAL}(?:\ssnabel a\s|\s?[(\[]a[)\]]\s?)(?:\w"
            rf"[\w-]*{_SPELT_DOT}){{1,4}}{TOP_LEVEL}\b"
        ),
        -2.0,
        address_spelt,
        (_MAIL_BEFORE, _MAIL_AFTER),
        needs=_AT_SPELT,
        literals=_AT_LITERALS,
    ),
    Pattern(
        "email-word",
        "email",
        _re(rf"{_LOCAL}\s[aå]t\s{_PROVIDER}{_SPELT_DOT}{TOP_LEVEL}\b"),
        -2.0,
        address_spelt,
        (_MAIL_BEFORE, _MAIL_AFTER),
        needs=rf"\s(?i:[aå]t\s{_PROVIDER})",
        literals=_WORDS.ranked("providers"),
    ),
    Pattern(
        "initials",
        "initials",
        re.compile(r"(?<![\w.])(?:[A-ZÅÄÖŞ]\.-?){2,3}(?!\w)"),
        0.5,
        needs=r"\.-?[A-ZÅÄÖŞ]\.",
    ),
    Pattern(
        "initials-told",
        "initials",
        re.compile(rf"(?i:initialer(?:na)?)(?: (?:är|var|blir))?:? (?P<hit>{_TOLD_INITIALS})"),
        9.0,
        needs="(?i:initialer)",
        literals=("initialer",),
    ),
    Pattern(
        "initials-so-called",
        "initials",
        re.compile(
            rf"(?<![\w.])(?P<hit>{_TOLD_INITIALS})(?= (?:är|var"
            rf"|blir) (?!inga\b)[^.!?\n]{{0,20}}(?i:initialer))"
        ),
        9.0,
        needs="(?i:initialer)",
        literals=("initialer",),
    ),
    Pattern(
        "initials-author",
        "initials",
        re.compile(
            r"(?<=[a-zåäö], )[A-ZÅÄÖ]\.(?= ?\(?(?:1[89]|20)\d\d| (?:&"
            r"|och) [A-ZÅÄÖ][a-zåäö]+, [A-ZÅÄÖ]\.)"
        ),
        9.0,
        needs=r", [A-ZÅÄÖ]\.",
    ),
    Pattern(
        "url-http",
        "url",
        _re(r"\bhttps?\s?:\s?//\s?[^\s<>\"”]*[^\s<>\"”.,;:!?)\]'’]"),
        6.0,
        needs=":",
    ),
    Pattern(
        "url-www",
        "url",
        _re(r"\bwww\s?\.\s?[\w-]+(?:\s?\.\s?[\w-]+)*(?:/[^\s<>\"”]*[^\s<>\"”.,;:!?)\]'’])?"),
        6.0,
        needs="[wW][wW]{2}",
        literals=("www",),
    ),
    Pattern(
        "url-domain",
        "url",
        _re(
            rf"(?<![@\w.-]){_DOMAIN}\b(?:(?:/"
            rf"|\?\w+=)[^\s<>\"”]*[^\s<>\"”.,;:!?)\]'’])?(?!@)(?!\.\w)"
        ),
        3.0,
        top_level,
        needs=r"\.\w",
    ),
    Pattern(
        "personnummer",
        "personid_nr",
        re.compile(r"(?<![\d-])(?:(?:18|19|20)\d{6}|\d{6})\s?[-+–]\s?\d{4}(?![\d])"),
        3.0,
        personnummer,
        (_before("personnummer", PERSON_WORDS, 3.0),),
        digits=10,
        core=_LONG,
    ),
    Pattern(
        "personnummer-run",
        "personid_nr",
        re.compile(r"(?<![\d-])(?:(?:18|19|20)\d{6} ?\d{4}|\d{6} ?\d{4})(?![\d-])"),
        0.5,
        personnummer,
        (
            _before("personnummer", PERSON_WORDS, 4.0),
            _before("phone", PHONE_WORDS, -2.0),
            QUANTITY_AFTER,
        ),
        digits=10,
        core=_LONG,
    ),
    Pattern(
        "personnummer-cued",
        "personid_nr",
        _re(
            rf"{PERSON_WORDS}[\s:.,(]*{_WORDS.either('person_number_is')}?[\s:]*(?P<hit>"
            rf"(?:(?:19|20)[\s.-]?)?\d{{2}}[\s.-]?\d{{2}}[\s.-]?\d{{2}}[\s+–-]{{0,3}}"
            rf"(?:\d{{2}}[\s-]?\d{{2}}|{_HIDDEN})(?!\d))"
        ),
        6.0,
        digits=6,
        word=_re(PERSON_WORDS + "|pers"),
    ),
    Pattern(
        "personnummer-hidden",
        "personid_nr",
        re.compile(
            rf"(?<![\w-])(?:(?:19|20)?\d{{6}}|(?:19"
            rf"|20)?\d\d-\d\d-\d\d)\s?[-+–]\s?{_HIDDEN}(?![\w*#])"
        ),
        3.0,
        hidden_personnummer,
        digits=6,
        core=r"\d\s?[-+–]\s?[xX*#nN_]{4}",
    ),
    Pattern(
        "personnummer-last4",
        "personid_nr",
        _re(r"(?:sista|fyra sista)\s(?:siffr\w*|fyra)[\s:]*(?:är|siffr\w*)?[\s:]*(?P<hit>\d{4})\b"),
        4.0,
        digits=4,
        word=_re("sista"),
    ),
    Pattern(
        "number-ends",
        "other_nr_seq",
        _re(r"\b(?:slutar|slutade) (?:på|med)[\s:]*(?P<hit>\d{2,4})\b"),
        -4.0,
        None,
        (
            _near(
                "number _",
                rf"\b{_WORDS.either('number_of_card')} (?:som )?(?:slutar|slutade) (?:på"
                rf"|med)[\s:]*$",
                12.0,
            ),
        ),
        digits=2,
        word=_re("sluta"),
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "name-spelt",
        "initials",
        _re(
            rf"\b{_WORDS.either('spelt')}[\s:\"”]*(?:(?:så(?: här)?"
            rf"|det)[\s:]+)?(?P<hit>[^\W\d_](?:[ .-][^\W\d_]){{2,}})(?!\w)"
        ),
        8.0,
        needs="(?i:stava|skrivs)",
        literals=("stava", "skrivs"),
        word=_re("stava|skrivs"),
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "iban",
        "account_nr",
        _re(r"\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?(?<=\d)\b"),
        3.0,
        iban,
        (_before("account", ACCOUNT_WORDS, 2.0),),
        digits=8,
        core=r"\d\d(?<=[A-Za-z]{2}..)",
    ),
    Pattern(
        "iban-cued",
        "account_nr",
        _re(
            r"\biban\b[\s:.]*(?:är|nr)?[\s:]*(?P<hit>[a-z]{2}\d{2}(?: ?[a-z\d]{2,4}){2,8})(?<=\d)\b"
        ),
        5.0,
        digits=2,
        word=_re("iban"),
    ),
    Pattern(
        "account-cued",
        "account_nr",
        _re(
            rf"{ACCOUNT_WORDS}(?:\s?{_WORDS.either('account_at')}\b\.?"
            rf"|\s?[A-ZÅÄÖ][\wåäö]+)?[\s:.,#(-]*(?P<hit>\d[\d \-,./]{{4,24}}\d)(?![\d-])"
        ),
        4.5,
        has_two_digits,
        (QUANTITY_AFTER,),
        digits=2,
        word=_re(ACCOUNT_WORDS + "|sätt|satte"),
    ),
    Pattern(
        "clearing",
        "account_nr",
        re.compile(
            r"(?<![\d-])\d{4}(?:-\d)?(?:\s?[-,]\s?"
            r"|(?<=-\d) )\d{1,3}(?:[ .]\d{3}[ .]\d{3}(?:[-. ]?\d)?|[ .]?\d{6,8}"
            r"|(?: \d{2,3}){2,3})(?:-\d)?(?![\d-])"
        ),
        1.5,
        None,
        (
            _near("account", ACCOUNT_WORDS, 3.0),
            _near("bank", _DEPOSIT_WORDS, 2.0),
            _near("phone", PHONE_WORDS, -1.5),
            _before("code", _CODE_WORDS, -1.0),
        ),
        digits=9,
        core=_RUNS,
    ),
    Pattern(
        "clearing-spaced",
        "account_nr",
        re.compile(r"(?<![\d-])\d{4} \d{2,3} \d{3} \d{3}(?:[- ]?\d)?(?![\d-])"),
        0.5,
        None,
        (_near("account", ACCOUNT_WORDS, 3.0),),
        digits=12,
        core=_BLANK,
    ),
    Pattern(
        "bankgiro",
        "account_nr",
        re.compile(r"(?<![\d-])\d{3,4}-\d{4}(?![\d-])"),
        -3.0,
        giro,
        (_near("account", ACCOUNT_WORDS, 6.0),),
        digits=7,
        core=_SIGN,
    ),
    Pattern(
        "plusgiro",
        "account_nr",
        re.compile(r"(?<![\d-])\d{1,3}(?: ?\d{2,3}){0,3} ?- ?\d(?![\d-])"),
        -4.0,
        giro,
        (_near("account", ACCOUNT_WORDS, 6.5),),
        digits=2,
        core=_SIGN,
    ),
    Pattern(
        "phone",
        "phone_nr",
        re.compile(
            rf"(?:(?<![\w+/-])|{_SLASHED})(?:\+"
            rf"|00)?(?:\(\d{{1,4}}\)[ -]?)?(?:\(0\))?\d{{1,4}}(?:[ ]?[-–/.][ ]?"
            rf"|[ ]{{1,2}})?(?:\(0\)[ ]?)?\d{{1,4}}(?:[ -]{{0,2}}\d{{2,4}}){{1,4}}(?!"
            rf"[\w-]*\d)"
        ),
        -0.5,
        phone,
        (
            _near("phone", PHONE_WORDS, 3.0),
            _near("account", ACCOUNT_WORDS, -3.0),
            _before("personnummer", PERSON_WORDS, -4.0),
            QUANTITY_AFTER,
            ISBN,
            *_BESIDE,
        ),
        digits=7,
        core=_RUNS,
    ),
    Pattern(
        "phone-trunk",
        "phone_nr",
        re.compile(
            rf"(?:(?<![\w+/.-])|{_SLASHED})\(?0\d{{1,3}}\)?(?: ?[-–—/] ?"
            rf"| )\d{{2,3}}(?:[ -]?\d{{2,4}}){{1,3}}(?![\w-]*\d)"
        ),
        3.0,
        phone,
        (
            _near("phone", PHONE_WORDS, 2.0),
            _near("account", ACCOUNT_WORDS, -3.0),
            QUANTITY_AFTER,
            *_BESIDE,
        ),
        digits=7,
        core=_RUNS,
    ),
    Pattern(
        "phone-mobile",
        "phone_nr",
        re.compile(
            rf"(?:(?<![\w+/.-])|{_SLASHED})07[02369]\d?(?:[ ._—-]{{0,2}}\d){{6,7}}(?![\w-]*\d)"
        ),
        4.0,
        phone,
        (_near("account", ACCOUNT_WORDS, -2.0),),
        digits=7,
        core=_RUNS,
    ),
    Pattern(
        "phone-international",
        "phone_nr",
        re.compile(
            r"(?<![\w+])(?:\+|00)[1-9]\d{0,2}[ ]?(?:\(0\))?(?:[ -]{0,2}\d){6,12}(?![\w-]*\d)"
        ),
        4.0,
        phone,
        digits=7,
        core=_RUNS,
    ),
    Pattern(
        "phone-cued",
        "phone_nr",
        _re(
            rf"{PHONE_WORDS}[\s:.(]*{_WORDS.either('phone_filling')}?[\s:.]*(?:är)?"
            rf"[\s:.]*(?P<hit>\+?\d[\d \-/()]{{4,18}}\d)(?!\d|:\d)"
        ),
        2.5,
        None,
        (QUANTITY_AFTER, _near("account", ACCOUNT_WORDS, -3.0)),
        digits=2,
        word=_re(PHONE_WORDS + "|what|nå|hör"),
    ),
    Pattern(
        "plate",
        "license_nr",
        re.compile(r"(?<![\w-])[A-HJ-PR-UW-Z]{3}[ -]?\d{2}[\dA-HJ-NPR-UW-Z](?![\w-])"),
        2.5,
        None,
        (_near("car", _PLATE_WORDS, 3.0), _before("code", _CODE_WORDS, -2.0)),
        digits=2,
        core=_CAPITAL,
    ),
    Pattern(
        "plate-cued",
        "license_nr",
        _re(
            rf"(?:{_REGISTERED}|{_CAR_WORDS}{_PLATE_GAP}{_PLATE_FILLING}{{0,2}}(?:nr"
            rf"|nummer|numret|number)\b){_PLATE_GAP}{_PLATE_FILLING}{{0,3}}(?P<hit>"
            rf"(?!{_WORDS.either('no_plate')} ?\d)[a-zåäö]{{1,3}}[ -]?\d{{2,4}}(?:-?"
            rf"[a-z]{{1,3}}| (?-i:[A-Z]{{1,3}}))?)(?![\w-])"
        ),
        3.0,
        has_two_digits,
        digits=2,
        word=_re(_PLATE_WORDS + "|reg"),
    ),
    # After a car alone stands its model (V70, 320d), perhaps before the plate.
    Pattern(
        "plate-car",
        "license_nr",
        _re(
            rf"{_CAR_WORDS}{_PLATE_GAP}(?:[a-z]{{0,2}}\d{{1,3}}"
            rf"[a-z]{{0,2}}\b{_PLATE_GAP})?{_PLATE_FILLING}{{0,3}}(?P<hit>"
            rf"(?!{_WORDS.either('no_plate')} ?\d)[a-zåäö]{{3}}[ -]?\d\d[\da-z])(?![\w-])"
        ),
        3.0,
        has_two_digits,
        digits=2,
        word=_re(_CAR_WORDS),
    ),
    Pattern(
        "plate-foreign",
        "license_nr",
        re.compile(
            r"(?<![\w-])(?:[A-Z]{1,3}[- ]\d{1,4}[- ][A-Z]{1,3}"
            r"|\d{2}[- ][A-Z]{1,3}[- ]\d{2,4}|[A-Z]{1,2}[- ][A-Z]{1,2}[- ]?\d{2,4}"
            r"|[A-Z]{2}[- ]?\d{3,5}[- ]?[A-Z]{0,2})(?![\w-])"
        ),
        -1.5,
        None,
        (_near("car", _PLATE_WORDS, 4.0), _before("code", _CODE_WORDS, -2.0)),
        digits=1,
        core=_CAPITAL,
    ),
    Pattern(
        "flight",
        "transport_nr",
        _re(
            rf"\b{_WORDS.either('flight')}(?: (?:nr"
            rf"|nummer))?[ :]*(?P<hit>(?-i:[A-Z]{{2}}) ?\d{{2,4}})(?![\w-])"
        ),
        4.0,
        digits=2,
        word=_re("fl[iy]g|plan|tåg|avgång"),
    ),
    Pattern(
        "flight-of",
        "transport_nr",
        _re(rf"\b(?:{_AIRLINES})(?: airlines?)? (?P<hit>(?!19|20[0-3])\d{{3,4}})(?![\w-]|[.,:]\d)"),
        1.0,
        None,
        (
            _near("flying", rf"\b{_WORDS.either('flying')}\W[^.!?]*$", 5.0),
            Cue("to a place", _re(rf" {_WORDS.either('to_place')}\b"), 5.0, after=True),
            QUANTITY_AFTER,
        ),
        digits=3,
        word=_re(rf"^(?:{_AIRLINES})$"),
    ),
    Pattern(
        "zip-prefixed",
        "zip_code",
        re.compile(r"(?<![\w-])(?:SE|S)[- ]\d{3} ?\d{2}(?!\d)"),
        4.0,
        digits=5,
        core=_CAPITAL,
    ),
    Pattern(
        "zip",
        "zip_code",
        re.compile(r"(?<![\d/.,-])(?<!\d )[1-9]\d{2} \d{2}(?![\d-])(?! \d)"),
        -0.5,
        None,
        (
            _near("zip", r"\b(?:post(?:nummer|nr|kod|adress)\w*|zip)\b[\s:]*$", 5.0),
            _near(
                "address",
                rf"(?:{_WORDS.either('street')}"
                rf"|\d ?[A-H]?)[\s,]*(?:\d+ ?[A-Za-z]?)?[\s,]*(?:lgh \d+|lägenhet \d+"
                rf"|och)?[\s,]*$",
                2.5,
            ),
            Cue("town", re.compile(r",? [A-ZÅÄÖ][a-zåäö]+"), 2.5, after=True),
            Cue(
                "lower-town",
                re.compile(rf",? (?!{_WORDS.either('unit_after_five_digits')})[a-zåäö]{{4,}}"),
                0.5,
                after=True,
            ),
            QUANTITY_AFTER,
            _near("phone", PHONE_WORDS, -3.0),
            _near("account", ACCOUNT_WORDS, -3.0),
            _PRICE_BEFORE,
        ),
        digits=5,
        core=_BLANK,
    ),
    Pattern(
        "zip-run",
        "zip_code",
        re.compile(r"(?<![\d/.,-])[1-9]\d{4}(?![\d-])(?! ?\d)"),
        -2.0,
        None,
        (
            _near("zip", r"\b(?:post(?:nummer|nr|kod|adress)\w*|zip)\b[\s:]*$", 6.0),
            _near("address", rf"{_WORDS.either('street')}[\s,]*(?:\d+ ?[A-Za-z]?)?[\s,]*$", 3.5),
            Cue("town", re.compile(r",? [A-ZÅÄÖ][a-zåäö]+"), 2.0, after=True),
            QUANTITY_AFTER,
        ),
        digits=5,
        core=_LONG,
    ),
    Pattern(
        "zip-cued",
        "zip_code",
        _re(rf"\b{_WORDS.either('zip')}\b[\s:.]*(?:är)?[\s:]*(?P<hit>\d[\d -]{{2,6}}\d)"),
        5.0,
        digits=2,
        word=_re("post|zip"),
    ),
    Pattern(
        "zip-letters",
        "zip_code",
        re.compile(r"(?<![\w-])(?:[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}|\d{4} [A-Z]{2})(?![\w-])"),
        0.5,
        None,
        (_near("address", rf"(?:{_WORDS.either('street_abroad')}|\d)[\s,]*$", 2.0),),
        digits=2,
        core=_CAPITAL,
    ),
    Pattern(
        "date-iso",
        "date_digits",
        re.compile(
            r"(?:(?<![\d/.-])|(?<=\d--))(?:1[89]"
            r"|20)\d\d ?[-/.–] ?[01]?\d ?[-/.–] ?[0-3]?\d(?![\d/])(?!-\d{4})"
        ),
        5.0,
        numeric_date,
        digits=6,
        core=_SIGN,
    ),
    Pattern(
        "date-three",
        "date_digits",
        re.compile(
            rf"(?:(?<![\d/.:-])|(?<=\d[/.]\d-)|(?<=\d[/.]\d\d-)"
            rf"|(?<=[ /.]\d{{4}}-))[0-3]?\d ?([-/.]) ?[01]?\d(?! {_CLOCK_TIME}) ?[-/. ] ?"
            rf"(?:\d\d)?\d\d(?![\d/])(?!-(?!{_DAY_MONTH}|\d?\d\.\d?\d\.\d))(?!\.\d)"
        ),
        3.0,
        numeric_date,
        _DATE_SPAN,
        digits=4,
        core=_SIGN,
    ),
    Pattern(
        "date-short-three",
        "date_digits",
        re.compile(r"(?<![\d/.:-])\d\d ?([-/.]) ?\d\d ?\1 ?\d\d(?![\d/-])"),
        2.0,
        numeric_date,
        digits=6,
        core=_SIGN,
    ),
    Pattern(
        "date-slash",
        "date_digits",
        re.compile(
            rf"(?:(?<![\d/.,:-])|(?<=/\d-)|(?<=/\d\d-)|(?<=/\d -)|(?<=/\d\d -)"
            rf"|(?<= \d{{4}}-)){_DAY_MONTH}(?! ?/ ?\d)(?! ?- ?(?!{_DAY_MONTH})\d)(?!\.\d)"
        ),
        1.5,
        numeric_date,
        (
            _near("fraction", rf"\b{_WORDS.either('part_of')}\s$", -3.0),
            Cue("unit", _re(rf" ?(?:poäng|(?!{_CLOCK_TIME})\d)"), -4.0, after=True),
            Cue("time of day", _re(rf",? {_CLOCK_TIME}"), 4.5, after=True),
            *_DATE_SPAN,
        ),
        digits=2,
        core=_SIGN,
    ),
    Pattern(
        "date-month-year",
        "date_digits",
        re.compile(
            rf"(?:(?<![\d/.-])|(?<=[/.]\d{{4}}-)){_MONTH_YEAR}(?!\d|-(?!{_MONTH_YEAR}(?!\d)|\D))"
        ),
        2.5,
        numeric_date,
        _MONTH_SPAN,
        digits=5,
        core=_SIGN,
    ),
    Pattern(
        "date-year-month",
        "date_digits",
        re.compile(rf"(?<![\d/.-]){_YEAR_MONTH}(?![\d/-])"),
        2.0,
        numeric_date,
        (_before("code", _CODE_WORDS, -1.5), *_MONTH_SPAN),
        digits=6,
        core=_SIGN,
    ),
    Pattern(
        "date-row",  # den 3.12 och 4.12
        "date_digits",
        re.compile(rf"(?<=\b[Dd]en ){_DOTTED}(?=(?:, {_DOTTED})* (?:och|samt) {_DOTTED}(?!\d))"),
        8.0,
        numeric_date,
        digits=2,
    ),
    Pattern(
        "date-dotted",
        "date_digits",
        re.compile(r"(?<![\d/.,:-])(?:[0-3]?\d)\.(?:0?[1-9]|1[0-2])(?!\d|[,:.]\d)"),
        -3.8,
        numeric_date,
        (
            _near("date", rf"\b{_WORDS.either('before_date')}\s$", 4.6),
            _near("date", rf"\bden {_DOTTED}(?:, {_DOTTED})*(?:,| och| samt) $", 10.0),
            _near("range", rf"\b{_WORDS.either('before_range')}\s$", 2.8),
            _near("what is measured", _MEASURED, -8.0),
            _CLOCK,
            Cue("time of day", _re(r",? ?(?:kl\b|klockan)"), 4.5, after=True),
            _DATED_SPAN,
            QUANTITY_AFTER,
        ),
        digits=2,
        core=_SIGN,
    ),
    Pattern(
        "date-happening",
        "date_digits",
        re.compile(rf"(?<![\d/.,:])(?<!\D-){_NO_TIME}(?!\d|[,:.]\d)"),
        -3.8,
        numeric_date,
        (
            _near("what happens then", _HAPPENING, 5.8),
            Cue("who did what then", _re(_DONE), 5.8, after=True),
            _CLOCK,
            QUANTITY_AFTER,
            _after("a measure", rf"{_WORDS.either('measure')}\b", -8.0),
        ),
        digits=2,
        core=_SIGN,
    ),
    Pattern(
        "date-eight",
        "date_digits",
        re.compile(rf"(?:(?<![\w-])|(?<=\d{{8}}-))\d{{8}}(?!\w|-(?!{_RUN}))(?! ?\d)"),
        2.5,
        numeric_date,
        (_before("code", _CODE_WORDS, -4.0), *_RUN_SPAN),
        digits=8,
        core=_LONG,
    ),
    Pattern(
        "date-six",
        "date_digits",
        re.compile(rf"(?:(?<![\w/.-])|(?<=\b\d{{6}}-))\d{{6}}(?!\w|-(?!{_RUN}))(?! ?\d)"),
        0.0,
        numeric_date,
        (
            *_RUN_SPAN,
            _near(
                "date",
                rf"\b{_WORDS.either('before_date_run')}[\s:]*$|\bdatum(?:et)?\b[^.!?\d]{{0,40}}$",
                2.5,
            ),
            _before("code", _CODE_WORDS, -4.0),
            QUANTITY_AFTER,
            _before("account", ACCOUNT_WORDS, -3.0),
            _PRICE_BEFORE,
        ),
        digits=6,
        core=_LONG,
    ),
    Pattern(
        "code-cued",
        "other_nr_seq",
        _re(
            rf"{_CODE_WORDS}(?:\s?{_WORDS.either('code_is')}\b\.?|\s?\w+(?=\s?är"
            rf"|:))?(?:\s?är)?[\s:.#(\"”-]*(?P<hit>{_CODE})"
        ),
        2.0,
        has_two_digits,
        (
            QUANTITY_AFTER,
            ISBN,
            _before("bus", rf"\b{_WORDS.either('bus')}(?: nummer| nr)?", -4.0),
            _before("phone", r"\b(?:telefon|mobil|tele)\w*", -3.0),
            _before("person", PERSON_WORDS, -5.0),
            _before("zip", r"post(?:nummer|nr|kod|numret)", -6.0),
            _CLOCK,
            _near("weak", rf"\b{_WORDS.either('weak_code')}[\s:]*$", -1.0),
            _before("account", ACCOUNT_WORDS, -3.0),
            _before("plate", r"reg\w*n\w*|registrerings\w+|nummerplåt\w*", -3.0),
        ),
        digits=1,
        word=_re(_CODE_WORDS),
    ),
    Pattern(
        "code-of",
        "other_nr_seq",
        _re(
            rf"\b\w*kod(?:en)?\s(?:till|för|på|i)\s(?:\w+\s){{1,2}}?(?:är|var"
            rf"|blir)[\s:]*(?P<hit>{_CODE})"
        ),
        6.0,
        has_two_digits,
        (QUANTITY_AFTER,),
        digits=1,
        word=_re("kod(?:en)?$"),
    ),
    Pattern(
        "code-shape",
        "other_nr_seq",
        re.compile(
            rf"(?<![\w/.-])(?:{_CODE_LETTERS}\d{{2,6}}[-/.]\d{{3,8}}|"
            r"[A-ZÅÄÖ]{1,4}[-/]?\d{3,}(?:[-/]\d+)*|\d{4}/\d{2,6}-?[A-Z]{0,3}"
            r"|\d{4,6}-\d{3,6}(?:-\d+)*|\d{2,4}-\d{3,8}-\d{1,6}"
            r"|[A-Z]{2,4}-\d{2,6}(?:-\d{1,6})*)(?![\w-])"
        ),
        -0.5,
        None,
        (
            _near("code", _CODE_WORDS + r"[^.!?]{0,20}$", 2.0),
            QUANTITY_AFTER,
            ISBN,
            _near("car", _PLATE_WORDS, -1.5),
            _near("phone", PHONE_WORDS, -1.5),
            _near("account", ACCOUNT_WORDS, -1.5),
        ),
        digits=2,
        core=f"{_RUNS}|{_CAPITAL}",
    ),
    Pattern(
        "ip",
        "other_nr_seq",
        re.compile(r"(?<![\w.,/-])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5}|/\d\d)?(?![\w-]|\.\d)"),
        3.0,
        octets,
        (
            _near("address", rf"\b{_WORDS.either('network')}\W+(?:\w+\W+){{0,3}}$", 3.0),
            _near("version", rf"\b(?:{_WORDS.either('version')}|§)\W+(?:\w+\W+){{0,2}}$", -9.0),
        ),
        digits=4,
        core=_SIGN,
    ),
    Pattern(
        "digits-long",
        "other_nr_seq",
        re.compile(r"(?<![\w+.,/-])\d{7,}(?![\w,-])"),
        0.5,
        None,
        (QUANTITY_AFTER, ISBN, _near("phone", PHONE_WORDS, -1.0), COUNTED),
        digits=7,
        core=_LONG,
    ),
    Pattern(
        "digits-groups",
        "other_nr_seq",
        re.compile(r"(?<![\w+.,/-])\d{3,4}(?:[ -]\d{3,5}){2,5}(?![\w,-])"),
        -0.5,
        None,
        (_near("code", _CODE_WORDS, 2.0), QUANTITY_AFTER, ISBN),
        digits=9,
        core=_RUNS,
    ),
)
