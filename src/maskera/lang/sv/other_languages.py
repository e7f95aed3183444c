"""Sentences in other languages that learners write: their words are no names, though many stand in
lists of names (para, una, bin)."""

from __future__ import annotations

import math
from collections import defaultdict

from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import one_of
from maskera.lexicon.vocab import CAPITALS
from maskera.taxonomy import FIRSTNAMES, FULL_NAME
from maskera.text import Span

LEAST = 3  # different words of a language in a sentence that is written in it, or in a text that has sentences with fewer
FEWER = 1  # there: a heading, half a sentence
SHARE = 0.25  # of its tokens
SURE_NAME = 1.5  # weight of a name in the lists, or of a place, from which even a small letter leaves it one: me llamo ahmed
_NAMING = frozenset(
    "llamo llama heiße heisse heißt heisst ist es hermano hermana walaalkay walaashay imię nazywam adım ismi appelle m'appelle".split()
)
# Words without which hardly a sentence is written, and that are no Swedish ones, nor slips of such.
_WORDS = {
    "spanish": "yo es un una muy mi mis con para que vivo los las pero porque estoy tengo soy hola está aquí mucho también trabaja hermano"
    " nuestro cuando como día donde hoy del por llamo hermana familia",
    "polish": "nie się jest jestem bardzo mam mój moja że ale mieszkam lubię mieszkać polsce dla przez tylko jak dobrze kocham ja w",
    "turkish": "ve bir ben benim çok bu için değil ile gibi daha ama seni beni onun evet hayır adım var yok iyi kardeşim",
    "somali": "waxaan waxaana waxa waa iyo ayaa aan ku ka baan aniga waan soo jeclahay noolahay ahay oo uu imid",
    "arabic": "ana enta behibak habibi habibti wallah inshallah fi mish mafi shukran kteer yalla hada shu",
    "german": "mann frau ich bin und nicht wir auch sehr das ist ein eine wohne habe mein meine aber mit für sie",
    "portuguese": "eu sou é uma não muito meu minha moro em com trabalho tenho também família gosto estou você obrigada obrigado são do da",
    "romanian": "și este sunt foarte nu la cu mea meu eu că am din pentru într locuiesc",
    "italian": "io sono è non mi che il di una molto mia mio con della vivo abito ho anche mi chiamo lavoro",
    "finnish": "minä minun olen ei että mutta asun koti kotini hän kun myös nyt eli nimi",
    "vietnamese": "tôi là và của có không rất một người bạn với ở mừng năm mới chúc",
    "kurmanji": "ez di û li ji ne gelek navê im dijîm malbata",
    "french": "je suis et est dans avec mon ma très nous vous pas une les mais pour c'est j'ai j'habite mes elle",
}
_TONGUES = {
    word: [tongue for tongue, its in _WORDS.items() if word in its.split()]
    for word in " ".join(_WORDS.values()).split()
}
_ENGLISH = frozenset(
    "the and is was she you my that with have not they said but because from this of are were would there will your it to very never when "
    "what been their we me he his must can could should who which for at on wrote sent has had does no one works lives likes".split()
)
# A few words are enough where they stand together: mi hijo, My home, He works; but not My bor, Ma
# är.
_TOGETHER = (
    ("my his her", "boss home house job life friend friends family brother sister mother father mom dad son daughter husband wife name"),
    ("my his her", "neighbour neighbor room city country dream school teacher hobby english hair heart favourite favorite daily dear"),
    ("mi mis tu tus su sus", "hijo hija hijos hijas hermano hermana hermanos casa familia trabajo ciudad país madre padre padres esposo"),
    ("mi mis tu tus su sus", "esposa marido mujer amigo amiga amigos nombre perro gato rutina pueblo novio novia abuela abuelo escuela"),
    ("meu minha meus minhas", "filho filha filhos filhas casa rotina família marido esposa cidade país mãe pai irmão irmã amigo amiga"),
    ("mon ma mes", "fils fille filles mari femme famille maison mère père frère sœur soeur ami amie amis pays ville vie nom enfants chéri"),
    ("mein meine", "sohn tochter frau mann kinder kind mutter vater familie heimat haus stadt bruder schwester freund freundin leben"),
    ("mio mia miei mie", "figlio figlia figli marito moglie casa famiglia città paese madre padre fratello sorella amico amica lavoro"),
    ("mój moja moje moi", "rodzina miasto córka mąż żona siostra życie imię dzieci praca przyjaciel kraj"),
    ("benim", "ailem oğlum kızım annem babam evim eşim kardeşim adım ismim ülkem şehrim işim arkadaşım hayatım çocuklarım memleketim"),
    ("minun", "koti kotini perheeni äitini isäni poikani tyttäreni nimeni elämäni perhe nimi"),
    ("he she", "is was has had works lives likes loves goes wants comes said does studies speaks cooks plays helps"),
    ("viele liebe", "grüße"), ("in at on from", "my the his her our"),
)  # fmt: skip
_AFTER: defaultdict[str, set[str]] = defaultdict(set)
for _firsts, _seconds in _TOGETHER:
    for _first in _firsts.split():
        _AFTER[_first].update(_seconds.split())
_FIRST_OF_TWO, _OF_ENGLISH, _OF_A_TONGUE = one_of(_AFTER), one_of(_ENGLISH), one_of(_TONGUES)
_ALSO_NAMES = frozenset(("can", "will", "may", "my", "love"))
_NOUNS_WITH_CAPITALS = frozenset("mein meine viele liebe".split())
_LANGUAGES = frozenset("english swedish arabic french german spanish".split())
_NO_NAMES = (
    _ENGLISH
    | _LANGUAGES
    | frozenset("her him our i'm may love good home back come one all some any".split())
)


def foreign_phrases(table: TokenTable) -> dict[Span, str]:
    """Two words of another language that stand together (mi hijo, He works), and the one label that
    each may have: fam, or none."""
    found = {}
    for index in table.where(_FIRST_OF_TWO):
        if (
            _small(table, index)
            and table.right(index)
            and table.lowers[index + 1] in _AFTER[table.lowers[index]]
        ):
            second = table.words[index + 1]
            if second.shape == "lower" or table.lowers[index] in _NOUNS_WITH_CAPITALS:
                found[table.span(index, index)] = found[table.span(index, index + 1)] = ""
                found[table.span(index + 1, index + 1)] = "fam" if "fam" in second.labels else ""
    return found


def english_words(table: TokenTable) -> set[Span]:
    """Words of English sentences that a Swedish reader would take for names: He said, My English,
    but not my brother Will."""
    told: defaultdict[int, set[str]] = defaultdict(set)
    for index in table.where(_OF_ENGLISH):
        told[table.sentence[index]].add(table.lowers[index])
    least = LEAST - 1 if len(set().union(*told.values())) >= LEAST else LEAST
    sentences = {
        number: len(words) < LEAST for number, words in told.items() if len(words) >= least
    }
    return {
        table.span(index, index)
        for index in (table.among(_NO_NAMES) if sentences else ())
        if table.sentence[index] in sentences
        and (_small(table, index) or table.lowers[index] in _LANGUAGES)
        and not (sentences[table.sentence[index]] and _usual_name(table, index))
    }


def foreign_words(table: TokenTable) -> set[Span]:
    """Words of sentences in the other languages that are in small letters or begin them, but for
    sure names."""
    told: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
    for index in table.where(_OF_A_TONGUE):
        if _small(table, index):
            for tongue in _TONGUES[table.lowers[index]]:
                told[table.sentence[index], tongue].add(table.lowers[index])
    whole: defaultdict[str, set[str]] = defaultdict(set)
    for (_, tongue), words in told.items():
        whole[tongue] |= words
    sentences: dict[int, bool] = {}
    for (number, tongue), words in told.items():
        if len(words) >= max(
            LEAST if len(whole[tongue]) < LEAST else FEWER,
            SHARE * len(table.document.sentences[number]),
        ):
            sentences[number] = sentences.get(number, True) and len(words) < LEAST
    return {
        table.span(index, index)
        for number, few in sentences.items()
        for index in range(
            table.document.sentences[number].start, table.document.sentences[number].end
        )
        if _small(table, index)
        and (table.lowers[index] in _TONGUES or not _sure(table, index))
        and not (few and _usual_name(table, index))
    }


def _usual_name(table: TokenTable, index: int) -> bool:
    """Whether a word has a capital and is a usual first name, which a few words of a language
    beside it do not rule out: Can, Mia."""
    word = table.words[index]
    if word.shape not in CAPITALS:
        return False
    return word.lower in _ALSO_NAMES or any(
        entry.weight >= SURE_NAME and entry.label in FIRSTNAMES for entry in word.entries
    )


def _small(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "lower" or table.sentence_initial[index]


def _sure(table: TokenTable, index: int) -> bool:
    """Whether a word is a name all the same: one that is listed and has a capital, stands where
    names stand, or is well known."""
    least = (
        SURE_NAME
        if table.words[index].shape == "lower" and table.left(index) not in _NAMING
        else -math.inf
    )
    return any(
        entry.weight >= least and entry.label in FULL_NAME | {"city", "country"}
        for entry in table.words[index].entries
    )
