# SPDX-License-Identifier: Apache-2.0
"""A test's own PostgreSQL server, in a folder, reachable only through a Unix socket."""
import os
import pathlib
import pwd
import shutil
import subprocess

from made_run import needed

LIBFAKETIME = next(map(str, pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)  # null: not installed


def programs():
    """The folder of the newest server that Debian has installed; ends the test if there is none."""
    found = list(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not found:
        needed("no PostgreSQL server on this machine (Debian: postgresql)")
    return max(found, key=lambda each: float(each.parts[-3])).parent


class Server:
    """A server does not run as root: in that case it runs as nobody. It ends with the `with` block."""

    def __init__(self, folder, clock=None):
        """With a clock such as "+1d", the server's differs so much from this machine's."""
        self.programs = programs()
        self.folder = pathlib.Path(folder) / "server"
        self.clock = {}
        if clock is not None:
            self.clock = {"LD_PRELOAD": LIBFAKETIME, "FAKETIME": clock, "DONT_FAKE_MONOTONIC": "1"}
        self.folder.mkdir()
        self.user = None
        if os.geteuid() == 0:
            self.user = "nobody"
            pathlib.Path(folder).chmod(0o755)
            shutil.chown(self.folder, pwd.getpwnam("nobody").pw_uid)
        self.call("initdb", "-D", self.folder / "data", "-U", "assay", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8")
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text("local all locked scram-sha-256\n" + rules.read_text())
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def call(self, program, *words, **options):
        return subprocess.run([self.programs / program, *words], user=self.user, cwd=self.folder, check=True, text=True,
                              stdout=subprocess.PIPE, env={**os.environ, "LC_ALL": "C.UTF-8"}, **options).stdout

    def start(self):
        settings = f"-k {self.folder} -c listen_addresses= -c max_connections=60"
        with open(self.folder / "log", "ab") as log:  # the server keeps writing to its standard output
            subprocess.run([self.programs / "pg_ctl", "-D", self.folder / "data", "-o", settings, "-w", "start"], user=self.user,
                           cwd=self.folder, check=True, stdout=log, stderr=log, env={**os.environ, **self.clock})

    def stop(self):
        self.call("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop")

    def url(self, schema):
        return f"postgresql:///postgres?host={self.folder}&user=assay&options=-csearch_path%3D{schema}"

    def sql(self, text, schema="public"):
        return self.call("psql", "-h", self.folder, "-U", "assay", "-qAt", "-c", f"SET search_path = {schema}", "-c", text,
                         "postgres").strip()
