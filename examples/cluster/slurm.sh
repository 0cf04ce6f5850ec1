#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a suite as a Slurm array and merges it when all tasks have ended, whether they succeeded or not.
#
#   slurm.sh SHARDS FOLDER --dataset cases.json --tool tool.json …     then options of assay run
#
# FOLDER is on a file system shared by all nodes: the shards' stores, assay.db, the reports and the logs are
# written there. A task requeued on its node resumes; on another node it starts again. If assay alone was killed
# (out of memory), its answers are in FOLDER, and its task, submitted again, resumes on any node. To submit tasks
# again, with the run id that was printed, and then merge:
#
#   ASSAY_RUN_ID=ID sbatch --array=3,7 slurm.sh shard SHARDS FOLDER --dataset …
#   sbatch --dependency=afterany:JOB slurm.sh merge FOLDER
set -eu

usage() {
  echo "usage: slurm.sh SHARDS FOLDER OPTIONS OF assay run" >&2
  exit 3
}

submit() {
  shards=$1 folder=$2
  shift 2
  mkdir -p "$folder"
  if [ -z "${ASSAY_RUN_ID:-}" ] && ls "$folder"/shard-*.db >/dev/null 2>&1; then
    echo "$folder has shards of an earlier run: name another folder" >&2
    exit 3
  fi
  : "${ASSAY_RUN_ID:=slurm-$(date -u +%Y%m%dT%H%M%S)-$$}"
  export ASSAY_RUN_ID
  # The count of the first array: a task that is submitted again must not number itself by another array.
  array=$(sbatch --parsable --array="1-$shards" --requeue --open-mode=append --output="$folder/shard-%a.log" "$0" shard "$shards" "$folder" "$@")
  merge=$(sbatch --parsable --dependency="afterany:$array" --output="$folder/merge.log" "$0" merge "$folder")
  echo "run $ASSAY_RUN_ID: array $array, merged by job $merge into $folder/assay.db"
}

shard() {
  shards=$1 folder=$2 number=$SLURM_ARRAY_TASK_ID
  shift 2
  # The store is written to the node's own disk: SQLite cannot rely on the locks of a network file system.
  shared="$folder/shard-$number.db" store="${TMPDIR:-/tmp}/$ASSAY_RUN_ID-$number.db"
  if [ -e "$shared" ] && [ ! -e "$store" ]; then
    cp "$shared" "$store.part"
    if assay runs --names --store "$store.part" | grep -qxFe "$ASSAY_RUN_ID"; then mv "$store.part" "$store"; fi
    rm -f "$store.part"*
  fi
  status=0
  assay run "$@" --shard "$number/$shards" --store "$store" || status=$?
  [ -e "$store" ] || exit "$status"
  # If assay was killed, the end of its store is in a second file. The merge writes both into one.
  rm -f "$store.whole"*
  assay merge "$store" --store "$store.whole" >/dev/null
  cp "$store.whole" "$shared.part"
  mv "$shared.part" "$shared"
  rm -f "$store" "$store-wal" "$store-shm" "$store.whole"
  exit "$status"
}

merge() {
  folder=$(cd "$1" && pwd)
  local=$(mktemp -d)  # as above: no store is opened on the shared file system
  cp "$folder"/shard-*.db "$local"
  cd "$local"  # so that the files are printed by the names that they have in FOLDER, too
  status=0
  assay merge shard-*.db --store assay.db --gate --output "$folder" || status=$?
  cp assay.db "$folder/assay.db.part"
  mv "$folder/assay.db.part" "$folder/assay.db"
  cd "$folder"
  rm -r "$local"
  exit "$status"
}

[ $# -ge 2 ] || usage
case $1 in
  shard | merge) "$@" ;;
  *) submit "$@" ;;
esac
