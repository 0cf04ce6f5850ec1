#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calibrates the trained model on labelled pairs, and compares the result with the profile that comes with
assay.

usage: calibrated_profile_test.py ASSAY MODEL DATA PROFILE

Ends with 77, which CTest shows as skipped, if ./do models fetched no model or the labelled pairs are not
beside the checkout.
"""
import json
import os
import subprocess
import sys
import tempfile

ASSAY, MODEL, DATA, PROFILE = sys.argv[1:]
JUDGED = ("judged_pairs.jsonl", "expected=gold,generated=prediction,right=correct_command,task=description")
OTHER_TASKS = ("feh_pairs.jsonl", "expected=ground_truth,generated=candidate,right=equivalent")


def calibrated(pairs, columns, folder, *options):
    """The resulting profile; status 2 means that no threshold satisfies the rule."""
    file = f"{folder}/{pairs}.profile"
    ran = subprocess.run([ASSAY, "calibrate", f"{DATA}/{pairs}", "--columns", columns, "--model", MODEL, "--profile", file,
                          *options], capture_output=True, text=True)
    if ran.returncode not in (0, 2):
        sys.exit(ran.stderr)
    with open(file, encoding="utf-8") as profile:
        return json.load(profile)


def hold(what, is_so):
    if not is_so:
        sys.exit(f"{what} does not hold")


def main():
    for needed in (f"{MODEL}/model.safetensors", f"{DATA}/{JUDGED[0]}", f"{DATA}/{OTHER_TASKS[0]}"):
        if not os.path.exists(needed):
            print(f"skipped: no {needed}")
            sys.exit(77)
    with open(PROFILE, encoding="utf-8") as file:
        shipped = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        near = calibrated(*JUDGED, folder, "--undecided")
        for name in ("model_hash", "pooling", "rule", "accept"):
            hold(f"{name} of the shipped profile: {shipped[name]}, now {near[name]}", shipped[name] == near[name])
        # As the text rules change, so do the pairs they leave undecided, from which the shipped figures were
        # calculated.
        for name, most in (("auc", 0.02), ("average_precision", 0.03), ("reject", 0.05)):
            hold(f"{name} of the shipped profile: {shipped[name]}, now {near[name]}", abs(shipped[name] - near[name]) <= most)
        # The model does tell apart commands for different tasks, which shows that it was read correctly.
        far = calibrated(*OTHER_TASKS, folder)
        hold(f"an AUC of 0.95 of commands for other tasks: {far['auc']}", far["auc"] >= 0.95)
        hold(f"a threshold between 0.6 and 0.9 of them: {far['accept']}", far["accept"] and 0.6 < far["accept"] < 0.9)


if __name__ == "__main__":
    main()
