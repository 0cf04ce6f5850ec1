#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the reference vectors of trained_model_test.cc: reference_vectors.py MODEL_FOLDER > data/all_minilm_l6_v2.json

Needs the packages sentence-transformers and torch; their results are committed, so that tests need
neither."""
import json
import sys

import sentence_transformers

TEXTS = [
    "ls -la",
    "find . -name \"*.txt\"",
    "ls *.txt",
    "ls -lS | head -n 5",
    "wc -l file.txt",
    "cat file.txt | wc -l",
    "",
    "grep -rn 'café' ~/Été | awk '{print $1}'",
    "日本語 ファイル 🎉",
    "tar czf backup.tar.gz " + " ".join(f"directory{i}/file{i}.txt" for i in range(60)),
]

model = sentence_transformers.SentenceTransformer(sys.argv[1], device="cpu")
vectors = [model.encode([text])[0] for text in TEXTS]
print(json.dumps({"sentence_transformers": sentence_transformers.__version__, "texts": [
    {"text": text, "vector": [round(float(x), 7) for x in vector]} for text, vector in zip(TEXTS, vectors)]},
    ensure_ascii=False, indent=0))
