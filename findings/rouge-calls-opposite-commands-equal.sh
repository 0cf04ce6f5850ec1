#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages (PyPI): rouge-score 0.1.2, behind the "rouge" of most evaluation libraries, and rouge 1.0.1.
#
# Seen: rouge-score gives 1.0 for ROUGE-1, ROUGE-2 and ROUGE-L to pairs of commands that do the opposite of each other: `chmod +x f`
# and `chmod -x f`, `[ -e f ]` and `[ ! -e f ]`, `a && b` and `a || b`, a pipe and a redirection that overwrites a file.
# rouge splits at blanks and tells all of these pairs apart, with scores between .33 and .89. Both give ROUGE-2 of 0 to `cd ..`
# against itself: dots are thrown away by the one, and end a sentence for the other.
#
# Why it surprises: the tokenizer of rouge-score was made for prose; whatever is neither a letter nor a digit separates words and is
# thrown away. In a command that is where the meaning is. Two packages of one name and one published formula differ by
# half of the scale.
#
# Take care: no threshold of such a score separates right commands from wrong ones, not even exact ones from opposite ones. If ROUGE has
# to be reported for commands, give rouge-score a tokenizer of your own that splits at blanks, and say so beside the figure.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check 'rouge-score==0.1.2' 'rouge==1.0.1'
cat >"$dir/score.py" <<'PYTHON'
from rouge import Rouge
from rouge_score import rouge_scorer

PAIRS = [
    ("chmod +x deploy.sh", "chmod -x deploy.sh"),
    ("[ -e lock ]", "[ ! -e lock ]"),
    ("make && git push", "make || git push"),
    ("sort names | uniq", "sort names > uniq"),
    ("cd ..", "cd .."),
]
scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
for wanted, given in PAIRS:
    first = scorer.score(wanted, given)
    second = Rouge().get_scores(given, wanted)[0]
    of_first = [format(first[name].fmeasure, ".2f") for name in ("rouge1", "rouge2", "rougeL")]
    of_second = [format(second[name]["f"], ".2f") for name in ("rouge-1", "rouge-2", "rouge-l")]
    print(f"{wanted}  beside  {given}: rouge-score", *of_first, "rouge", *of_second)
PYTHON
"$dir/venv/bin/python" "$dir/score.py" >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
chmod +x deploy.sh  beside  chmod -x deploy.sh: rouge-score 1.00 1.00 1.00 rouge 0.75 0.33 0.75
[ -e lock ]  beside  [ ! -e lock ]: rouge-score 1.00 1.00 1.00 rouge 0.89 0.57 0.89
make && git push  beside  make || git push: rouge-score 1.00 1.00 1.00 rouge 0.75 0.33 0.75
sort names | uniq  beside  sort names > uniq: rouge-score 1.00 1.00 1.00 rouge 0.75 0.33 0.75
cd ..  beside  cd ..: rouge-score 1.00 0.00 1.00 rouge 1.00 0.00 1.00
TEXT
diff "$dir/expected" "$dir/seen"
echo "as described"
