# SPDX-License-Identifier: Apache-2.0
# A model with random weights, and labelled pairs that no rule decides and that it can tell apart.
"$make_model" codebert
for n in $(seq 100); do
  printf '{"expected": "frob a b c d e f %s", "generated": "frob  a b c d e f %s x", "right": true, "task": "%s"}\n' "$n" "$n" "$n"
  printf '{"expected": "frob a b c d e f %s", "generated": "%s", "right": false, "task": "%s"}\n' "$n" "$n" "$n"
done >pairs.jsonl
