#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages: tokie 0.1.4 beside tokenizers 0.23.3 (both PyPI), which read the same tokenizer.json.
#
# Seen: tokie loads four valid files without complaint, and `encode` with add_special_tokens=True leaves out special tokens
# in three of them. With the post-processor RobertaProcessing (the form of RoBERTa and CodeBERT) and with BertProcessing it
# gives none at all. With a TemplateProcessing around a byte-level BPE it gives <s> in front and forgets </s>, and of the two
# </s> between the texts of a pair it makes one <s>. Only a WordPiece with a TemplateProcessing of BERT's form is right.
#
# Why it surprises: what is between the marks is equal, number for number, so a comparison of tokens by eye or of decoded
# texts shows no difference; the package calls itself fully accurate; and the form that is right is the one that is most
# likely tested first.
#
# Take care: a sentence vector that is the mean over tokens, or the one of the first token, is another vector without the
# marks. Similarities change without an error, and so does what a tuned threshold means. Compare the numbers of a new
# tokenizer with those of a known one, once for each kind of post-processor, marks included.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check 'tokie==0.1.4' 'tokenizers==0.23.3'
cat >"$dir/encode.py" <<'PYTHON'
import sys
import tokie
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

folder = sys.argv[1]


def byte_level(post_processor):
    vocabulary = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
    for letter in sorted(pre_tokenizers.ByteLevel.alphabet()):
        vocabulary[letter] = len(vocabulary)
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>"])
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = post_processor
    return tokenizer


def word_piece(post_processor):
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "ab", "cd", "abcd"]
    tokenizer = Tokenizer(models.WordPiece({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.add_special_tokens(words[:4])
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = post_processor
    return tokenizer


def template():
    return processors.TemplateProcessing(single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>",
                                         special_tokens=[("<s>", 0), ("</s>", 2)])


def bert_template():
    return processors.TemplateProcessing(single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
                                         special_tokens=[("[CLS]", 2), ("[SEP]", 3)])


for name, tokenizer, texts in [
    ("roberta", byte_level(processors.RobertaProcessing(("</s>", 2), ("<s>", 0))), ["ls", ("a", "b")]),
    ("template", byte_level(template()), ["ls", ("a", "b")]),
    ("bert", word_piece(processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))), ["ab cd"]),
    ("bert-template", word_piece(bert_template()), ["ab cd"]),
]:
    path = f"{folder}/{name}.json"
    tokenizer.save(path)
    other = tokie.Tokenizer.from_json(path)
    for text in texts:
        if isinstance(text, tuple):
            expected, given = tokenizer.encode(*text).ids, other.encode_pair(*text).ids
        else:
            expected, given = tokenizer.encode(text).ids, other.encode(text, add_special_tokens=True).ids
        print(f"{name} {text!r} | tokenizers {expected} | tokie {list(given)}")
PYTHON
"$dir/venv/bin/python" "$dir/encode.py" "$dir" >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
roberta 'ls' | tokenizers [0, 79, 86, 2] | tokie [79, 86]
roberta ('a', 'b') | tokenizers [0, 68, 2, 2, 69, 2] | tokie [68, 69]
template 'ls' | tokenizers [0, 79, 86, 2] | tokie [0, 79, 86]
template ('a', 'b') | tokenizers [0, 68, 2, 2, 69, 2] | tokie [0, 68, 0, 69]
bert 'ab cd' | tokenizers [2, 4, 5, 3] | tokie [4, 5]
bert-template 'ab cd' | tokenizers [2, 4, 5, 3] | tokie [2, 4, 5, 3]
TEXT
diff "$dir/expected" "$dir/seen"
echo "as described"
