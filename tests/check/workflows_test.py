#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the CI files: they parse as YAML, have the keys that GitHub and GitLab need, and shells can read
their scripts.

usage: workflows_test.py ROOT SCHEMAS

SCHEMAS is the folder where ./do schemas puts the published JSON Schemas of both, and of Kubernetes; if they
are there, each file is validated against its own. Ends with 77, a skip, without python3-yaml or
python3-jsonschema; with ASSAY_MUST_RUN in the environment that is a failure, and so is a missing schema.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}; install the packages python3-jsonschema and python3-yaml")
    sys.exit(1 if os.environ.get("ASSAY_MUST_RUN") else 77)

ROOT, SCHEMAS = sys.argv[1:3]
GITLAB_KEYWORDS = {"default", "image", "include", "pages", "spec", "stages", "variables", "workflow"}


class Loader(yaml.SafeLoader):
    """YAML 1.2's booleans (`on:` is a word, not true), and no duplicate keys in a mapping."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key) for key, _ in node.value]
        twice = {str(key) for key in keys if keys.count(key) > 1}
        if twice:
            raise yaml.constructor.ConstructorError(None, None, f"given twice: {', '.join(twice)}", node.start_mark)
        return super().construct_mapping(node, deep)


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def load(path):
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, Loader)  # nosec: a SafeLoader


def files(*patterns):
    found = [path for pattern in patterns for path in glob.glob(os.path.join(ROOT, pattern), recursive=True)]
    return sorted(os.path.relpath(path, ROOT) for path in found)


def all_yaml():
    return files(".github/**/*.yml", ".github/**/*.yaml", ".gitlab-ci.yml", "examples/**/*.yml", "examples/**/*.yaml")


def github():
    return [path for path in all_yaml() if path.startswith(".github/workflows/") or "github" in os.path.basename(path)]


def gitlab():
    return [path for path in all_yaml() if "gitlab" in os.path.basename(path)]


def steps_of(*arguments):
    """What .ci/run asks of ./do, in a checkout in which that only says what it is asked."""
    with tempfile.TemporaryDirectory() as checkout:
        os.mkdir(os.path.join(checkout, ".ci"))
        shutil.copy(os.path.join(ROOT, ".ci", "run"), os.path.join(checkout, ".ci"))
        with open(os.path.join(checkout, "do"), "w", encoding="utf-8") as stub:
            stub.write('#!/bin/sh\necho "$*"\n')
        os.chmod(stub.name, 0o755)
        done = subprocess.run([os.path.join(checkout, ".ci", "run"), *arguments], text=True, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        return done.stdout.splitlines()


def shell_reads(script):
    """The complaints of bash, the default shell of both, about a script; ${{ … }} is replaced by a word."""
    while "${{" in script:
        before, _, rest = script.partition("${{")
        script = before + "word" + rest.partition("}}")[2]
    return subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False).stderr


def fetched(*pattern):
    """The file of ./do schemas. Without it the test is skipped; with ASSAY_MUST_RUN that is a failure."""
    found = glob.glob(os.path.join(SCHEMAS, *pattern))
    if not found:
        missing = f"{os.path.join(SCHEMAS, *pattern)} is not there; ./do schemas fetches the published schemas"
        raise AssertionError(missing) if os.environ.get("ASSAY_MUST_RUN") else unittest.SkipTest(missing)
    return found[0]


class Workflows(unittest.TestCase):
    def test_every_file_parses(self):
        self.assertGreater(len(all_yaml()), 4)
        for path in all_yaml():
            with self.subTest(path):
                with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                    for document in yaml.load_all(file, Loader):
                        self.assertIsInstance(document, dict)

    def test_github_workflows_have_what_a_runner_needs(self):
        self.assertGreater(len(github()), 1)
        for path in github():
            workflow = load(os.path.join(ROOT, path))
            with self.subTest(path):
                self.assertTrue({"name", "on", "jobs"} <= set(workflow), "name, on, jobs")
                if path.startswith(".github/"):
                    self.assertIn("permissions", workflow, "what runs in this repository may do no more than it needs")
                for name, job in workflow["jobs"].items():
                    self.assertIn("runs-on", job, name)
                    if path.startswith(".github/"):
                        self.assertIn("timeout-minutes", job, f"{name}: a job that hangs would run for six hours")
                    self.assertTrue(set([job["needs"]] if isinstance(job.get("needs"), str) else job.get("needs", []))
                                    <= set(workflow["jobs"]), f"{name} needs a job that is not there")
                    for step in job["steps"]:
                        self.assertNotEqual("uses" in step, "run" in step, f"{name}: a step has either `uses` or `run`: {step}")
                        self.assertRegex(step.get("uses", "owner/action@v1"), r"^[\w.-]+/[\w./-]+@.+$", "a version")
                        self.assertEqual(shell_reads(step.get("run", "")), "", f"{name}: {step}")

    def test_gitlab_jobs_have_a_script(self):
        self.assertGreater(len(gitlab()), 1)
        for path in gitlab():
            with self.subTest(path):
                jobs = {name: job for name, job in load(os.path.join(ROOT, path)).items() if name not in GITLAB_KEYWORDS}
                self.assertTrue([name for name in jobs if not name.startswith(".")], "a job")
                for name, job in jobs.items():
                    extended = job.get("extends", [])
                    for parent in [extended] if isinstance(extended, str) else extended:
                        self.assertIn(parent, jobs, f"{name} extends what is not there")
                    if not name.startswith("."):
                        self.assertTrue(job.get("script") or job.get("trigger") or "extends" in job, f"{name} has no script")
                    for line in job.get("script", []) + job.get("before_script", []):
                        self.assertEqual(shell_reads(line), "", f"{name}: {line}")

    def test_issue_forms_have_what_github_needs(self):
        forms = [path for path in files(".github/ISSUE_TEMPLATE/*.yml") if not path.endswith("/config.yml")]
        self.assertTrue(forms)
        for path in forms:
            form = load(os.path.join(ROOT, path))
            with self.subTest(path):
                self.assertTrue({"name", "description", "body"} <= set(form))
                identifiers = [part["id"] for part in form["body"] if part["type"] != "markdown"]
                self.assertEqual(len(identifiers), len(set(identifiers)), "ids are unique")
                for part in form["body"]:
                    self.assertIn(part["type"], {"checkboxes", "dropdown", "input", "markdown", "textarea"})
                    self.assertTrue(part["type"] == "markdown" or part["attributes"]["label"])

    def expect_valid(self, validator, paths):
        self.assertTrue(paths)
        for path in paths:
            with self.subTest(path):
                said = [f"{'/'.join(map(str, each.path))}: {each.message[:300]}"
                        for each in validator.iter_errors(load(os.path.join(ROOT, path)))]
                self.assertEqual(said, [])

    def test_published_schemas_accept_them(self):
        for schema, paths in (("github-workflows", github()), ("gitlab-ci", gitlab())):
            file = fetched("check_jsonschema", "builtin_schemas", "vendor", schema + ".json")
            with open(file, encoding="utf-8") as text:
                self.expect_valid(jsonschema.Draft7Validator(json.load(text)), paths)

    def test_the_schema_of_kubernetes_accepts_its_job(self):
        with zipfile.ZipFile(fetched("kubernetes_validate-*.whl")) as wheel:
            place = "kubernetes_validate/kubernetes-json-schema/v1.29.0-local-strict/"  # the oldest that the job is for
            job, definitions = (json.loads(wheel.read(place + name)) for name in ("job-batch-v1.json", "_definitions.json"))
        resolver = jsonschema.RefResolver("", job, {definitions["$id"]: definitions})
        validator = jsonschema.Draft202012Validator(job, resolver=resolver)
        self.expect_valid(validator, [path for path in all_yaml() if "kubernetes" in path])
        self.assertFalse(validator.is_valid({"apiVersion": "batch/v1", "kind": "Job", "spec": {"template": {}, "completion": 4}}))

    def test_what_runs_every_test_fetches_what_they_need(self):
        quick, each, weekly = steps_of("quick"), steps_of(), steps_of("weekly")
        self.assertLessEqual(set(quick), set(each))
        self.assertLessEqual(set(each), set(weekly))
        for steps in (each, weekly):
            self.assertLess(steps.index("schemas"), steps.index("test"))
            self.assertLess(steps.index("cmakes"), steps.index("slow"))
        self.assertLess(weekly.index("conan"), weekly.index("slow"))
        jobs = load(os.path.join(ROOT, ".github", "workflows", "test.yml"))["jobs"]
        self.assertIn(".ci/run weekly", jobs["everything"]["steps"][-1]["run"])
        self.assertIn(".ci/run weekly", load(os.path.join(ROOT, ".gitlab-ci.yml"))["everything"]["script"])

    def test_a_planted_fault_is_found(self):
        self.assertIn("on", yaml.load("on: [push]", Loader))
        with self.assertRaises(yaml.YAMLError):
            yaml.load("job:\n  script: a\n  script: b\n", Loader)
        self.assertNotEqual(shell_reads("if true; then"), "")
        self.assertEqual(shell_reads('echo "${{ github.ref == \'x\' }}"'), "")


unittest.main(argv=sys.argv[:1])
