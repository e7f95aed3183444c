"""Information content of masked words: how much a mask hides, as weights for the precision of the
Text Anonymization Benchmark.

A word that any reader could have guessed from what is left tells little, so masking it needlessly
costs little. The benchmark weighs by -ln of the probability; uniform weights
(maskera.evaluate.tab.uniform) need nothing, a unigram model needs texts, a transformer a model.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from maskera.errors import MaskeraError, of_extra
from maskera.evaluate.tab import WORD, Weigher
from maskera.text import Span

SEGMENT = 100  # word pieces a segment, as in the official script


def unigram(texts: Iterable[str]) -> Weigher:
    """Weights from word frequencies in texts (the documents to be scored will do): -ln p of a
    unit's rarest word, add-one smoothed."""
    counts = Counter(word.lower() for text in texts for word in WORD.findall(text))
    whole = counts.total() + len(counts) + 1

    def weigh(text: str, _: Sequence[Span], units: Sequence[Span]) -> Sequence[float]:
        def content(unit: Span) -> float:
            words = WORD.findall(text, unit.start, unit.end)
            return max(
                (-math.log((counts[word.lower()] + 1) / whole) for word in words), default=0.0
            )

        return [content(unit) for unit in units]

    return weigh


def masked_model(name: str) -> Weigher:
    """Weights from a masked language model that lies on this machine (a name in the local cache, or
    a folder); nothing is downloaded.

    As the official script: all word pieces of all masks hidden at once, -ln of the least probable
    piece of a unit, 0 for a unit without pieces; the text cut into segments of 100 pieces. Raises
    MissingExtra without transformers and torch, MaskeraError without the model.
    """
    what = f"weighing by a masked language model ({name!r} is neither uniform nor unigram)"
    torch = of_extra("torch", what, "transformers")
    transformers = of_extra("transformers", what, "transformers")
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            name, local_files_only=True, use_fast=True
        )
        model = transformers.AutoModelForMaskedLM.from_pretrained(name, local_files_only=True)
    except (OSError, ValueError):  # what is not there, and what is no such model
        raise MaskeraError(
            f"no weights {name!r}: neither uniform nor unigram nor a masked language model on this machine"
        ) from None
    model.eval()

    def weigh(text: str, masks: Sequence[Span], units: Sequence[Span]) -> Sequence[float]:
        encoded = tokenizer(
            text, return_offsets_mapping=True, add_special_tokens=False, verbose=False
        )
        pieces = [Span(start, end) for start, end in encoded["offset_mapping"]]
        true = torch.tensor(encoded["input_ids"])
        hidden = torch.tensor(
            [any(piece.overlaps(mask) for mask in masks) for piece in pieces], dtype=torch.bool
        )
        surprise: list[float] = []
        for start in range(0, len(pieces), SEGMENT):
            here = slice(start, start + SEGMENT)
            shown = torch.where(hidden[here], tokenizer.mask_token_id, true[here])
            with torch.no_grad():
                logits = model(
                    input_ids=shown[None], attention_mask=(~hidden[here]).long()[None]
                ).logits[0]
            chosen = logits.log_softmax(-1).gather(-1, true[here][:, None])[:, 0]
            surprise += (-chosen).tolist()

        def content(unit: Span) -> float:
            return max(
                (surprise[index] for index, piece in enumerate(pieces) if piece.overlaps(unit)),
                default=0.0,
            )

        return [content(unit) for unit in units]

    return weigh
