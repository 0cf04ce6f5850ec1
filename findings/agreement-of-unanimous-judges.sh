#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages (all PyPI): nltk 3.10.4, statsmodels 0.15.0, krippendorff 0.9.0 and irrCAC 0.4.4, which compute how far judges agree
# beyond chance.
#
# Seen: for two judges who both mark all of four answers as right, NLTK gives 1 for Cohen's kappa and for Krippendorff's alpha,
# statsmodels gives NaN for Cohen's and Fleiss' kappa, krippendorff raises a ValueError, but gives NaN once it is told that
# a second mark exists, and irrCAC raises a ZeroDivisionError for Krippendorff's alpha and gives 1 for Gwet's AC1. As soon as
# the judges differ in one answer, NLTK and krippendorff agree again: alpha is exactly 0 although they agree in three
# answers of four.
#
# Why it surprises: the coefficient is 0/0 there, and each library fills the hole in its own way: best value, no value, error.
# From one answer to the next it falls from 1 to 0 where nothing but the last mark changed.
#
# Take care: an easy suite, a small stratum or a good tool makes judges unanimous, so this is the usual case and no corner. A gate
# such as "alpha is at least 0.8" passes, fails or stops, depending on the library: NaN makes every comparison false, so
# the gate "stop if alpha is below 0.8" lets it pass. Report the plain share of equal marks with its count beside any such
# coefficient, and treat an undefined one as not measured.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check 'nltk==3.10.4' 'statsmodels==0.15.0' 'krippendorff==0.9.0' 'irrCAC==0.4.4'
cat >"$dir/agree.py" <<'PYTHON'
import krippendorff
import numpy
import pandas
from irrCAC.raw import CAC
from nltk.metrics.agreement import AnnotationTask
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa


def show(name, compute):
    try:
        print(f"  {name}: {float(compute()):.3f}")
    except Exception as error:
        print(f"  {name}: {type(error).__name__}")


for first, second in [([1, 1, 1, 1], [1, 1, 1, 1]), ([1, 1, 1, 1], [1, 1, 1, 0])]:
    print(first, second)
    marks = [(judge, str(answer), mark) for judge, row in (("a", first), ("b", second)) for answer, mark in enumerate(row)]
    table = numpy.array([[sum(1 for x, y in zip(first, second) if (x, y) == (i, j)) for j in (0, 1)] for i in (0, 1)])
    counts = numpy.array([[2 - x - y, x + y] for x, y in zip(first, second)])
    frame = pandas.DataFrame({"a": first, "b": second})
    data = numpy.array([first, second])
    show("nltk kappa", lambda: AnnotationTask(data=marks).kappa())
    show("statsmodels kappa", lambda: cohens_kappa(table).kappa)
    show("statsmodels fleiss", lambda: fleiss_kappa(counts))
    show("nltk alpha", lambda: AnnotationTask(data=marks).alpha())
    show("krippendorff alpha", lambda: krippendorff.alpha(data, level_of_measurement="nominal"))
    show("krippendorff alpha of 0 and 1", lambda: krippendorff.alpha(data, level_of_measurement="nominal", value_domain=[0, 1]))
    show("irrCAC alpha", lambda: CAC(frame).krippendorff()["est"]["coefficient_value"])
    show("irrCAC gwet", lambda: CAC(frame).gwet()["est"]["coefficient_value"])
PYTHON
"$dir/venv/bin/python" -W ignore "$dir/agree.py" >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
[1, 1, 1, 1] [1, 1, 1, 1]
  nltk kappa: 1.000
  statsmodels kappa: nan
  statsmodels fleiss: nan
  nltk alpha: 1.000
  krippendorff alpha: ValueError
  krippendorff alpha of 0 and 1: nan
  irrCAC alpha: ZeroDivisionError
  irrCAC gwet: 1.000
[1, 1, 1, 1] [1, 1, 1, 0]
  nltk kappa: 0.000
  statsmodels kappa: 0.000
  statsmodels fleiss: -0.143
  nltk alpha: 0.000
  krippendorff alpha: 0.000
  krippendorff alpha of 0 and 1: 0.000
  irrCAC alpha: 0.000
  irrCAC gwet: 0.680
TEXT
diff "$dir/expected" "$dir/seen"
echo "as described"
