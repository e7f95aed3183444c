"""Word clusters of the English pack."""

from __future__ import annotations

from maskera.lang.en.pack import clusters


def test_words_of_like_company_share_their_highest_branches() -> None:
    of = clusters().of
    assert of("teacher") == of("lawyer") != 0
    assert of("London") & 0xFF == of("Nicosia") & 0xFF
    assert of("London") & 0xFF != of("teacher") & 0xFF


def test_a_form_without_a_cluster_has_that_of_its_other_case() -> None:
    of = clusters().of
    assert of("nicosia") == of("Nicosia") != 0
    assert of("TEACHER") in (of("teacher"), of("Teacher")) or of("TEACHER")


def test_what_nobody_writes_has_none() -> None:
    assert clusters().of("xqzzvkj") == 0
