"""Encoders without knowledge, for tests of what is done with one: a vocabulary of given texts, a
tokenizer of the library, random weights of two layers. Nothing is downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

os.environ["HF_HUB_OFFLINE"] = "1"
REASON = "the extra `transformers` is not installed"
SIZE = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
}
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def bert(folder: Path, texts: Iterable[str], places: int = 512) -> Path:
    """A BERT with word pieces of at most four characters."""
    torch = pytest.importorskip("torch", reason=REASON)
    transformers = pytest.importorskip("transformers", reason=REASON)
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    words = [word for text in texts for word in text.split()]
    parts = {word[at : at + 4] for word in words for at in range(0, len(word), 4)}
    parts |= {character for word in words for character in word}
    pieces = [*SPECIAL, *sorted(parts), *(f"##{part}" for part in sorted(parts))]
    tokenizer = Tokenizer(
        models.WordPiece({piece: n for n, piece in enumerate(pieces)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    torch.set_num_threads(1)  # of so little work threads make ten times as much
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(pieces), max_position_embeddings=places, hidden_dropout_prob=0.0, **SIZE
    )
    transformers.BertForMaskedLM(config).save_pretrained(folder)
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
        sep_token="[SEP]", mask_token="[MASK]",
    ).save_pretrained(folder)  # fmt: skip
    return folder


def roberta(folder: Path, places: int = 130) -> Path:
    """A RoBERTa whose pieces are bytes; its places begin behind that of the padding."""
    torch = pytest.importorskip("torch", reason=REASON)
    transformers = pytest.importorskip("transformers", reason=REASON)
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors

    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {piece: number for number, piece in enumerate([*special, *alphabet])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=True, add_prefix_space=False
    )
    torch.set_num_threads(1)  # of so little work threads make ten times as much
    torch.manual_seed(1)
    config = transformers.RobertaConfig(
        vocab_size=len(vocabulary), max_position_embeddings=places, pad_token_id=1,
        bos_token_id=0, eos_token_id=2, **SIZE,
    )  # fmt: skip
    transformers.RobertaForMaskedLM(config).save_pretrained(folder)
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", unk_token="<unk>", cls_token="<s>",
        sep_token="</s>", mask_token="<mask>", bos_token="<s>", eos_token="</s>",
    ).save_pretrained(folder)  # fmt: skip
    return folder
