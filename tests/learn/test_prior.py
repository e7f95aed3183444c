"""What is known before anybody has answered."""

from __future__ import annotations

from maskera.learn.pool import pool
from maskera.learn.prior import LEAST, PackPrior, Prior, _of_tokens
from maskera.mentions import Mention
from maskera.text import Document, Span


def test_words_that_the_pool_writes_small_are_common() -> None:
    found = [Prior().zipf("junna", small) for small in (0, 1, 4, 5, 90)]
    assert found == [2.5, 4.0, 4.0, 5.0, 5.0]


def test_claims_that_are_too_doubtful_are_none_and_others_hold_for_each_of_their_tokens() -> None:
    (document,) = pool([Document("a", "I met Anna Berg, Bo and (Cy).")]).documents
    mentions = [
        Mention(Span(25, 27), "firstname_male", probability=LEAST),
        Mention(Span(6, 15), "firstname_female", probability=0.9),
        Mention(Span(17, 19), "firstname_male", probability=LEAST - 0.01),
    ]
    found = dict(zip(document.tokens.forms, _of_tokens(document, mentions), strict=True))
    assert found["Anna"] == found["Berg"] == ("firstname_female", 0.9)
    assert found["Cy"] == ("firstname_male", LEAST)
    assert found["Bo"] == found["met"] == found["("] == found[")"] == ("", 0.0)


def test_a_pack_tells_lists_frequency_and_claims() -> None:
    texts = pool([Document("a", "Jag heter Anna och bor i Malmö.")])
    told = PackPrior("sv")
    row = dict(zip(texts.forms, map(set, told.features(texts)), strict=True))
    assert {"in=firstname_female", "claim", "claim=firstname_female"} <= row["Anna"]
    assert not {"claim"} & row["heter"] and "z=7" in row["och"] | row["i"]
    labels = dict(zip(texts.forms, told.labels(texts), strict=True))
    assert (labels["Anna"], labels["Malmö"], labels["bor"]) == ("firstname_female", "city", "")
    guesses = dict(zip(texts.forms, told.guesses(texts).tolist(), strict=True))
    assert guesses["Anna"] > 0.5 > guesses["heter"] == 0
    assert f"claim{min(int(guesses['Anna'] * 5), 4)}" in row["Anna"]  # fifths of probability
