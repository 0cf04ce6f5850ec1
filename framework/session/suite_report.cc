#include "assay/internal/suite_report.h"

#include <fmt/format.h>

#include <sstream>

#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

// Of the name that the gate's test case has in a whole report: readers see one test change.
void write_error(const Suite& suite, const std::string& message, const std::string& text) {
  const auto counts = fmt::format("name=\"{}\" tests=\"1\" failures=\"0\" errors=\"1\" time=\"0.000000\"",
                                  xml_attribute(suite.name));
  write_file_atomically(
      suite_report(suite),
      fmt::format(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite {0}>\n"
          "    <testcase classname=\"{1}\" name=\"gate\" time=\"0.000000\">\n"
          "      <error message=\"{2}\">{3}</error>\n    </testcase>\n  </testsuite>\n</testsuites>\n",
          counts, xml_attribute(suite.name), xml_attribute(one_line(message)), xml_text(text)));
}

}  // namespace

std::filesystem::path suite_report(const Suite& suite) { return suite.output / (suite.name + ".junit.xml"); }

void write_begun(const Suite& suite, const std::string& run_id) {
  const auto what = "run " + run_id + " was begun and has no report";
  write_error(suite, what,
              what +
                  ": it still goes on, was stopped, or its last test was left out.\nnext: build the target " +
                  suite.name + "_aggregate, or run the suite again\n");
}

void write_broken(const Suite& suite, const std::vector<Problem>& problems) {
  std::string text;
  for (const auto& problem : problems) text += to_string(problem) + "\n";
  write_error(suite, problems.empty() ? "the suite could not be run" : problems.front().what, text);
}

void write_ended(const Suite& suite, const Run& run, const GateResult&) {
  std::ostringstream text;
  write_junit(text, run,
              {.dialect = suite.junit,
               .root = suite.project,
               .attachments = attachments_in(suite.runs() / run.info.run_id)});
  write_file_atomically(suite_report(suite), text.str());
}

}  // namespace assay
