#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages: openai 3.57.0 (PyPI) and openai 6.49.0 (npm), two clients of one vendor, against a server on the
# loopback address that answers 429.
#
# Seen: with `Retry-After: 121`, the Python client gives up at once after one request, whatever max_retries says, because it
# follows such a wish up to 120 seconds and regards a longer one as not worth a retry. The Node client sleeps as long as the
# server says; its own timeout of one second does not end that, since it covers requests and not the waits
# between them. With `Retry-After: 0`, and with a date that has just passed, which are both valid, the Node client sends all
# its retries within milliseconds, and the Python client backs off as if there were no header.
#
# Why it surprises: the two are described alike, with the same names for the same settings. More retries do not help the
# first one against a long wait, and a short time limit does not help the second.
#
# Take care: how many cases of a run are "not measured" after a rate limit depends on the client's language. Report a rate
# limit as an outcome of its own, never as a miss; put your own time limit around the whole call; and do not let a scripted
# server send Retry-After: 0 when you want to test that a tool backs off.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'openai==3.57.0'
npm install --silent --no-fund --no-audit --prefix . openai@6.49.0 >/dev/null
cat >ask.py <<'PYTHON'
import sys
import openai
client = openai.OpenAI(api_key="none", base_url=sys.argv[1], max_retries=2, timeout=1)
try:
    client.chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}])
except openai.RateLimitError:
    print("RateLimitError")
PYTHON
cat >ask.mjs <<'JS'
import OpenAI from "openai";
const client = new OpenAI({ apiKey: "none", baseURL: process.argv[2], maxRetries: 2, timeout: 1000 });
try {
  await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "x" }] });
} catch (error) {
  if (!(error instanceof OpenAI.RateLimitError)) throw error;
  console.log("RateLimitError");
}
JS
cat >server.py <<'PYTHON'
import email.utils
import http.server
import subprocess
import sys
import threading
import time

times = []
header = None


class Limited(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_POST(self):
        times.append(time.monotonic())
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"error": {"message": "slow down"}}'
        self.send_response(429)
        if header is not None:
            self.send_header("Retry-After", header)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Limited)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/v1"
passed = email.utils.formatdate(time.time() - 1, usegmt=True)
for name, value in [("none", None), ("0", "0"), ("a passed date", passed), ("121", "121")]:
    for client, command in [("Python", [sys.executable, "ask.py", address]), ("Node", ["node", "ask.mjs", address])]:
        header = value
        times.clear()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            outcome = process.communicate(timeout=20)[0].strip()
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            outcome = "still waits after 20 seconds"
        waits = ["backs off" if after - before > 0.3 else "at once" for before, after in zip(times, times[1:])]
        print(f"Retry-After {name} | {client} | requests {len(times)} | {', '.join(waits) or 'no retry'} | {outcome}", flush=True)
PYTHON
venv/bin/python server.py >seen
cat seen
cat >expected <<'TEXT'
Retry-After none | Python | requests 3 | backs off, backs off | RateLimitError
Retry-After none | Node | requests 3 | backs off, backs off | RateLimitError
Retry-After 0 | Python | requests 3 | backs off, backs off | RateLimitError
Retry-After 0 | Node | requests 3 | at once, at once | RateLimitError
Retry-After a passed date | Python | requests 3 | backs off, backs off | RateLimitError
Retry-After a passed date | Node | requests 3 | at once, at once | RateLimitError
Retry-After 121 | Python | requests 1 | no retry | RateLimitError
Retry-After 121 | Node | requests 1 | no retry | still waits after 20 seconds
TEXT
diff expected seen
echo "as described"
