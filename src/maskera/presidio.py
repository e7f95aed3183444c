"""maskera as a recognizer of Presidio (extra `presidio`): its mentions as Presidio's results, each
with a sentence of reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from maskera.errors import MissingExtra
from maskera.io.toml import parsed
from maskera.mentions import Mention
from maskera.pipeline import Pipeline, load
from maskera.taxonomy import Taxonomy
from maskera.text import Document

try:
    from presidio_analyzer import AnalysisExplanation, EntityRecognizer, RecognizerResult
except ImportError:
    raise MissingExtra("maskera.presidio", "presidio") from None

NAME = "MaskeraRecognizer"
MOST_REASONS = 3  # sources named in the sentence: the heaviest


def entity_types(taxonomy: Taxonomy) -> dict[str, str]:
    """The entity type of each label, by data/presidio.toml; labels without one are left out."""
    source = files("maskera").joinpath("data", "presidio.toml")
    table = parsed(source.read_text(encoding="utf-8"), source.name)
    types = {
        label: table["labels"].get(label, table["groups"].get(known.group, table["default"]))
        for label, known in taxonomy.categories.items()
    }
    return {label: entity for label, entity in types.items() if entity}


class MaskeraRecognizer(EntityRecognizer):  # type: ignore[misc]  # an untyped library
    """Presidio's recognizer for a language of maskera.

    nlp: a pipeline of one's own; else one is loaded for `supported_language`. label_map: the entity
    type of each label, instead of the shipped map; what it leaves out is not given. The score is
    the mention's probability.
    """

    def __init__(
        self,
        supported_language: str = "sv",
        nlp: Pipeline | None = None,
        label_map: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        self.nlp = nlp or load(supported_language, **settings)
        self.label_map = dict(label_map or entity_types(self.nlp.language.taxonomy))
        super().__init__(
            supported_entities=sorted(set(self.label_map.values())),
            name=NAME,
            supported_language=supported_language,
        )

    def load(self) -> None:
        """Nothing: the pipeline is there."""

    def analyze(
        self, text: str, entities: Sequence[str] | None = None, nlp_artifacts: Any = None
    ) -> list[Any]:
        """The mentions of a text whose entity type is asked for (all where none is named)."""
        document = Document("text", text, self.nlp.language.code, nameless=True)
        _, mentions = self.nlp.detect(document)
        return [
            RecognizerResult(
                entity_type=entity,
                start=mention.span.start,
                end=mention.span.end,
                score=mention.probability,
                analysis_explanation=AnalysisExplanation(
                    recognizer=NAME,
                    original_score=mention.probability,
                    textual_explanation=reasons(mention),
                ),
                recognition_metadata={
                    RecognizerResult.RECOGNIZER_NAME_KEY: self.name,
                    RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
                },
            )
            for mention in mentions
            if (entity := self.label_map.get(mention.label))
            and (not entities or entity in entities)
        ]


def reasons(mention: Mention) -> str:
    """One sentence: label, probability and what spoke most for it. No word of the text."""
    evidence = mention.hypotheses[0].evidence if mention.hypotheses else ()
    heaviest = sorted(evidence, key=lambda one: -one.weight)[:MOST_REASONS]
    sources = dict.fromkeys(one.source for one in heaviest if one.weight > 0)
    said = f", for {', '.join(sources)}" if sources else ""
    return f"{mention.label} with probability {mention.probability:.2f}{said}."
