#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tokenizer_oracle.py TOKENS WORK [PACKAGES]: our tokenizers against the Python package `tokenizers`.

Trains one of each kind on commands, then compares 3,000 random strings and the commands. Ends with 77 if the
package is not installed. Texts with the model's special tokens are left out, because our tokenizers read them
as text."""
import json
import pathlib
import random
import subprocess
import sys

tokens, work = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path[:0] = sys.argv[3:]
try:
    import tokenizers
except ImportError as error:
    print(f"SKIPPED: {error}; ./do models fetches it")
    sys.exit(77)

COMMANDS = [f"{utility} {option} {place}{pipe}"
            for utility in ("ls", "find", "grep -rn", "sed -e", "awk", "tar czf", "xargs", "wc", "sort", "du -sh", "café")
            for option in ("-l", "--recursive", "-name '*.txt'", "\"s/a/b/g\"", "{print $1}", "-size +10M", "-type f", "")
            for place in (".", "/var/log", "$HOME/documents", "file_1.txt", "~/naïve/日本語", "*.tar.gz")
            for pipe in ("", " | head -n 5", " | sort -rn | uniq -c", " > out.txt 2>&1", " && echo done")]
ALPHABETS = [
    "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789",
    " -_./*'\"|$(){}[]<>;&!?~`^%#@=+:,\\",
    " \t\n\r\u00a0\u2003\u3000\u2028\u0085",
    "éèüñçßøåÄÖİıſΣςδЖцאبहि่ก",
    "日本語中文字漢ひらがなカタカナ한국어",
    "🎉👩‍💻🏳️‍🌈²½Ⅷ①٣€©™…—“”«»¿",
    "\u0301\u0308\u200d\ufe0f\u200b\u0000\u0007\u001b\u00ad\ufeff",
    "'s't're've'm'll'd 's",
]


def random_text(source):
    alphabets = source.sample(ALPHABETS, source.randint(1, 4))
    return "".join(source.choice(source.choice(alphabets)) for _ in range(source.randint(0, 60)))


def compare(kind, folder, reference, texts):
    told = subprocess.run([tokens, folder], input="".join(json.dumps(text) + "\n" for text in texts), text=True,
                          capture_output=True, check=True).stdout.splitlines()
    wrong = [(text, json.loads(ours), reference.encode(text).ids)
             for text, ours in zip(texts, told, strict=True) if json.loads(ours) != reference.encode(text).ids]
    for text, ours, theirs in wrong[:5]:
        print(f"{kind}: {text!r}\n  ours   {ours}\n  theirs {theirs}")
    print(f"{kind}: {len(texts) - len(wrong)} of {len(texts)} texts are the same")
    return not wrong


source = random.Random(17)
texts = COMMANDS[::7] + [random_text(source) for _ in range(3000)]

pieces = tokenizers.BertWordPieceTokenizer(lowercase=True)
pieces.train_from_iterator(COMMANDS, vocab_size=600, show_progress=False)
pieces.post_processor = tokenizers.processors.BertProcessing(("[SEP]", pieces.token_to_id("[SEP]")),
                                                             ("[CLS]", pieces.token_to_id("[CLS]")))
pairs = tokenizers.ByteLevelBPETokenizer(add_prefix_space=False)
pairs.train_from_iterator(COMMANDS, vocab_size=900, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], show_progress=False)
pairs.post_processor = tokenizers.processors.RobertaProcessing(("</s>", pairs.token_to_id("</s>")),
                                                               ("<s>", pairs.token_to_id("<s>")), trim_offsets=False,
                                                               add_prefix_space=False)
same = True
for kind, tokenizer in (("WordPiece", pieces), ("byte pairs", pairs)):
    parts, whole = work / f"{kind} parts", work / f"{kind} whole"
    for folder in (parts, whole):
        folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save_model(str(parts))
    tokenizer.save(str(whole / "tokenizer.json"))
    tokenizer.enable_truncation(512)
    for folder in (parts, whole):
        same = compare(folder.name, folder, tokenizer, texts) and same
sys.exit(0 if same else 1)
