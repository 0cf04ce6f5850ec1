#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""assay asks a server by https on a machine that has no libssl.

usage: unaided_server_test.py ASSAY

In a mount namespace of its own, every libssl and libcrypto of the system is covered by an empty file. A server on
127.0.0.1, outside the namespace, answers requests for embeddings. Ends with 77, a skip, if there can be no such
namespace or no certificate.
"""
import glob
import http.server
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading

ASSAY = str(pathlib.Path(sys.argv[1]).absolute())
COVER = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-euc",
         'for each in $0; do mount --bind /dev/null "$each"; done; exec "$@"']
asked = 0


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


class Embeddings(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global asked
        asked += 1
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        reply = json.dumps({"data": [{"index": index, "embedding": [1.0, float(len(text)), 0.5]} for index, text in enumerate(texts)]})
        self.send_response(200)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply.encode())

    def log_message(self, *_):
        pass


libraries = sorted({str(pathlib.Path(place).resolve()) for folder in ("/usr/lib", "/usr/lib/*-linux-gnu", "/usr/lib64")
                    for name in ("libssl.so*", "libcrypto.so*") for place in glob.glob(f"{folder}/{name}")})
covered = [*COVER, " ".join(libraries)]
if subprocess.run([*covered, "true"], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).returncode != 0:
    skip("no mount namespace can be made here")
if shutil.which("openssl") is None:
    skip("no openssl to make a certificate with")

with tempfile.TemporaryDirectory() as place:
    work = pathlib.Path(place)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                    "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", work / "key.pem", "-out", work / "certificate.pem"],
                   check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Embeddings)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(work / "certificate.pem", work / "key.pem")
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    (work / "pairs.jsonl").write_text(json.dumps({"instruction": "list files", "expected": "ls", "generated": "ls -R"}) + "\n")
    environment = {**os.environ, "SSL_CERT_FILE": str(work / "certificate.pem")}
    environment.pop("ASSAY_STORE", None)
    # The covered libraries cannot be used: otherwise this test would prove nothing.
    probe = subprocess.run([*covered, "openssl", "version"], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert probe.returncode != 0, probe.stdout
    done = subprocess.run([*covered, ASSAY, "evaluate", "--data", "pairs.jsonl", "--embedder", f"https://127.0.0.1:{server.server_port}/v1",
                           "--embedder-model", "test", "--output-dir", "out"], cwd=work, env=environment, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    server.shutdown()
    assert done.returncode == 0 and asked > 0 and "unavailable" not in done.stdout, f"{done.returncode}, asked {asked} times:\n{done.stdout}"
    print(f"asked by https {asked} times, without {len(libraries)} libraries")
