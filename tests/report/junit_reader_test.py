#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the golden JUnit files with an independent reader, python3-junitparser.

usage: junit_reader_test.py FOLDER

The golden files are the writer's output, byte for byte; report_test checks that. Ends with 77, a skip, if the
reader is not installed; with ASSAY_MUST_RUN in the environment that is a failure.
"""
import os
import sys
import unittest

try:
    from junitparser import Attr, Element, Error, Failure, IntAttr, JUnitXml, Properties, Skipped, TestCase
except ImportError as missing:
    print(f"skipped: {missing}; install the package python3-junitparser")
    sys.exit(1 if os.environ.get("ASSAY_MUST_RUN") else 77)

GOLDEN = sys.argv.pop(1)


class FlakyFailure(Element):
    _tag = "flakyFailure"
    message = Attr()


class FlakyError(Element):
    _tag = "flakyError"
    message = Attr()


class LocatedCase(TestCase):
    file = Attr()
    line = IntAttr()


def read(name):
    return JUnitXml.fromfile(os.path.join(GOLDEN, name))


def cases(document):
    """The cases by dataset.case; their class is suite.dataset."""
    prefix = document.name + "."
    return {f"{case.classname.removeprefix(prefix)}.{case.name}": LocatedCase.fromelem(case._elem)
            for suite in document for case in suite if case.classname.startswith(prefix)}


def gate(document):
    """The only case of the last suite."""
    suite = list(document)[-1]
    (case,) = suite
    assert (suite.name, case.classname, case.name) == (document.name, document.name, "gate")
    return case


def properties(case):
    """A case's properties, in either dialect: elements if rich, lines of the output if strict."""
    listed = case.child(Properties)
    if listed is not None:
        return {each.name: each.value for each in listed}
    lines = (case.system_out or "").splitlines()
    return dict(line[len("[[PROPERTY|"):-len("]]")].split("=", 1) for line in lines if line.startswith("[[PROPERTY|"))


def outcome(case):
    """The class of the element that decides, and its message."""
    results = case.result
    assert len(results) <= 1, results
    return (type(results[0]), results[0].message) if results else (None, "")


def counted(suite):
    """The counts of the cases, to be compared with those in the suite's head."""
    kinds = [outcome(case)[0] for case in suite]
    return len(kinds), kinds.count(Failure), kinds.count(Error), kinds.count(Skipped)


class BothDialects(unittest.TestCase):
    def each(self):
        for name in ("junit-rich.xml", "junit-strict.xml"):
            with self.subTest(name):
                yield read(name)

    def test_counts(self):
        for document in self.each():
            self.assertEqual((document.name, document.tests, document.failures, document.errors), ("correctness", 11, 5, 1))
            heads = [(s.name, s.tests, s.failures, s.errors, s.skipped) for s in document]
            self.assertEqual(heads, [("files", 8, 4, 0, 0), ("network", 2, 0, 1, 0), ("correctness", 1, 1, 0, 0)])

    def test_the_gate_is_a_case_of_its_own(self):
        for document in self.each():
            self.assertEqual(outcome(gate(document)), (Failure, "5 of 10 cases passed, 1 not measured"))

    def test_names(self):
        for document in self.each():
            self.assertEqual(list(cases(document)),
                             ["files.list", "files.list_all", "files.find_txt", "files.blanks", "files.slow", "files.crash",
                              "files.two_lines", "files.rm_root", "network.ports", "network.fetch"])

    def test_latencies_are_seconds(self):
        for document in self.each():
            self.assertEqual(cases(document)["files.slow"].time, 30.0)
            self.assertEqual(cases(document)["files.crash"].time, 0.015)

    def test_failures_and_errors(self):
        for document in self.each():
            by_name = cases(document)
            self.assertEqual(outcome(by_name["files.list"]), (None, ""))
            self.assertEqual(outcome(by_name["files.slow"]), (Failure, "timed_out: no answer within 30 s, want `ls -S | head -n 1`: score 0.00 < 0.80"))
            self.assertEqual(outcome(by_name["network.fetch"]), (Error, "UNMEASURED not_found: howto: no such program"))
            find = by_name["files.find_txt"].result[0]
            self.assertEqual(find.type, "miss")
            self.assertIn("- expected:  find . -name '*.txt'\n+ generated: find -name *.txt\n", find.text)

    def test_earlier_attempts(self):
        for document in self.each():
            ports = cases(document)["network.ports"]
            self.assertTrue(ports.child(FlakyFailure).message.startswith("attempt 1: got `netstat -l`, want `ss -tln`: score 0.00 < 0.80"))
            self.assertEqual(ports.child(FlakyError).message, "attempt 2: UNMEASURED cancelled: cancelled")
            self.assertEqual(outcome(ports), (None, ""))

    def test_properties_of_suites(self):
        for document in self.each():
            files = {each.name: each.value for each in list(document)[0].properties()}
            self.assertEqual((files["tool"], files["gate"], files["dataset_version"], files["dataset_sha256"]),
                             ("howto", "strict", "1.2", "b" * 64))

    def test_properties_of_cases(self):
        for document in self.each():
            by_name = cases(document)
            all_lines = properties(by_name["files.list_all"])
            self.assertEqual({key: all_lines[key] for key in ("id", "status", "method", "score", "category", "risk_level")},
                             {"id": "list-all", "status": "pass", "method": "canonical", "score": "0.90",
                              "category": "listing", "risk_level": "safe"})
            self.assertNotIn("score", properties(by_name["network.fetch"]), "what was not measured has no score")


class EachDialect(unittest.TestCase):
    def test_rich_has_file_and_line_as_attributes(self):
        find = cases(read("junit-rich.xml"))["files.find_txt"]
        self.assertEqual((find.file, find.line), ("datasets/files.json", 16))

    def test_strict_has_them_in_its_output(self):
        find = cases(read("junit-strict.xml"))["files.find_txt"]
        self.assertEqual((find.file, find.line), (None, None))
        self.assertEqual((properties(find)["file"], properties(find)["line"]), ("datasets/files.json", "16"))

    def test_attachments(self):
        crash = cases(read("junit-strict.xml"))["files.crash"]
        self.assertIn("[[ATTACHMENT|/project/runs/1/outputs/files.crash.stderr]]", crash.system_out.splitlines())

    def test_tolerated_misses_are_skipped(self):
        document = read("junit-mean.xml")
        self.assertEqual([counted(suite) for suite in document], [(8, 0, 0, 4), (2, 0, 1, 0), (1, 1, 0, 0)])
        self.assertEqual([(s.tests, s.failures, s.errors, s.skipped) for s in document], [(8, 0, 0, 4), (2, 0, 1, 0), (1, 1, 0, 0)])
        kind, message = outcome(cases(document)["files.crash"])
        self.assertEqual((kind, message), (Skipped, "MISS failed: exit status 3, want `ls -A`: score 0.00 < 0.80"))


class HostileOutput(unittest.TestCase):
    """Every text that a tool or a dataset can choose holds markup, escapes, every byte and broken UTF-8."""

    def each(self):
        for name in ("junit-hostile-rich.xml", "junit-hostile-strict.xml"):
            with self.subTest(name):
                yield read(name)

    def test_counts_are_of_the_cases_and_not_of_the_text(self):
        for document in self.each():
            self.assertEqual([counted(suite) for suite in document], [(2, 2, 0, 0), (1, 1, 0, 0)])
            self.assertEqual([(s.tests, s.failures, s.errors, s.skipped) for s in document], [(2, 2, 0, 0), (1, 1, 0, 0)])

    def test_names_are_names(self):
        for document in self.each():
            for name in cases(document):
                self.assertRegex(name, r"^evil\.[A-Za-z0-9_]+$")

    def test_markup_arrives_as_text(self):
        for document in self.each():
            failed = cases(document)["evil.failed"]
            self.assertIn(']]> </failure>&<a href="x">', failed.result[0].text)
            self.assertIn(']]> </failure>&<a href="x">', outcome(failed)[1])

    def test_every_byte_leaves_a_trace_and_none_a_control(self):
        for document in self.each():
            text = cases(document)["evil.failed"].result[0].text
            for byte in range(0x21, 0x7f):
                self.assertIn(chr(byte), text)
            self.assertFalse([c for c in text if ord(c) < 0x20 and c not in "\n\t" or 0x7f <= ord(c) < 0xa0], text)

    def test_properties_are_whole_and_attach_nothing(self):
        for document in self.each():
            for case in cases(document).values():
                known = properties(case)
                self.assertEqual(known["status"], "miss")
                self.assertTrue({"id", "method", "score", "category", "risk_level"} <= set(known))
                self.assertFalse([l for l in (case.system_out or "").splitlines() if l.startswith("[[ATTACHMENT")])


unittest.main()
