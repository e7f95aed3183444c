"""First names that are ordinary words, by what stands beside them: Mark said he was tired, Bill is
my friend, Grace and I; but not Mark the answer, the Bill of Rights, Will he come?

Longer than 400 lines because the positions of one kind of name stand together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskera.lang.en.derivation import without_participle
from maskera.lang.en.initials import given_label, is_name, letter
from maskera.lang.en.morphology import base, marks
from maskera.lang.en.surroundings import every_word_capital, goes_on
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, where
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("en", "word_names")

DOUBTFUL = _WORDS["doubtful"]
"""Names whose word does what people do, too: faith helped me, summer came."""
STRONG, WEAK = _WORDS["strong"], _WORDS["weak"]
"""Verbs of people alone (said, laughed), and of people more than of other things."""
BEFORE = _WORDS["before"]
"""Words before a noun: my joy, the will, good grace."""
OBJECT = _WORDS["object"]
"""What stands behind a verb: sue them, drew a picture."""
EPITHET = _WORDS["epithet"]
"""How somebody is said to be right before the name: little Art."""
GREETING, WITH = _WORDS["greeting"], _WORDS["with"]
ADDRESSED = _WORDS["addressed"]
"""Verbs whose object is hardly a thing, with a capital: rang Gift."""
MASS, THING = _WORDS["mass"], _WORDS["thing"]
"""Names that stand without an article as words, too (hope came, hazel), and what makes things of
names by following them: hazel eyes, lily pads."""
FOOD = _WORDS["food"]
"""Names that are, in small letters, what people eat and season with: water and ginger."""
_SMALL = word_list("en", "small_names")
ENDEARING, SEASON, THINGS_ARE = _SMALL["endearing"], _SMALL["season"], _SMALL["where"]
STATE = _SMALL["state"]
"""Words that one calls anybody (honey), what comes and is here by itself (summer), where and how
things are, as people are, too, and how people alone are."""
ACTION, ARTICLE = _WORDS["action"], _WORDS["article"]
"""Names that are verbs as words, and what their objects begin with: rob the bank."""
CLAUSE, WORKING, AT_WORK = _WORDS["clause"], _WORDS["working"], _WORDS["place_of_work"]
"""What stands behind a verb without object (came to), and two words of somebody with work: works
at, lives with."""
VERBAL, DESCRIBED = _WORDS["verbal"], _WORDS["described"]
"""What stands before a word in small letters that is a verb (they rob) or tells how somebody is."""
MONTHS, DAYS, BY_DAY = _WORDS["month"], _WORDS["day"], _WORDS["by_day"]
"""Names that are months and weekdays, and words before a weekday."""
WHOM = frozenset(("me", "us", "him"))
POSSESSIVE, IS, AUXILIARY = _WORDS["possessive"], _WORDS["is"], _WORDS["auxiliary"]
DOES = STRONG | WEAK | IS
"""Verbs with a person for subject."""
BARE = _WORDS["bare"]
"""Verbs as learners write them behind somebody: my neighbour Hesik have a dog."""
FINITE = DOES | AUXILIARY
BEHIND = FINITE | _WORDS["onward"]
"""Words behind a name that end it inside a sentence."""
NEAR = _WORDS["near"]
"""Words for people near to somebody: neighbour, flatmate."""
PEOPLE = frozenset(("fam", "prof"))
REFERENCE = _WORDS["reference"]
"""What stands behind letters that name a kind of number: NASS ref."""
WHERE, SUFFIX = _WORDS["where"], _WORDS["suffix"]
"""Words before a place, and what stands behind a name and is none: Jr."""
PLACES = frozenset(("city", "country", "region"))
NAMED = Evidence("name:word where a person stands", 7.0)
TIED = Evidence("name:before a participle", 5.0)
SETTLED = frozenset(("city", "region"))
SPEAKING = _WORDS["speaking"]
"""Verbs of people alone before which a noun in small letters hardly stands without an article."""
RATHER_WORDS, COUNTED_TOO = _WORDS["rather_words"], _WORDS["counted_too"]
"""Names whose word stands without an article as well (bill came to £40), and such that do not
though MASS has them."""
OWNED = word_list("en", "people")["owned"]
"""What is somebody's rather than something's."""
DOING, OF_QUESTION = _WORDS["doing"], _WORDS["of_question"]
"""Auxiliaries behind somebody, and before somebody who is asked about."""
TO_WHERE = _WORDS["to_where"]
"""Words behind somebody whom one is to see."""
ASKED, ASKING = _WORDS["asked"], _WORDS["asking"]
"""What stands behind somebody in a question (did Hope say), and before the verb ahead of them."""
PERSON_ACT, TO_DO, WELL = _WORDS["person_act"], _WORDS["to_do"], _WORDS["well"]
"""What people do or do not do (did not attend), what somebody is to do in minutes (to ring), and
how and where people are: is still at."""
MOST_CAPITALS = 0.05  # share of words with a capital in a text that does without them
WITHIN = BEFORE | WHERE | VERBAL | {"and", "or", "by"}
"""Words behind which a name that is a word may be that."""
SURELY = 2.5  # weight of a surname behind a weekday


def _labels(vocab: Vocab) -> Mapping[str, str]:
    """The names -> their labels."""
    rows = vocab.lists.rows("words/word_names.tsv")
    return {form: label for form, label, _, _ in rows if label in FIRSTNAMES}


def rules() -> tuple[Rule, ...]:
    """All of them."""
    return (
        Rule(
            "name.word",
            Stage.CLAIM,
            _name,
            where(lexeme(may_be_word), tells),
            FIRSTNAMES | {"surname"},
            cases="names",
        ),
        Rule(
            "name.small_word",
            Stage.CLAIM,
            _small_name,
            lexeme(_may_be_small),
            FIRSTNAMES,
            cases="names",
        ),
        Rule("name.tied", Stage.CLAIM, _tied, lexeme(_may_be_tied), SETTLED, cases="names"),
    )


def _may_be_tied(word: Lexeme) -> bool:
    return word.shape != "lower" and without_participle(word.lower) != word.lower


def _tied(table: TokenTable, index: int) -> Iterator[Detection]:
    """A town or region that a hyphen ties to a participle: Leeds-born."""
    entries = table.gazetteer.entries(without_participle(table.lowers[index]))
    if entries and entries[0].label in SETTLED:
        yield table.claim(index, index, entries[0].label, TIED, trust=Trust.FORMAL)


NAMES = frozenset(form for label in sorted(FIRSTNAMES) for form in _WORDS[label])
COUNTED = (NAMES - MASS - MONTHS - DAYS - RATHER_WORDS) | COUNTED_TOO
"""Names whose word needs an article, so that without one it is somebody: Hunter was, told Guy."""


def may_be_word(word: Lexeme) -> bool:
    """Whether a word with a capital is a first name that is an ordinary word, too."""
    return word.shape in CAPITALS and base(word.lower) in NAMES


def tells(table: TokenTable, index: int) -> bool:
    """Whether the capital of a token tells something."""
    return not (table.all_caps_sentence[index] or table.fact(every_word_capital))


def _may_be_small(word: Lexeme) -> bool:
    return word.shape == "lower" and word.lower in NAMES


def _small_name(table: TokenTable, index: int) -> Iterator[Detection]:
    """The same in a text without capitals, where somebody speaks or is greeted: grace told me."""
    name, before = table.lowers[index], table.left(index)
    if (
        name in DOUBTFUL
        or name in MONTHS
        or before in BEFORE | VERBAL
        or table.fact(writes_capitals)
    ):
        return
    speaks = table.adjacent(index) and table.right(index) in SPEAKING
    if before == table.right(index) == "," and is_person(table, index - 2):
        speaks = True  # the new girl, precious, is here
    if speaks or (before in GREETING and table.right(index) in (",", "!", "")):
        yield table.claim(index, index, table.vocab.derived(_labels)[name], NAMED)


def writes_capitals(table: TokenTable) -> bool:
    """Whether a text writes capitals."""
    words = [word for word in table.words if word.shape not in ("digit", "mark")]
    return sum(word.shape in CAPITALS for word in words) > MOST_CAPITALS * len(words)


def _name(table: TokenTable, index: int) -> Iterator[Detection]:
    if _stands_as_person(table, index):
        label = table.vocab.derived(_labels)[base(table.lowers[index])]
        features = marks(table.lowers[index])
        yield table.claim(index, index, label, NAMED, features=features, trust=Trust.FORMAL)
        if not features and _before_surname(table, index):
            yield table.claim(index + 1, index + 1, "surname", NAMED)


def _stands_as_person(table: TokenTable, index: int) -> bool:
    """Whether what stands before and behind a word makes it a person's name."""
    before, after = table.left(index), table.right(index)
    if base(table.lowers[index]) in DAYS:
        return _born_on(table, index)
    if after[:1].isdigit():
        return False  # Ward 6B
    if before in EPITHET and table.words[index].shape == "capital" and _alone(table, index):
        return True
    if before in BEFORE:
        return of_person(table, index)
    if _before_surname(table, index) and not (table.lowers[index] in MONTHS and before in WHERE):
        return True
    if before in WHERE and not PLACES.isdisjoint(table.words[index].labels):
        return False
    name = base(table.lowers[index])
    inside = not table.sentence_initial[index]
    if name != table.lowers[index]:
        named = index + 1 < len(table.words) and table.words[index + 1].shape in CAPITALS
        thing = after in THING or name in MONTHS or table.words[index].shape != "capital"
        if after in OWNED and name not in MONTHS:
            return True  # Rose's quote
        surely = name not in DOUBTFUL or not thing  # Ivy's doll; but not ivy's leaves, May's rain
        return is_person(table, index + 1) or (inside and surely and not named)
    if not table.adjacent(index) and after not in (",", ".", "!", "?", ""):
        return False
    verb = table.words[index + 1].shape == "lower" if index + 1 < len(table.words) else False
    if verb and (after in STRONG or (after in WEAK and name not in DOUBTFUL)):
        return True
    if verb and (_acts(table, index) or _is_or_does(table, index)):
        return True
    if verb and inside and table.right(index, 2) in WHOM and (after in WEAK or after[-2:] == "ed"):
        return True  # yesterday Favour called me; but not Favour called me
    many = after in ("are", "were") and before == "and"
    if (many or after in IS) and said_to_be(table, index + 1):
        return True
    introduced = (
        after == "," and table.right(index, 2) in POSSESSIVE and is_person(table, index + 3)
    )
    if introduced and not (inside and name in MONTHS):
        return True  # May, his girlfriend; but not: in June, her twin did
    if after == "and" and (table.right(index, 2) in ("i", "me") or _pair(table, index)):
        return True
    if name not in MONTHS and _among_names(table, index):
        return True
    if before in GREETING and (after in (",", "!", ".", "") or after in POSSESSIVE):
        return True
    if not inside:
        return False
    if verb and after in IS and table.right(index, 2) in STATE and name not in MONTHS:
        return True  # in town, Summer is planning it
    if asked_about(table, index) and name not in MONTHS and word_alone(table, index):
        return True
    if before in ADDRESSED | {"see"} and after in TO_WHERE and name not in MONTHS:
        return word_alone(table, index)  # see Patience in accounts
    done = before == "by" and table.left(index, 2).endswith(("ed", "en"))  # driven by Chase
    within = (before not in WITHIN or done) and (
        table.words[index - 1].shape == "lower" or before in STRONG | WEAK | ADDRESSED
    )
    counted = name in COUNTED or (name in RATHER_WORDS and name not in MASS)
    if within and counted and word_alone(table, index):
        return True  # I tried Guy twice
    return of_person(table, index) or (before in WITH and _alone(table, index))


def asked_about(table: TokenTable, index: int) -> bool:
    """Whether a question is asked of somebody: What did [Hope] say, can [Frank] do Tuesday, is
    [Reg] better?"""
    if table.left(index) not in IS | AUXILIARY | OF_QUESTION:
        return False
    return table.left(index, 2) in ASKING | {""} and table.right(index) in ASKED


def word_alone(table: TokenTable, index: int) -> bool:
    """Whether nothing with a capital stands behind a word, and no thing that it tells of."""
    if table.words[index].shape != "capital" or table.right(index) in THING:
        return False
    return not goes_on(table, index)


def _is_or_does(table: TokenTable, index: int) -> bool:
    """Whether a name does what people do, or is as they are: Guy did not attend, Art is a
    42-year-old, Grace to ring the firm, Hunter was late; but not Hope to see you, Bill is paid."""
    name, verb, behind = base(table.lowers[index]), table.right(index), table.right(index, 2)
    if verb == "did" and behind == "not" and table.right(index, 3) in PERSON_ACT:
        return True
    if verb in IS and behind in ("a", "an") and table.right(index, 3)[:1].isdigit():
        return True
    if verb == "to" and behind in TO_DO and name not in ACTION | {"hope"}:
        return table.sentence_initial[index]
    if name not in COUNTED or table.left(index) in WITHIN:
        return False
    before = table.words[index - 1] if index and table.adjacent(index - 1) else None
    if before is not None and before.shape in CAPITALS and "title" not in before.labels:
        return False  # Mill Lane was closed
    return verb in WEAK | DOING or (verb in IS and (behind in WELL or behind[-3:] == "ing"))


def _born_on(table: TokenTable, index: int) -> bool:
    """Whether somebody is called by the day of their birth: Monday Okoro, my friend Sunday said;
    but not on Monday Okoro came, I saw my friend Sunday."""
    before = table.left(index)
    initial = index + 3 < len(table.words) and table.lowers[index + 2] == "."
    if initial and letter(table, index + 1) and is_name(table.words[index + 3]):
        return before not in BY_DAY and table.adjacent(index)  # Sunday E. Nnaji
    listed_up = before in ("and", "or") and table.left(index, 2) not in DAYS
    if (before in BY_DAY and not listed_up) or table.words[index].shape != "capital":
        return False
    if before and not {"title", "prof"}.isdisjoint(table.words[index - 1].labels):
        bare = table.left(index, 2) not in ARTICLE | POSSESSIVE
        if bare and table.adjacent(index - 1) and table.right(index, 2) not in DAYS:
            return True  # pastor Sunday; but not: saw the captain Sunday
    behind = table.words[index + 1] if index + 1 < len(table.words) else None
    if behind is not None and table.adjacent(index) and behind.shape == "capital":
        listed = any(e.label == "surname" and e.weight >= SURELY for e in behind.entries)
        return listed and is_name(behind)
    verb = table.right(index)
    acts = verb in STRONG or (verb in IS | WEAK and table.words[index + 1].shape == "lower")
    return acts and of_person(table, index)


def _before_surname(table: TokenTable, index: int) -> bool:
    """Whether a surname that is nothing else, or of no list, stands behind: Hope Lattimer."""
    behind = table.words[index + 1] if index + 1 < len(table.words) else None
    if behind is None or not table.adjacent(index):
        return False
    if behind.shape != "capital" or table.words[index].shape != "capital":
        return False
    if index and not behind.labels.isdisjoint({"surname", *FIRSTNAMES}) and is_name(behind):
        at = index - 2 if table.left(index) == "." else index - 1
        if at >= 0 and (is_person(table, at) or "title" in table.words[at].labels):
            return True  # Mr Peace Ibe, the manager Gift Moyo
    if (is_name(behind) and behind.labels <= {"surname"}) or _full_line(table, index):
        return True
    if base(table.lowers[index]) in RATHER_WORDS:
        return False  # True Lives
    counted = base(table.lowers[index]) in COUNTED and not table.sentence_initial[index]
    least = 0.0 if counted else SURELY
    listed = any(e.label == "surname" and e.weight >= least for e in behind.entries)
    return listed and not goes_on(table, index + 1) and not tells_kind(behind)


def tells_kind(word: Lexeme) -> bool:
    """Whether a word is a noun at the end of names of things: Road, College."""
    return any(label.startswith("head_") for label in word.labels)


def _full_line(table: TokenTable, index: int) -> bool:
    """Whether three names are all of a line, as people sign: Grace Anak Jinggut."""
    last = index + 2
    if last >= len(table.words) or not table.adjacent(last - 1):
        return False
    if table.words[last].ordinary > 0 or not is_name(table.words[last]):
        return False
    text, span = table.document.text, table.span(index, last)
    begins = text[max(0, span.start - 1) : span.start] in ("", "\n")
    return begins and text[span.end : span.end + 1] in ("", "\n")


def _acts(table: TokenTable, index: int) -> bool:
    """Whether what a name does is said as of a person: Angel delivered the parcel (of a thing, an
    angel did), Summer works at a shop."""
    verb, behind = table.right(index), table.right(index, 2)
    if verb in WORKING and behind in AT_WORK:
        return True
    if base(table.lowers[index]) in MASS or table.left(index) in ARTICLE:
        return False
    if verb.endswith("ed") or verb in WEAK:
        return behind in ARTICLE | OBJECT | CLAUSE and verb not in THING
    return verb.endswith("s") and not verb.endswith("ss") and behind in ARTICLE | OBJECT


def _among_names(table: TokenTable, index: int) -> bool:
    """Whether a name stands with other first names between commas and "and": Ed, Angel and baby
    Jaxten; but not Faith, Hope and Charity, the words."""
    beside = []
    for step in (-1, 1):
        link, other = index + step, index + 2 * step
        if not (0 <= other < len(table.words) and table.at(link) in (",", "and", "or", "&")):
            continue
        word = table.words[other]
        if table.sentence[other] == table.sentence[index] and word.shape == "capital":
            beside.append(word)
    plain = table.right(index) in (",", "and", "&", ".", "", "!", "?") or table.left(index) == ","
    if not plain or not beside or goes_on(table, index):
        return False
    known = [word for word in beside if word.labels & FIRSTNAMES and is_name(word)]
    counted = base(table.lowers[index]) in COUNTED
    return bool(known) or (counted and any(base(word.lower) in COUNTED for word in beside))


def _pair(table: TokenTable, index: int) -> bool:
    """Whether it stands with another first name: Chase and Hunter; but not May and June."""
    other, behind = index + 2, index + 3
    if other >= len(table.words) or table.sentence[other] != table.sentence[index]:
        return False
    word = table.words[other]
    if word.shape != "capital" or word.labels.isdisjoint(FIRSTNAMES):
        return False
    if table.lowers[index] in MONTHS:
        return any(is_person(table, at) for at in (behind, behind + 1))
    return behind >= len(table.words) or table.words[behind].shape not in CAPITALS


def gender(table: TokenTable, index: int) -> str:
    """The label of a name that is a word by our list, "" for another."""
    return table.vocab.derived(_labels).get(base(table.lowers[index]), "")


def label_of(table: TokenTable, index: int) -> str:
    """The label of what somebody is called, by our list, else by all; of unknown gender where none
    has it."""
    return gender(table, index) or given_label(table.words[index])


def repeats(table: TokenTable, index: int) -> bool:
    """Whether a word with a capital at the beginning of a sentence stands as a name, where it is
    somebody's elsewhere in the text: Patience was funny; Hope, come here; Sky's phone; but not
    Patience is needed for it, Mark the answer, Will he come?"""
    if table.words[index].shape not in CAPITALS or table.all_caps_sentence[index]:
        return False
    verb = table.right(index)
    if base(table.lowers[index]) in DAYS:
        return verb in STRONG and table.adjacent(index)
    if base(table.lowers[index]) != table.lowers[index] or verb in (",", "!"):
        return True
    if not table.adjacent(index) or index + 1 >= len(table.words):
        return False
    if table.words[index + 1].shape != "lower":
        return False
    return verb in FINITE or verb.endswith("ed") or (verb.endswith("s") and not verb.endswith("ss"))


def nobody(table: TokenTable, index: int) -> bool:
    """Whether a name that is a word is that, by what stands beside it: hazel eyes, rob the bank,
    frank with me; but not Rob the plumber."""
    word, name = table.words[index], base(table.lowers[index])
    before, after = table.left(index), table.right(index)
    if after in THING and table.adjacent(index):
        return True
    thing = index + 2
    if table.sentence_initial[index] and name in ACTION and after in ARTICLE:
        if not table.adjacent(index) or thing >= len(table.words):
            return False
        object_ = table.words[thing]
        return object_.shape == "lower" and not (
            is_person(table, thing) or object_.lower.endswith("est")
        )
    if word.shape == "capital" and before == "the" and name not in MONTHS:
        return not goes_on(table, index)
    if word.shape != "lower":
        return False
    if (before in GREETING and name in ENDEARING) or _in_season(table, index):
        return True
    told = after in STRONG | AUXILIARY or table.left(index, 2) == "name"
    food = name in FOOD and not table.few_capitals
    if not told and (food or before == "the"):
        return not _stands_as_person(table, index)
    if not any(table.words[at].shape == "capital" for at in table.among({name})):
        return False
    quality = name in MASS and after in IS and before in (";", ":", ",", "")  # faith is all we need
    return quality or (before in VERBAL | DESCRIBED | ARTICLE and not told)


def _in_season(table: TokenTable, index: int) -> bool:
    """Whether a word is of the weather and the year, or of food: dawn is at six, is summer over,
    ginger and rosemary."""
    name, after = table.lowers[index], table.right(index)
    if name in SEASON:
        return after in IS and table.right(index, 2) in THINGS_ARE
    beside = {table.left(index, 2)} if table.left(index) in ("and", ",") else set[str]()
    if after in ("and", ","):
        beside.add(table.right(index, 2))
    return name in FOOD and not beside.isdisjoint(FOOD)


def may_be_any(word: Lexeme) -> bool:
    """Whether a word, in small letters too, is a first name that is an ordinary word."""
    return base(word.lower) in NAMES


def of_person(table: TokenTable, index: int) -> bool:
    """Whether somebody of the writer's is called so: my friend Hope, my sister, Joy."""
    at = index - 2 if table.left(index) == "," else index - 1
    if table.at(at) == "law" and table.left(at) == "in":
        at -= 2  # my mother in law hesik
    if not is_person(table, at) or table.sentence[at] != table.sentence[index]:
        return False
    behind = table.words[index + 1] if index + 1 < len(table.words) else None
    owned = any(table.left(at, step) in POSSESSIVE for step in (1, 2))
    return owned and (
        behind is None
        or not table.adjacent(index)
        or behind.shape != "lower"
        or (table.right(index) in DOES | {"and", "or"})
        or (table.right(index) in BARE and base(table.lowers[index]) not in AUXILIARY | DOUBTFUL)
    )


def is_person(table: TokenTable, index: int) -> bool:
    """Whether a token is a word for a relative, a friend or a trade in small letters."""
    if not 0 <= index < len(table.words) or table.words[index].shape != "lower":
        return False
    return table.lowers[index] in NEAR or not PEOPLE.isdisjoint(table.words[index].labels)


def said_to_be(table: TokenTable, verb: int) -> bool:
    """Whether somebody is said to be one of the writer's: is my best friend."""
    if table.right(verb) not in POSSESSIVE:
        return False
    return any(is_person(table, verb + step) for step in (2, 3))


def _alone(table: TokenTable, index: int) -> bool:
    """Whether a name ends there: no noun follows (with Grace; but not with Grace Period)."""
    behind = index + 1
    if behind >= len(table.words) or table.sentence[behind] != table.sentence[index]:
        return True
    word = table.words[behind]
    if base(table.lowers[index]) in DOUBTFUL and table.left(index) not in ADDRESSED:
        return word.shape == "mark" or word.lower in STRONG | {"because"}
    return word.shape == "mark" or word.lower in BEHIND
