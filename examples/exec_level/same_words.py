#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A grading level: an answer with the words of an accepted command, in any order, scores 0.85
(docs/levels.md)."""
import json
import sys

question = json.load(sys.stdin)
answer = sorted(question["answer"]["text"].split())
for accepted in question["case"]["accepted"]:
    if sorted(accepted.split()) == answer:
        print(json.dumps({"verdict": "match", "score": 0.85, "why": "the words of " + accepted}))
        break
else:
    print(json.dumps({"verdict": "undecided", "why": "other words"}))
