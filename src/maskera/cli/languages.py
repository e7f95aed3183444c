"""Texts of several languages in one run: each is detected and judged by what its language has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from maskera.label.scheme import OWN
from maskera.lang import load_pack
from maskera.lang.spoken import NAMES, language_of
from maskera.mentions import Mention
from maskera.pipeline import Pipeline
from maskera.risk.assess import Assessment, assess
from maskera.risk.attributes import ONE, Readings, understood
from maskera.risk.direct import direct_of
from maskera.risk.kinds import SCHEMES, kinds_of
from maskera.risk.model import Corpus, RiskModel, has_model, load_model
from maskera.risk.population import Population
from maskera.risk.texts import Text
from maskera.text import Document

DEFAULT = "sv"


class Languages:
    """The pipelines and models of risk of a run, each loaded when a text of its language comes.

    stated: the language of all texts; "" where each is asked for its own. scheme: labels of what is
    detected; "" for those that the model of risk was trained on. load: code -> a pipeline.
    """

    def __init__(
        self, stated: str, scheme: str, load: Callable[[str], Pipeline], models: Path | None
    ) -> None:
        self._stated, self._scheme, self._load, self._models = stated, scheme, load, models
        self._pipelines: dict[str, Pipeline] = {}
        self._risk: dict[str, RiskModel] = {}
        if stated:
            self.model(stated)

    def of(self, document: Document) -> str:
        """The language that a document is read in."""
        return self._stated or language_of(document) or DEFAULT

    def of_text(self, text: Text) -> str:
        """The same of a text."""
        return self.of(Document(text.id, text.text, meta=text.meta))

    def refusal(self, text: Text) -> str:
        """Why a text cannot be judged, in one sentence; "" where it can."""
        code = self.of_text(text)
        if self._stated or has_model(code, self._models):
            return ""
        return (
            f"{text.id}: it is in {NAMES.get(code, code)}, of which there is no model of risk; "
            "--language reads it as another"
        )

    def model(self, code: str) -> RiskModel:
        """The model of risk of a language; MaskeraError where it has none."""
        if code not in self._risk:
            self._risk[code] = load_model(code, self._models)
        return self._risk[code]

    def kinds(self, document: Document) -> Mapping[str, str]:
        """Label -> kind, in the document's language."""
        return kinds_of(self.of(document))

    def detect(self, documents: Iterable[Document]) -> list[tuple[Document, Iterable[Mention]]]:
        """What is found in each, in order."""
        given = list(documents)
        found: dict[int, tuple[Document, Iterable[Mention]]] = {}
        for code, places in _grouped([self.of(document) for document in given]).items():
            if not has_model(code, self._models):
                found |= {place: (given[place], ()) for place in places}
                continue
            if code not in self._pipelines:
                self._pipelines[code] = self._load(code)
            nlp, scheme = self._pipelines[code], self._scheme or SCHEMES.get(code, OWN)
            its = [given[place] for place in places]
            pairs = nlp.detect_all(its) if scheme == OWN else nlp.typed_all(its, scheme)
            found |= dict(zip(places, pairs, strict=True))
        return [found[place] for place in range(len(given))]

    def assess(self, texts: Sequence[Text], population: Population | None) -> list[Assessment]:
        """The risk of each text, in order; those of one language are judged together."""
        found: dict[int, Assessment] = {}
        for code, places in _grouped(list(map(self.of_text, texts))).items():
            model = self.model(code)
            its = [texts[place] for place in places]
            corpus = Corpus(its, model.grams(), population=population and _of(code, population))
            found |= dict(zip(places, assess(corpus, model, direct_of(code)), strict=True))
        return [found[place] for place in range(len(texts))]

    def told(self, texts: Iterable[Text]) -> str:
        """Which languages were told by the texts themselves; "" where that is the usual one."""
        counts = Counter(map(self.of_text, texts))
        if self._stated or set(counts) <= {DEFAULT}:
            return ""
        parts = [f"{number} in {NAMES.get(code, code)}" for code, number in counts.most_common()]
        return f"documents read: {', '.join(parts)} (told by their words; --language says it)"


def _of(code: str, population: Population) -> Population:
    """The population's values as texts of a language have them."""
    pack = load_pack(code)
    return understood(population, pack.taxonomy.by_label(ONE), Readings(pack).of)


def _grouped(codes: Sequence[str]) -> Mapping[str, list[int]]:
    """Code -> the places of what is in this language."""
    groups: dict[str, list[int]] = {}
    for place, code in enumerate(codes):
        groups.setdefault(code, []).append(place)
    return groups
