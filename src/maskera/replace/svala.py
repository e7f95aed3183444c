"""The generators of the policy `svala`: SVALA's lists (swell-pseudonymize-js, src/names.ts), longer
ones when they are used up."""

from __future__ import annotations

from collections.abc import Mapping

from maskera.lang.pack import Generator, Morphology
from maskera.lexicon.tsv import WordLists
from maskera.replace import dates, names, numbers, places
from maskera.replace.dates import Calendar
from maskera.replace.draw import Pool
from maskera.replace.numbers import Numerals


def table(
    lists: WordLists,
    people: Mapping[str, Pool],
    reading: Numerals,
    months: Calendar,
    weekdays: Calendar,
    forms: Morphology,
) -> Mapping[str, Generator]:
    """The generators by name."""
    listed = lists.ranked
    pools = {
        label: Pool(
            f"svala/{label}", listed("svala", label), pool.preferred + pool.reserve, pool.whole
        )
        for label, pool in people.items()
    }

    town = forms.taxonomy.label("place.settlement")

    def home(kind: str) -> Generator:
        label = forms.taxonomy.label(kind)
        return places.home(Pool(f"svala/{label}", listed("svala", label), listed("towns", label)))

    return {
        "svala_name": names.drawn(pools),
        "svala_city": home("place.settlement"),
        "svala_place": home("site"),
        "svala_region": home("place.region"),
        "svala_foreign_city": places.home(
            Pool("svala/foreign", listed("svala", town, kind="foreign"), listed("cities", town))
        ),
        "svala_age": numbers.age(reading, words=False),
        "svala_day": dates.day_digits(reading, weekdays),
        "svala_month": dates.month(reading, months, forms, as_is=False),
        "svala_year": dates.year(reading, words=False),
    }
