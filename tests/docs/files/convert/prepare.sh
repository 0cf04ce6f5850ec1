# SPDX-License-Identifier: Apache-2.0
# Tests of two other programs, and what promptfoo wrote about its own.
cat >tests.csv <<'CSV'
nl,bash,bash2
list all files with details,ls -la,ls -al
count the lines of notes.txt,wc -l notes.txt,
CSV
cat >promptfooconfig.yaml <<'YAML'
prompts: ['{{request}}']
tests:
  - vars: {request: list all files with details}
    assert: [{type: equals, value: ls -la}]
  - vars: {request: count the lines of notes.txt}
    assert: [{type: equals, value: wc -l notes.txt}]
YAML
cat >results.json <<'JSON'
{"results": {"version": 3, "results": [
  {"testIdx": 0, "promptIdx": 0, "success": false, "provider": {"id": "ollama:llama3.1"}, "latencyMs": 812,
   "prompt": {"raw": "list all files with details"}, "vars": {"request": "list all files with details"},
   "response": {"output": "```bash\nls -al\n```"}},
  {"testIdx": 1, "promptIdx": 0, "success": true, "provider": {"id": "ollama:llama3.1"}, "latencyMs": 640,
   "prompt": {"raw": "count the lines of notes.txt"}, "vars": {"request": "count the lines of notes.txt"},
   "response": {"output": "wc -l notes.txt"}}]}}
JSON
