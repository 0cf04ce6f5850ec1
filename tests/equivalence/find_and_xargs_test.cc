// SPDX-License-Identifier: Apache-2.0
// Commands that find and xargs run, and what these see of each other.
#include "verdicts.h"

namespace assay {
namespace {

// find cannot enter a folder that is gone; xargs calls the command after the walk.
TEST(FindAndXargs, CommandsTakeFoldersFromTheWalk) {
  expect_apart({{"find d -print0 | xargs -0 -I{} mv -t e {}", "find d -exec mv -t e {} \\;"},
                {"find d -type f,d -print0 | xargs -0 -I{} mv {} e", "find d -type f,d -exec mv {} e \\;"},
                {"find d -type d -print0 | xargs -0 -n1 rm -r", "find d -type d -exec rm -r {} \\;"},
                {"find d -type d -print0 | xargs -0 -n1 rmdir", "find d -type d -exec rmdir {} \\;"}});
  expect_method("rewrite",
                {{"find d -type f -print0 | xargs -0 -I{} mv {} e", "find d -type f -exec mv {} e \\;"},
                 {"find d -name '*.o' -print0 | xargs -0 -n1 rm -r", "find d -name '*.o' -exec rm -r {} \\;"},
                 {"find d -print0 | xargs -0 -n1 -r ls -d", "find d -exec ls -d {} \\;"}});
}

// Only conditions before the action hold when it runs.
TEST(FindAndXargs, ConditionsBehindAnActionDoNotHoldWhenItRuns) {
  expect_apart({{"find . -exec ls {} \\; -type f", "find . -print -type f"},
                {"find /srv -maxdepth 0 -exec dirname {} \\; -name '*x'",
                 "find /srv -maxdepth 0 -printf '%h\\n' -name '*x'"},
                {"find . ! -exec ls {} \\; -type f", "find . ! -print -type f"}});
  expect_method("rewrite", {{"find . -type f -exec ls {} \\;", "find . -type f -print"}});
}

// Where grep finds nothing in one of the files, xargs ends with 123, and find with 0.
TEST(FindAndXargs, XargsPassesOnWhatGrepAnswers) {
  expect_apart({{"find . -type f -print0 | xargs -0 -I{} grep foo {} && ls",
                 "find . -type f -exec grep foo {} \\; && ls"},
                {"find . -type f -print0 | xargs -0 -n1 -r grep x; echo $?",
                 "find . -type f -exec grep x {} \\;; echo $?"}});
  expect_method("output", {{"find . -type f -print0 | xargs -0 -I{} grep foo {}",
                            "find . -type f -exec grep foo {} \\;"}});
  expect_method("rewrite",
                {{"find . -type f -print0 | xargs -0 -I{} grep foo {} | sort",
                  "find . -type f -exec grep foo {} \\; | sort"},
                 {"find . -type f -print0 | xargs -0 -r grep foo", "find . -type f -exec grep foo {} +"}});
}

// The first file is treated once, or once for each file that is found.
TEST(FindAndXargs, AFileBesideThoseThatAreFoundIsTreatedByEachCall) {
  expect_apart({{"find . -type f -exec cat a {} \\;", "find . -type f -exec cat a {} +"},
                {"find . -type f -exec md5sum a {} \\;", "find . -type f -exec md5sum a {} +"},
                {"find . -type f -exec stat a {} \\;", "find . -type f -exec stat a {} +"},
                {"find . -type f -exec chmod 600 a {} \\;", "find . -type f -exec chmod 600 a {} +"},
                {"find . -type f -exec chmod --reference=r a {} \\;",
                 "find . -type f -exec chmod --reference=r a {} +"},
                {"find . -type f -exec cat a {} \\;", "find . -type f -print0 | xargs -0 -r cat a"}});
  expect_method("rewrite", {{"find . -type f -exec cat {} \\;", "find . -type f -exec cat {} +"},
                            {"find . -type f -exec chmod 600 {} \\;", "find . -type f -exec chmod 600 {} +"},
                            {"find . -type f -exec chmod --reference=r {} \\;",
                             "find . -type f -exec chmod --reference=r {} +"}});
}

// It adds nothing to the expression, so an operator beside it lacks an operand.
TEST(FindAndXargs, DaystartIsNoPartOfTheExpressionOfFind) {
  expect_apart({{"find . -daystart -true -o -path '*/e'", "find . -daystart -o -path '*/e'"},
                {"find . ! -daystart -true", "find . ! -daystart"},
                {"find . ! -daystart", "find . -false"},
                {"find . \\( -daystart \\) -mtime 1", "find . -daystart -mtime 1"},
                {"find . -daystart -a -mtime 1", "find . -daystart -mtime 1"},
                {"find . -mtime 1 -a -daystart", "find . -mtime 1 -daystart"}});
  expect_method("utility", {{"find . -daystart -mtime 1 -print", "find . -daystart -mtime 1"},
                            {"find . -daystart -mtime 1 -type f", "find . -daystart -type f -mtime 1"}});
}

// A batch that is removed at its end leaves links intact while find walks.
TEST(FindAndXargs, LinksThatAreFollowedSeeWhatIsRemoved) {
  expect_apart({{"find -L . -type f -delete", "find -L . -type f -print0 | xargs -0 -r rm"},
                {"find -L . -type f -delete", "find -L . -type f -exec rm {} \\;"}});
}

// x may contain either mark.
TEST(FindAndXargs, MarksOfXargsStandInExpansionsAsWell) {
  expect_apart({{"xargs -I % mv % \"$x%\"", "xargs -I {} mv {} \"$x%\""}});
  expect_method("rewrite", {{"xargs -I % mv % \"$x\"", "xargs -I {} mv {} \"$x\""},
                            {"xargs -I % cp % *.c", "xargs -I {} cp {} *.c"}});
  expect_method("utility", {{"xargs -I % mv % d", "xargs -I {} mv {} d"}});
}

// GNU find prints nothing for the first one, and runs ls for the second.
TEST(FindAndXargs, FindReadsListsOfTypesBesideOtherTypesInItsOwnWay) {
  expect_apart({{"find d -type f -type f,d", "find d -type f -type f,d -exec ls {} \\;"},
                {"find d -type f,d -type d", "find d -type d,f -type d"}});
  expect_method("utility", {{"find d -type f,d", "find d -type d,f"}});
}

// With one name found, grep has a pattern and no file: it reads standard input, which xargs replaces.
TEST(FindAndXargs, TheFirstNameThatIsFoundMayBeAPattern) {
  expect_apart({{"find . -print0 | xargs -0 grep", "find . -exec grep {} +"},
                {"find . -name x | xargs -I{} grep {}", "find . -name x -exec grep {} \\;"},
                {"xargs -a f grep", "xargs grep < f"},
                {"xargs -a f cat", "xargs cat < f"}});
  expect_method("rewrite",
                {{"find . -type f -print0 | xargs -0 -r grep x", "find . -type f -exec grep x {} +"}});
}

// What xargs inserts into the script may hold blanks.
TEST(FindAndXargs, AnUncertainMarkHidesTheScript) {
  expect_apart({{"xargs -n1 -I{} bash -c 'ls \"{}\"'", "xargs -n1 -I{} bash -c 'ls {}'"},
                {"xargs -L1 -I{} bash -c 'ls \"{}\"'", "xargs -L1 -I{} bash -c 'ls {}'"},
                {"xargs -I% -I{} bash -c 'ls \"{}\"'", "xargs -I% -I{} bash -c 'ls {}'"},
                {"xargs -I \"$m\" bash -c 'ls \"{}\"'", "xargs -I \"$m\" bash -c 'ls {}'"}});
  expect_method("flag_order", {{"xargs -n 1 rm -r -f", "xargs -n 1 rm -rf"},
                               {"xargs -n 1 -I {} cp -r -f {} d", "xargs -n 1 -I {} cp -rf {} d"}});
}

}  // namespace
}  // namespace assay
