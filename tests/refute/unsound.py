#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does `refute` find unsound rules? Puts earlier faults of the engine back, one at a time, and counts those
found.

usage: unsound.py [--only WORD] [--groups N]

Each fault removes one guard from the engine or from a table, and names the rule that it breaks: the groups
are then about that rule. Works in a copy of the tracked files in build-breaks/, as breaks.py does. Prints one
line per fault; exits with 1 if one is not found, or if the unchanged code is refuted.
"""
import argparse
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import breaks

ENGINE = "framework/equivalence/"
TABLES = "framework/utilities/tables/"

# (the fault, rule, file, sound code, unsound code[, the surroundings that show it])
FAULTS = [
    ("a redirection with expansions passes any other", "redirect-order", ENGINE + "script/stage.cc",
     "const Expanding by_left = expanding_of(*left.target), by_right = expanding_of(*right.target);",
     "[[maybe_unused]] const auto unused = expanding_of(*left.target);\n"
     "  const Expanding by_left = Expanding::nothing, by_right = Expanding::nothing;"),
    ("any path is read by the table of its last name", "program-folder", ENGINE + "call/call.cc",
     'return folder == "/bin/" || folder == "/usr/bin/" ? base : std::string_view();',
     "return folder.empty() ? std::string_view() : base;"),
    ("/bin/true is true, whatever it is asked", "no-operation", ENGINE + "call/call.cc",
     "if (utility->is_builtin() && !(is_bare && context.place.in_shell)) return plain_call(context, words);",
     "if (utility->is_builtin() && !(is_bare && context.place.in_shell) && utility->name != \"true\") return plain_call(context, words);"),
    ("env echo is the shell's own", "echo-text", ENGINE + "call/call.cc",
     "if (utility->is_builtin() && !(is_bare && context.place.in_shell)) return plain_call(context, words);",
     "if (utility->is_builtin() && !is_bare) return plain_call(context, words);"),
    ("env kill is the shell's own", "signal", ENGINE + "call/call.cc",
     "if (utility->is_builtin() && !(is_bare && context.place.in_shell)) return plain_call(context, words);",
     "if (utility->is_builtin() && !is_bare) return plain_call(context, words);"),
    ("xargs replaces the name of its command", "replacement-mark", ENGINE + "call/inner_call.cc",
     "  words[0] = name;\n  if (!renames)", "  (void)name;\n  if (!renames)"),
    ("tee writes in any order, even where it ends at a failure", "operand-set", TABLES + "tee.json",
     ', "kept_with": ["-p", "--output-error"]', ""),
    ("the beginning of two names of an option is the option", "option-name", ENGINE + "call/call.cc",
     "if (option.spelling != Spelling::abbreviated) return false;", "if (option.spelling != Spelling::bundle) return false;"),
    ("a dash behind -- is standard input", "dashes", ENGINE + "call/call.cc",
     "(parsed.dashes && std::ranges::any_of(parsed.operands, is_dash)) ||",
     "(parsed.dashes && parsed.operands.empty() && std::ranges::any_of(parsed.operands, is_dash)) ||"),
    ("file -b -b is file -b", "repeated-option", TABLES + "file.json",
     '"does": "asks for no names of files", "repetition": "once"', '"does": "asks for no names of files", "repetition": "idempotent"'),
    ("zip -r takes its options in any order, even where it finds nothing", "found-files", ENGINE + "call/exceptions.cc",
     'if (call.is("zip") && call.has("-r")) {', 'if (call.is("zip") && call.has("-r") && call.operands.empty()) {'),
    ("a blank is none in the key of an array", "arithmetic-blanks", ENGINE + "tree/words.cc",
     "if (whole.find('[') != std::string::npos) return;", "if (whole.find(\"[[\") != std::string::npos) return;"),
    ("arithmetic takes quotes away", "arithmetic-blanks", ENGINE + "tree/words.cc",
     "if (!text || text->quoting == shell::Quoting::none) return nullptr;",
     "if (!text || text->quoting != shell::Quoting::ansi) return nullptr;"),
    ("any set of tr may be a class", "class-ranges", ENGINE + "refiners/text.cc",
     "return changes_case || (at == 0 && !is_class);", "return changes_case || at < 2 || !is_class;"),
    ("a test does not see what the command changes", "exec-plus", ENGINE + "find/whole.cc",
     "leaves_tests_alone(context, before, *last->parts[1]);",
     "(leaves_tests_alone(context, before, *last->parts[1]) || !before.empty());"),
    ("nobody sees how a program is started", "start-of-program", ENGINE + "script/presumptions.cc",
     "presume(rule::start_of_program, start->program);", "(void)start;", "SHLVL=1"),
    ("an escape of a letter is that letter in any locale", "letters-of-locale", ENGINE + "script/presumptions.cc",
     "presume(rule::letters_of_locale, *escape);", "(void)escape;", "LC_ALL=C"),
    ("an operator repeats a letter beyond ASCII in any locale", "pattern-dialect", ENGINE + "languages/pattern.cc",
     "const bool is_kept = atom && is_beyond_ascii(atom->atom);",
     "const bool is_kept = atom && is_beyond_ascii(\"\");", "LC_ALL=C"),
    ("every awk reads length alone in the same way", "bare-length", ENGINE + "refiners/awk.cc",
     "context.assume(rule::bare_length, program);", "context.note(rule::awk_program, program);", "busybox-awk"),
    ("every fmt is as wide by default", "default-value", TABLES + "fmt.json",
     '"groups": ["width"], "kind": "integer", "data": ["long_lines"]},\n    {"names": ["-g"',
     '"groups": ["width"], "kind": "integer", "default": "75", "data": ["long_lines"]},\n    {"names": ["-g"', "uutils"),
    ("arithmetic does not see the last argument", "operand-place", ENGINE + "script/presumptions.cc",
     'return names_variable(print(*sum), "_");', 'return print(*sum).empty();'),
    ("help does not say by which name it was called", "program-folder", ENGINE + "call/call.cc",
     "  if (may_exit(call)) return;\n", ""),
]


def build():
    return breaks.compiles("build", ["refute"])


def refutes(rule, groups, surroundings):
    """Whether a pair was refuted, and the first one; None if it could not be tried."""
    ran = subprocess.run(["build/tests/refute/refute", "--rule", rule, "--groups", str(groups), "--seconds", "300",
                          *surroundings],
                         stdout=subprocess.PIPE, text=True)
    if ran.returncode not in (0, 1):
        return None
    first = next((line for line in ran.stdout.splitlines() if line.startswith("refuted: ")), "")
    return first.removeprefix("refuted: ")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--groups", type=int, default=400)
    parser.add_argument("--folder", default="build-breaks")
    options = parser.parse_args()
    breaks.adopt_orphans()
    breaks.refresh(options.folder)
    os.chdir(options.folder)
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    if breaks.run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                   "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DASSAY_UNITY=ON", *launcher], 300) != 0 or not build():
        sys.exit("unsound: the copy cannot be built")
    missed = 0
    for what, rule, path, sound, unsound, *shows in FAULTS:
        if options.only not in what + rule:
            continue
        with open(path) as file:
            text = file.read()
        if text.count(sound) != 1:
            sys.exit(f"unsound: {path} does not have once: {sound}")
        shows = ["--surroundings", *shows] if shows else []
        clean = refutes(rule, options.groups, shows)
        with open(path, "w") as file:
            file.write(text.replace(sound, unsound))
        found = refutes(rule, options.groups, shows) if build() else None
        with open(path, "w") as file:
            file.write(text)
        if not build():
            sys.exit("unsound: the copy cannot be built again")
        if clean is None or found is None:
            sys.exit(f"unsound: \"{what}\" does not compile, or nothing can be run here")
        missed += not found or bool(clean)
        print(f"{'refuted as it is' if clean else 'found' if found else 'MISSED'}: {what} ({rule}): {clean or found}", flush=True)
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
