# SPDX-License-Identifier: Apache-2.0
# Two cases, tools that answer them, recorded answers, and stores with a run each.
cat >my-tool <<'TOOL'
#!/bin/sh
case $1 in *hidden*) echo 'ls -la' ;; *) echo 'tail -n 20 app.log' ;; esac
TOOL
chmod +x my-tool
cp my-tool ask.sh
assay init first --tool './my-tool {prompt}'
mv first/cases.json correctness.json
for name in howto small large; do printf '{"name": "%s", "argv": ["./my-tool", "{prompt}"]}\n' $name >$name.json; done
for name in answers model_a model_b; do
  printf '{"id": "%s", "answer": "%s"}\n' list-hidden 'ls -al' last-lines 'tail -20 app.log' >$name.jsonl
done
for branch in main branch; do assay run --dataset correctness.json --tool howto.json --store $branch.db; done
rm -r assay.db first
