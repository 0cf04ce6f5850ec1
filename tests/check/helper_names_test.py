#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""helper_names_test.py LIST | --self-test: files compiled as one must not give their helpers the same names.

LIST has a line for each target of cmake/AssayPrecompiled.cmake's assay_unite(): its folder and its sources,
separated by ";". A target uses only those above it. In one unnamed namespace a second helper of the same name
would not compile, or would overload the first; and a helper hides headers' declarations of its name from
every file that follows it. So a helper's name is reported if another file defines it too, if a header of the
room declares it, or if a header of another room declares a type of that name, or a function that another file
of the room calls.
"""
import pathlib
import re
import sys
import tempfile

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|\bR"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Za-z])\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*',
    re.DOTALL | re.MULTILINE)
KEYWORDS = {"if", "for", "while", "switch", "catch", "return", "sizeof", "decltype", "noexcept", "alignas"}


def code_of(text):
    """The code without comments, directives and the contents of literals."""
    return TOKEN.sub(lambda found: '""' if found[0].lstrip("R").startswith('"') else "0" if found[0].startswith("'") else " ", text)


def declared(head):
    """(kind, name) of what a declaration at namespace level introduces; of an alias, its text too."""
    head = re.sub(r"\[\[.*?\]\]", "", head).strip()
    head = re.sub(r"^template\s*<.*?>\s*(?=[A-Za-z])", "", head, flags=re.DOTALL)
    alias = re.match(r"(?:using|namespace)\s+(\w+)\s*=", head)
    if alias:
        return "alias " + " ".join(head.split()), alias[1]
    if not head or re.match(r"(using|static_assert|friend)\b", head):
        return None
    named = re.match(r"(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+(\w+)", head)
    if named:
        return "type", named[1]
    while True:
        plain = re.sub(r"<[^<>()]*>", "", head)
        if plain == head:
            break
        head = plain
    called = re.search(r"(?<![\w:~])(\w+)\s*\(", head)
    assigned = head.find("=")
    if called and (assigned < 0 or called.start() < assigned):
        is_declaration = called.start() > 0 and called[1] not in KEYWORDS
        return ("function", called[1]) if is_declaration else None
    value = re.search(r"\s(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=|$)", head)
    return ("value", value[1]) if value else None


def names_of(code):
    """Names at namespace level: (kind, name, that namespace, whether it is a helper's)."""
    found, scopes, start = set(), [], 0
    for at, mark in ((each.start(), each[0]) for each in re.finditer(r"[{};]", code)):
        head = code[start:at].strip()
        start = at + 1
        space = re.match(r"(?:inline\s+)?namespace(?:\s+([\w:]+))?$", head) if mark == "{" else None
        if mark != "}" and not space and "(block)" not in scopes:
            name = declared(head)
            if name:
                found.add((*name, "::".join(filter(None, scopes)), "" in scopes or head.startswith("static ")))
        if mark == "{":
            scopes.append(space[1] or "" if space else "(block)")
        elif mark == "}" and scopes:
            scopes.pop()
    return found


def calls(code, name):
    return re.search(r"(?<![\w.:>~])" + name + r"\(", code)


def is_seen(name, kind, scope, foreign):
    """Whether a header declares such a name in a namespace visible from `scope`."""
    return any(kind == each and (scope + "::").startswith(space + "::") for each, space in foreign.get(name, ()))


def faults_of(sources, headers, foreign):
    """sources: {file: text} of a target; headers, foreign: {name: {(kind, namespace)}} declared by its room
    and by other rooms."""
    codes = {file: code_of(text) for file, text in sources.items()}
    helpers = {}
    hidden = {}
    for file, code in sorted(codes.items()):
        for kind, name, scope, is_helper in names_of(code):
            if is_helper:
                helpers.setdefault(name, {}).setdefault(file, set()).add(kind)
                if is_seen(name, kind, scope, foreign):
                    hidden.setdefault(name, set()).add(kind)
    faults = []
    for name, by_file in sorted(helpers.items()):
        kinds = set().union(*by_file.values())
        files = " and ".join(by_file)
        if len(by_file) > 1 and not (len(kinds) == 1 and next(iter(kinds)).startswith("alias ")):
            faults.append(f"{files}: {name} is the name of a helper in each: give them different names, or share one")
        elif name in headers and not all(kind.startswith("alias ") for kind in kinds):
            faults.append(f"{files}: {name} is the name of a helper and of what a header of the room declares")
        elif "type" in hidden.get(name, ()):
            faults.append(f"{files}: {name} is a helper's type, and one that a header of another room declares")
        elif "function" in hidden.get(name, ()):
            callers = [file for file in codes if file not in by_file and calls(codes[file], name)]
            if callers:
                faults.append(f"{files}: {name} is a helper, and hides a function of another room that {callers[0]} calls")
    return faults


def read(path):
    return path.read_text(encoding="utf-8")


def declared_in(headers):
    found = {}
    for path in headers:
        for kind, name, scope, is_helper in names_of(code_of(read(path))):
            if not is_helper:
                found.setdefault(name, set()).add((kind, scope))
    return found


def check(listed):
    faults, count = [], 0
    rooms = {}
    for line in listed.splitlines():
        folder, *sources = line.split(";")
        rooms[pathlib.Path(folder)] = [pathlib.Path(folder, each) for each in sources if not each.startswith("$")]
    foreign = {}  # of the rooms above: only these are visible
    for room, files in rooms.items():
        own = [path for path in files if path.suffix == ".h"]
        sources = {str(path.relative_to(room.parent)): read(path) for path in files
                   if path.suffix == ".cc" and path.is_file() and path.is_relative_to(room)}
        count += len(sources)
        public = declared_in((room / "include").glob("**/*.h"))
        faults += faults_of(sources, declared_in(own) | public, foreign)
        for name, declarations in public.items():
            foreign.setdefault(name, set()).update(declarations)
    return faults, count


def self_test():
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place, "room")
        other = pathlib.Path(place, "other/include")
        room.mkdir()
        other.mkdir(parents=True)
        opened = "namespace assay {\nnamespace {\n"
        closed = "}  // namespace\n}\n"
        (room / "a.cc").write_text(f'{opened}using Json = x::Json;\nint twice(int a) {{ return a; }}\nconst char* kept() {{ return "{{"; }}\n'
                                   f"bool own(char c) {{ return c == '}}'; }}\nstruct T {{ int f(); }};\nstruct Near {{}};\nint far() {{ return 1; }}\n{closed}")
        (room / "b.cc").write_text(f"{opened}using Json = x::Json;\ntemplate <typename V>\nV twice(V a) {{ return a; }}\nstatic int f() {{ return far(); }}\n{closed}")
        (room / "c.h").write_text("namespace assay {\nbool own(int c);\n}\n")
        (other / "d.h").write_text("namespace assay {\nint far();\nstruct Near;\nint near();\n}\n")
        faults, count = check(f"{other.parent};include/d.h\n{room};a.cc;b.cc;c.h;$<TARGET_OBJECTS:x>")
    told = sorted(re.search(r": (\w+) is", fault)[1] for fault in faults)
    if told != ["Near", "far", "own", "twice"] or count != 2:
        print("the check tells of", faults, count)
        return 1
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    faults, count = check(read(pathlib.Path(sys.argv[1])))
    print(*faults, f"{count} sources, {len(faults)} faults", sep="\n")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
