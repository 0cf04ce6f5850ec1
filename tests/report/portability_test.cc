// SPDX-License-Identifier: Apache-2.0
// What other userlands make of the answers, in every report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "assay/internal/console.h"
#include "assay/internal/junit.h"
#include "assay/internal/reports.h"
#include "results.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Result under(Result result, int line, std::vector<UserlandGrade> userlands) {
  result.asked.where.line = line;
  result.grade.userlands = std::move(userlands);
  return result;
}

const UserlandGrade kGawk{"gawk", Status::pass, "the same"};
const UserlandGrade kMawk{"mawk", Status::miss, "mawk 1.3.4 has no gensub"};
const UserlandGrade kAbsent{"goawk", Status::unmeasured, "it is not installed"};

assay::Run portable_run() {
  return a_run({under(passed("alike"), 3, {kGawk, {"mawk", Status::pass, "the same"}, kAbsent}),
                under(passed("gensub"), 9, {kGawk, kMawk, kAbsent})});
}

std::string in_markdown(const assay::Run& run) {
  std::ostringstream out;
  write_markdown(out, view_of(rows_of(run)));
  return out.str();
}

std::string in_html(const assay::Run& run) {
  std::ostringstream out;
  write_html(out, view_of(rows_of(run)), rows_of(run));
  return out.str();
}

TEST(PortabilityReport, MarkdownHasAColumnForEachUserlandAndTheReasons) {
  EXPECT_THAT(in_markdown(portable_run()),
              AllOf(HasSubstr("| userland | pass | miss | unmeasured |\n| --- | --- | --- | --- |\n"
                              "| gawk | 2 | 0 | 0 |\n| mawk | 1 | 1 | 0 |\n| goawk | 0 | 0 | 2 |\n"),
                    HasSubstr("| case | at | verdict | gawk | mawk | goawk |\n"),
                    HasSubstr("| set.gensub | set.json:9 | pass | pass | miss: mawk 1.3.4 has no gensub | "
                              "unmeasured: it is not installed |\n"),
                    Not(HasSubstr("| set.alike | set.json:3")),
                    HasSubstr("| goawk | 2 | set.json:3 | it is not installed |\n")));
  EXPECT_THAT(in_markdown(a_run({passed()})), Not(HasSubstr("Portability")));
}

TEST(PortabilityReport, TextFromOutsideStaysInItsCell) {
  EXPECT_THAT(in_markdown(a_run({under(passed(), 3, {{"./a|b", Status::miss, "<b> | x"}})})),
              AllOf(HasSubstr("./a\\|b"), HasSubstr("miss: \\<b\\> \\| x |")));
  EXPECT_THAT(in_html(a_run({under(passed(), 3, {{"./<i>", Status::miss, "<b>"}})})),
              AllOf(HasSubstr("<th scope=\"col\">./&lt;i&gt;</th>"), HasSubstr("<td>miss: &lt;b&gt;</td>")));
}

TEST(PortabilityReport, HtmlHasTheSameTables) {
  EXPECT_THAT(
      in_html(portable_run()),
      AllOf(HasSubstr("<tr><td>mawk</td><td>1</td><td>1</td><td>0</td></tr>"),
            HasSubstr("<tr><td>set.gensub</td><td>set.json:9</td><td>pass</td><td>pass</td>"
                      "<td>miss: mawk 1.3.4 has no gensub</td><td>unmeasured: it is not installed</td>")));
}

TEST(PortabilityReport, CasesBeyondTheLimitAreCounted) {
  std::vector<Result> results;
  for (int i = 0; i < 5; ++i) results.push_back(under(passed(std::to_string(i)), i + 1, {kMawk}));
  const assay::Run run = a_run(std::move(results));
  std::ostringstream out;
  write_markdown(out, view_of(rows_of(run), {.most_cases = 2}));
  EXPECT_THAT(out.str(), AllOf(HasSubstr("set.json:2"), Not(HasSubstr("set.json:3")),
                               HasSubstr("| and 3 more: see results.jsonl |")));
}

TEST(PortabilityReport, JUnitHasAProperty) {
  const assay::Run run = portable_run();
  std::ostringstream out;
  write_junit(out, view_of(rows_of(run)), rows_of(run), {});
  EXPECT_THAT(out.str(),
              HasSubstr("<property name=\"userlands\" value=\"passes under gawk; fails under mawk: mawk "
                        "1.3.4 has no gensub; not measured under goawk: it is not installed\"/>"));
}

TEST(PortabilityReport, TheConsoleNamesAUserlandThatIsNotThereOnce) {
  const assay::Run run = portable_run();
  std::ostringstream out;
  write_console(out, view_of(rows_of(run)), {});
  EXPECT_THAT(
      out.str(),
      AllOf(HasSubstr("\n  under mawk: 1 pass, 1 miss, 0 unmeasured\n"),
            HasSubstr("\n  under goawk: 0 pass, 0 miss, 2 unmeasured; set.json:3: it is not installed\n"),
            HasSubstr("\n    set.gensub (set.json:9): passes under gawk; fails under mawk:"),
            Not(HasSubstr("set.alike (set.json:3)"))));
}

}  // namespace
}  // namespace assay
