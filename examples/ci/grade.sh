#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Grades a tool in CI and compares the result with the newest run of the main branch.
#
# usage: grade.sh DATASET TOOL
#   DATASET  a dataset; TOOL  a tool description (`assay init` writes both)
#
#   ASSAY_STORE     the file in which runs are stored, and which CI keeps in its cache; assay.db by default
#   ASSAY_RUN_NAME  `main` for a run of the main branch, which later runs are compared with; `branch` by default
#
# Writes report/: report.html, junit.xml, report.md, results.jsonl, summary.md, which is report.md within
# the limits of a job page, and compare.md if there is a run of main to compare with. Exit status: 0 if
# every case that passed on main passes; 1 if one of them misses; 2 if one was not measured, or something
# failed. On the main branch itself, and without a run of it, misses are tolerated: 0 if every case was
# measured, otherwise 2.
set -eu
[ $# = 2 ] || { echo "usage: grade.sh DATASET TOOL" >&2; exit 2; }
name=${ASSAY_RUN_NAME:-branch}
export ASSAY_STORE="${ASSAY_STORE:-assay.db}"

rm -rf report report.runs  # so that afterwards everything in it is from this run
status=0
assay run --dataset "$1" --tool "$2" --name "$name" --output report.runs || status=$?
[ -e report.runs/runs/latest/run.json ] || { echo "grade.sh: the run left no reports (exit status $status)" >&2; exit 2; }
cp -RL report.runs/runs/latest report
assay report report.runs/runs/latest --format step-summary >report/summary.md

if [ "$name" = main ] || ! assay show main >/dev/null 2>&1; then
  [ "$name" = main ] || echo "grade.sh: no run of the main branch yet: nothing is compared"
  [ "$status" -le 1 ] || exit 2
  exit 0
fi
status=0
assay compare main report.runs/runs/latest --fail-on regression --markdown >report/compare.md || status=$?
cat report/compare.md
exit "$status"
