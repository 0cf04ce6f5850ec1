# SPDX-License-Identifier: Apache-2.0
# A model with random weights, a dataset and a caro that always answers the same.
"$make_model" codebert
cat >cases.json <<'JSON'
{"name": "cases", "version": "1", "test_cases": [
  {"id": "hidden", "prompt": "list hidden files too", "expected_command": "ls -la", "category": "listing", "risk_level": "safe",
   "posix_compliant": true}]}
JSON
cat >../bin/caro <<'TOOL'
#!/bin/sh
echo '{"generated_command": "ls -al"}'
TOOL
chmod +x ../bin/caro
