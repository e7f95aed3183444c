"""Policies: shipped ones are whole, a user's own is checked on loading."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import maskera.policy
from maskera.errors import PolicyError
from maskera.lang import load_pack
from maskera.mentions import Mention
from maskera.pipeline import Pipeline, load
from maskera.policy import NOTICE, Rule, checked, load_policy, shipped
from maskera.replace import check_generators
from maskera.result import release
from maskera.taxonomy import parsed, taxonomy
from maskera.text import Document, Span


def written(folder: Path, text: str) -> str:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_eight_policies_are_shipped() -> None:
    assert shipped() == (
        "careful", "category", "dummy", "mark-only", "natural", "remove", "svala", "swell",
    )  # fmt: skip


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_policy_has_a_rule_for_every_label_and_says_what_it_is(name: str) -> None:
    policy = load_policy(name)
    assert policy.name == name and policy.description and policy.notice
    assert all(
        policy.rule(label, foreign).action
        for label in taxonomy().categories
        for foreign in (False, True)
    )
    assert name == "mark-only" or "personal data" in policy.notice


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_policy_names_only_generators_that_swedish_has(name: str) -> None:
    for rule in load_policy(name).rules.values():
        assert rule.action != "replace" or rule.generator in load_pack("sv").generators


@pytest.mark.parametrize("name", [name for name in shipped() if name != "mark-only"])
def test_words_about_the_writer_are_kept_or_made_wider_and_extra_never_stays(name: str) -> None:
    policy = load_policy(name)
    generalized = {"replace"} if name == "careful" else {"mark"}
    kept = {policy.rule(label).action for label in ("prof", "edu", "fam", "sensitive")}
    assert kept == generalized
    assert policy.rule("extra").action in ("placeholder", "remove")


def test_a_foreign_rule_goes_before_the_plain_one() -> None:
    policy = load_policy("swell")
    assert policy.rule("city", True) != policy.rule("city")
    assert policy.rule("school", True) == policy.rule("school")


def test_an_own_policy_changes_what_it_says_and_keeps_the_rest(tmp_path: Path) -> None:
    text = 'extends = "swell"\nscope = "corpus"\nthresholds = { surname = 0.2 }\n[rules]\ngeo = { action = "keep" }\n'
    policy = load_policy(written(tmp_path, text))
    assert policy.name == "own" and policy.scope == "corpus" and policy.notice == NOTICE
    assert policy.rule("geo").action == "keep" and policy.rule("city") == load_policy("swell").rule(
        "city"
    )
    assert policy.accepts("surname", 0.3) and not policy.accepts("city", 0.3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('extends = "swell"\nscope = \n', r"policy own.toml:2: not TOML"),
        ('extends = "nothing"\n', "extends 'nothing'"),
        ('extends = "swell"\ncolour = "red"\n', "policy own.toml: .*colour"),
        (
            'extends = "swell"\nscope = "town"\n',
            "policy own.toml: no scope 'town'; there are mention, document, author, corpus$",
        ),
        ('extends = "swell"\nthreshold = 2\n', "threshold"),
        ('extends = "swell"\nthreshold = "much"\n', "threshold"),
        ('extends = "swell"\nthresholds = 1\n', "thresholds is not a table"),
        ('extends = "swell"\nrules = 1\n', "rules is not a table"),
        ('extends = "swell"\nthresholds = { town = 0.5 }\n', "label 'town'"),
        (
            'extends = "swell"\n[rules]\ntown = { action = "keep" }\n',
            "label 'town' not in the taxonomy",
        ),
        (
            'extends = "swell"\n[rules]\ncity = { action = "hide" }\n',
            "policy own.toml: rule for city: no action 'hide'; there are replace, placeholder, mark, keep, remove$",
        ),
        (
            'extends = "swell"\n[rules]\n"country+foreign" = { action = "remove" }\n',
            "rule for country[+]foreign: only area, city, geo, place, region may have [+]foreign$",
        ),
        (
            'extends = "swell"\n[rules]\n"city+foreign+foreign" = { action = "remove" }\n',
            "label 'city[+]foreign[+]foreign' not in",
        ),
        (
            'extends = "swell"\n[rules]\ncity = "keep"\n',
            "policy own.toml: rule for city: expected a table, got a text$",
        ),
        (
            'extends = "swell"\nthresholds = { city = 2 }\n',
            "policy own.toml: threshold of city: expected a number of at most 1.0$",
        ),
        (
            'extends = "swell"\n[rules]\ncity = { action = "replace" }\n',
            "rule for city: action replace needs a generator",
        ),
        ('extends = "swell"\n[rules]\ncity = { action = "placeholder" }\n', "needs a template"),
        (
            'extends = "swell"\n[rules]\ncity = { action = "placeholder", template = "{town}" }\n',
            r"no field \{town\}",
        ),
        (
            'extends = "swell"\n[rules]\ncity = { action = "placeholder", template = "{LABEL" }\n',
            "rule for city: unmatched brace",
        ),
        (
            'extends = "swell"\n[rules]\ncity = { action = "remove", template = "{number:x}" }\n',
            "rule for city: unmatched brace",
        ),
        (
            'extends = "swell"\n[rules]\ncity = { action = "keep", colour = 1 }\n',
            "rule for city: .*colour",
        ),
        ('description = "x"\n[rules]\ncity = { action = "keep" }\n', "no rule for account_nr"),
        ('description = "x"\n', "rules"),
    ],
)
def test_a_wrong_policy_is_refused_in_one_sentence_that_names_the_file(
    tmp_path: Path, text: str, sentence: str
) -> None:
    with pytest.raises(PolicyError, match=sentence) as caught:
        load_policy(written(tmp_path, text))
    assert "own.toml" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            'fam = { action = "replace", generator = "firstname" }',
            "policy own.toml: rule for fam: generator 'firstname' is for firstname_female",
        ),
        (
            'work = { action = "replace", generator = "school" }',
            "policy own.toml: rule for work: generator 'school' is for school$",
        ),
        (
            '"place+foreign" = { action = "replace", generator = "geo" }',
            "rule for place[+]foreign: generator 'geo' is for geo$",
        ),
        (
            'date_digits = { action = "replace", generator = "year" }',
            "rule for date_digits: generator 'year' is for year$",
        ),
        (
            'month_word = { action = "replace", generator = "day" }',
            "rule for month_word: generator 'day' is for day$",
        ),
        (
            'day = { action = "replace", generator = "svala_month" }',
            "rule for day: generator 'svala_month' is for month_digit, month_word$",
        ),
        (
            'day = { action = "replace", generator = "age" }',
            "rule for day: generator 'age' is for age_digits, age_string$",
        ),
        (
            'license_nr = { action = "replace", generator = "zeros" }',
            "rule for license_nr: generator 'zeros' is for account_nr, age_digits, ",
        ),
        (
            'age_string = { action = "replace", generator = "ones" }',
            "rule for age_string: generator 'ones' is for account_nr, age_digits, ",
        ),
        (
            'city = { action = "replace", generator = "shifted" }',
            "rule for city: generator 'shifted' is for age_digits, age_string, date_",
        ),
        (
            'phone_nr = { action = "replace", generator = "personal_number" }',
            "generator 'personal_number' is for personid_nr$",
        ),
        (
            'work = { action = "replace", generator = "transport_nr" }',
            "generator 'transport_nr' is for transport_nr$",
        ),
        (
            'prof = { action = "replace", generator = "fristname" }',
            "policy own.toml: rule for prof: no generator 'fristname'; there are age, age_band, city",
        ),
    ],
)
def test_a_generator_that_does_not_fit_is_refused_when_the_pipeline_is_loaded(
    tmp_path: Path, rule: str, sentence: str
) -> None:
    with pytest.raises(PolicyError, match=sentence) as caught:
        load("sv", written(tmp_path, f'extends = "swell"\n[rules]\n{rule}\n'), mode="rules")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["reviews", "recension"])
def test_a_genre_that_no_text_can_be_of_is_refused_when_the_pipeline_is_loaded(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(
        PolicyError,
        match=f"policy own.toml: selective_genres: no genre '{name}'; there are .*evaluative",
    ):
        load(
            "sv",
            written(tmp_path, f'extends = "swell"\nselective_genres = ["{name}"]\n'),
            mode="rules",
        )
    load(
        "sv",
        written(tmp_path, 'extends = "swell"\nselective_genres = ["narrative"]\n'),
        mode="rules",
    )


SWELL = load_policy("swell")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"threshold": 50}, "policy swell: threshold: expected a number of at most 1.0$"),
        (
            {"threshold": float("nan")},
            "policy swell: threshold: expected a number of at least 0.0$",
        ),
        (
            {"thresholds": {"city": 50}},
            "policy swell: threshold of city: expected a number of at most 1.0$",
        ),
        ({"thresholds": {"town": 0.5}}, "label 'town' not in the taxonomy"),
        ({"coupling": "All"}, "no coupling 'All'; there are none, places, all$"),
        ({"morphology": "Inflect"}, "no morphology 'Inflect'; there are inflect, suffix, none$"),
        ({"scope": "town"}, "no scope 'town'; there are mention"),
        (
            {"rules": {"city": Rule("remove")}, "groups": {}, "default": None},
            "no rule for account_nr",
        ),
        ({"rules": {**SWELL.rules, "city": Rule("Remove")}}, "rule for city: no action 'Remove'"),  # type: ignore[arg-type]
        (
            {"rules": {**SWELL.rules, "city": Rule("placeholder")}},
            "rule for city: action placeholder needs a template$",
        ),
        (
            {"rules": {**SWELL.rules, "city": Rule("placeholder", template="{x}")}},
            r"rule for city: no field \{x\}",
        ),
        (
            {"rules": {**SWELL.rules, "city": Rule("replace", "village")}},
            "rule for city: no generator 'village'",
        ),
        ({"rules": None}, "rules is not a table"),
        (
            {"thresholds": {"city": object()}},
            "policy swell: holds a value that no policy file could$",
        ),
        ({"name": "ours", "source": "", "threshold": 2}, "policy ours: "),
    ],
)
def test_a_policy_changed_in_python_is_checked_like_a_file(
    changed: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PolicyError, match=sentence):
        load("sv", replace(SWELL, **changed), mode="rules")


def test_a_policy_made_in_python_is_taken_as_it_is() -> None:
    rules = MappingProxyType({**SWELL.rules, "city": Rule("remove")})
    made = replace(
        SWELL, name="ours", source="", rules=rules, selective_genres=("narrative",), threshold=1
    )
    assert load("sv", made, mode="rules").policy == replace(made, rules=dict(rules))


@pytest.mark.parametrize("form", ["Qwert", "20{}", "1{} maj", "åtta"])
def test_a_generator_that_is_not_refused_works_for_all_its_labels_at_once(form: str) -> None:
    nlp = load("sv", mode="rules", key=bytes(32))
    for name in nlp.language.generators:
        fitting = [label for label in taxonomy().categories if fits(nlp, label, name)]
        policy = replace(
            nlp.policy,
            rules={**nlp.policy.rules, **dict.fromkeys(fitting, Rule("replace", name))},
            coupling="all",
        )
        forms = [form.format(number) for number in range(len(fitting))]
        mentions, at = [], 0
        for number, (label, one) in enumerate(zip(fitting, forms, strict=True), 1):
            mentions.append(Mention(Span(at, at + len(one)), label, number))
            at += len(one) + 2
        result = replace(nlp, policy=policy).replace(Document("d", "; ".join(forms)), mentions)
        assert len(result.replacements) == len(fitting) > 0, name


def fits(nlp: Pipeline, label: str, generator: str) -> bool:
    """Whether a policy may say that the generator is for the label."""
    try:
        check_generators(
            replace(nlp.policy, rules={label: Rule("replace", generator)}), nlp.language
        )
    except PolicyError:
        return False
    return True


def test_what_is_no_policy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no policy 'swel'; there are careful, category"):
        load_policy("swel")
    with pytest.raises(PolicyError, match=r"there is no policy file .*absent\.toml$"):
        load_policy(str(tmp_path / "absent.toml"))
    (tmp_path / "latin.toml").write_bytes("name = 'å'".encode("latin-1"))
    with pytest.raises(PolicyError, match=r"policy latin\.toml: cannot be read as UTF-8 text$"):
        load_policy(str(tmp_path / "latin.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(PolicyError, match=r"folder\.toml cannot be read \(Is a directory\)$"):
        load_policy(str(tmp_path / "folder.toml"))


RELIGION = {"name": "religion", "group": "Mark", "kind": "attribute.religion", "description": "a faith"}  # fmt: skip
NICKNAME = {"name": "nickname", "group": "Names", "kind": "person.nick", "description": "a nickname"}  # fmt: skip
AMOUNT = {"name": "amount", "group": "Misc", "kind": "quantity", "description": "an amount"}


@pytest.mark.parametrize("name", shipped())
def test_a_new_label_is_one_block_of_a_taxonomy_and_every_shipped_policy_has_a_rule_for_it(
    name: str,
) -> None:
    labels = taxonomy()
    for block in (RELIGION, NICKNAME, AMOUNT):
        labels = labels.extended(block, "own.toml")
    policy = load_policy(name, labels)
    assert policy.rule("religion").action == "mark"
    assert policy.rule("amount") == policy.default
    assert policy.rule("nickname") == policy.groups.get("Names", policy.default)
    assert {label: policy.rules[label] for label in taxonomy().categories} == {
        label: load_policy(name).rules[label] for label in taxonomy().categories
    }
    assert load_policy(name).rules.keys() & {"religion", "amount", "nickname"} == set()


def test_a_policy_loaded_for_one_taxonomy_serves_another() -> None:
    more = taxonomy().extended(RELIGION, "own.toml")
    assert checked(load_policy("swell"), more).rule("religion").action == "mark"
    few = parsed(
        '[[group]]\nname = "Names"\n'
        '[[label]]\nname = "surname"\ngroup = "Names"\nkind = "person.family"\ndescription = "x"\n',
        "few.toml",
    )
    policy = load_policy("natural", few)
    assert policy.rules.keys() == {"surname"} and policy.rules["surname"].generator == "surname"
    with pytest.raises(PolicyError, match="label 'area' not in the taxonomy"):
        checked(replace(policy, rules={"area": Rule("keep"), **policy.rules}), few)


def test_the_mention_of_a_new_label_is_hidden_as_its_policy_says() -> None:
    pack = load_pack("sv")
    amounts = pack.taxonomy.extended(AMOUNT, "own.toml")
    nlp = load(replace(pack, taxonomy=amounts), "swell", key=bytes(32))
    text = "Jag fick hundra dalrar."
    result = nlp.replace(Document("d", text, "sv"), [Mention(Span(9, 22), "amount", 1)])
    assert release(result).text == "Jag fick @amount."


def test_the_longest_kind_goes_before_the_group_and_the_group_before_the_default(
    tmp_path: Path,
) -> None:
    text = (
        'default = { action = "keep" }\n[rules]\nyear = { action = "remove" }\n'
        '[kinds]\n"date" = { action = "mark" }\n"date.month" = { action = "remove", template = "M" }\n'
        '[groups]\nDates = { action = "remove", template = "D" }\nNames = { action = "mark" }\n'
    )
    policy = load_policy(written(tmp_path, text))
    assert policy.rule("year") == Rule("remove")
    assert policy.rule("month_word") == policy.rule("month_digit") == Rule("remove", template="M")
    assert policy.rule("day") == policy.rule("surname") == Rule("mark")
    assert policy.rule("city") == Rule("keep")


def test_a_group_or_kind_of_an_own_policy_goes_before_the_labels_that_it_extends(
    tmp_path: Path,
) -> None:
    text = 'extends = "swell"\n[groups]\nDates = { action = "mark" }\n[kinds]\n"place" = { action = "keep" }\n'
    policy = load_policy(written(tmp_path, text))
    assert {policy.rule(label).action for label in ("day", "year", "date_digits")} == {"mark"}
    assert policy.rule("city", foreign=True).action == policy.rule("geo").action == "keep"
    assert policy.rule("surname") == load_policy("swell").rule("surname")
    assert policy.rule("place") == load_policy("swell").rule("place"), "a street is a site"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[groups]\nDate = { action = "mark" }\n', "no group 'Date'; there are Names, .*Mark$"),
        ('[kinds]\ntown = { action = "mark" }\n', "no label of kind 'town' in the taxonomy$"),
        ('[groups]\nDates = { action = "hide" }\n', "rule for group Dates: .*hide.*; there are replace"),
        ('[kinds]\ndate = { action = "replace" }\n', "rule for kind date: action replace needs a gen"),
        ('default = { action = "placeholder" }\n', "default: action placeholder needs a template$"),
        ("groups = 1\n", "groups is not a table$"),
    ],
)  # fmt: skip
def test_a_wrong_group_kind_or_default_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(PolicyError, match=f"^policy own.toml: {sentence}"):
        load_policy(written(tmp_path, 'extends = "swell"\n' + text))


def test_shipped_policies_name_labels_of_the_shipped_taxonomy_only() -> None:
    for path in sorted(Path(maskera.policy.__file__).parent.glob("data/policies/*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        named = {label.partition("+")[0] for label in table.get("rules", {})}
        assert named | table.get("thresholds", {}).keys() <= taxonomy().categories.keys(), path.name
