"""The annotator as Sparv knows it: `maskera_sparv.label`, `.number`, `.probability` and
`.replacement` on every token."""

from sparv.api import Annotation, Config, Output, SourceFilename, SparvErrorMessage, Text, annotator

from maskera.errors import MaskeraError
from maskera_sparv.labelling import documents, pipeline, rows


@annotator(
    "Personal information: labels, running numbers and pseudonyms",
    language=["swe"],
    config=[
        Config(
            "maskera_sparv.policy",
            default="swell",
            description="Policy of maskera, or the path of a policy file",
        ),
        Config("maskera_sparv.mode", default="rules", description="Mode of maskera"),
        Config(
            "maskera_sparv.key_file",
            default="",
            description="File with the secret from which pseudonyms are drawn",
        ),
    ],
)
def personal_information(
    out_label: Output = Output(
        "<token>:maskera_sparv.label", description="Label of personal information"
    ),
    out_number: Output = Output(
        "<token>:maskera_sparv.number", description="Running number of the referent within its text"
    ),
    out_probability: Output = Output(
        "<token>:maskera_sparv.probability", description="Probability of the label"
    ),
    out_replacement: Output = Output(
        "<token>:maskera_sparv.replacement", description="The token as it may be shown"
    ),
    source: SourceFilename = SourceFilename(),
    corpus_text: Text = Text(),
    text: Annotation = Annotation("<text>"),
    sentence: Annotation = Annotation("<sentence>"),
    token: Annotation = Annotation("<token>"),
    word: Annotation = Annotation("<token:word>"),
    msd: Annotation = Annotation("<token:msd>"),
    policy: str = Config("maskera_sparv.policy"),
    mode: str = Config("maskera_sparv.mode"),
    key_file: str = Config("maskera_sparv.key_file"),
) -> None:
    """Label the tokens of one source file."""
    sentences, _ = sentence.get_children(token)
    try:
        found = documents(
            str(source),
            corpus_text.read(),
            text.read_spans(),
            list(token.read_spans()),
            sentences,
            list(msd.read()),
        )
        columns = rows(list(word.read()), found, pipeline(policy, mode, key_file))
    except MaskeraError as error:
        raise SparvErrorMessage(str(error)) from None
    out_label.write([row.label for row in columns])
    out_number.write([row.number for row in columns])
    out_probability.write([row.probability for row in columns])
    out_replacement.write([row.replacement for row in columns])
