// SPDX-License-Identifier: Apache-2.0
// `assay show` and `assay report`: show one run again, on the terminal or as files.
#include <fmt/format.h>

#include <iosfwd>
#include <iostream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>

#include "assay/internal/console.h"
#include "assay/internal/difference.h"
#include "assay/internal/reports.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/text.h"
#include "assay/result.h"
#include "assay/summary.h"
#include "run/run.h"
#include "store/commands.h"
#include "store/report_formats.h"
#include "terminal.h"

namespace assay::cli {
namespace {

// Shows one case of a run in full.
class Page {
 public:
  Page(std::ostream& out, const Result& result, Colour colour)
      : out_(out), result_(result), colour_(colour) {}

  void head() {
    const Grade& grade = result_.grade;
    out_ << one_line(result_.asked.dataset + "/" + result_.asked.id) << "  "
         << one_line(to_string(result_.asked.where)) << "\n"
         << fmt::format("{}  score {:.2f}, needs {:.2f}; {}{}; attempt {}\n", to_string(grade.status),
                        grade.score, result_.min_score,
                        grade.method == "none" ? "" : one_line(grade.method) + ": ", one_line(grade.why),
                        result_.attempt);
  }

  void question() {
    const Case& test = result_.asked;
    title("prompt");
    lines(test.prompt);
    list("accepted", test.accepted);
    list("accepted patterns", test.own->accept_patterns);
    list("rejected patterns", test.own->reject_patterns);
    if (test.expect != Expectation::command) {
      title("expects");
      lines(to_string(test.expect));
    }
  }

  void answered() {
    const Answer& answer = result_.answer;
    if (!answer.command.empty()) {
      title("answer");
      lines(answer.command);
    }
    if (asked_for_documents()) return;
    if (!result_.grade.diff.empty()) {
      title("difference from the nearest accepted command");
      lines(result_.grade.diff);
    }
  }

  void verdicts() {
    title("verdicts, in order");
    for (const Verdict& each : result_.grade.verdicts) {
      out_ << fmt::format("  {}: {}{}{}\n", one_line(each.level), to_string(each.outcome),
                          each.outcome == VerdictKind::match ? fmt::format(" {:.2f}", each.score) : "",
                          each.accepted.empty() ? "" : " (beside " + one_line(each.accepted) + ")");
      if (!each.why.empty()) lines(each.why);
      lines(evidence_text(each.evidence));
    }
    if (result_.grade.verdicts.empty()) out_ << "  none\n";
  }

  void ending() {
    const Answer& answer = result_.answer;
    title("how the tool answered");
    out_ << "  " << to_string(answer.ending);
    if (!answer.detail.empty() && answer.detail != result_.grade.why) out_ << ": " << one_line(answer.detail);
    if (answer.latency.count() > 0)  // else unknown, as of a recorded answer
      out_ << fmt::format(", {:.1f} ms", std::chrono::duration<double, std::milli>(answer.latency).count());
    out_ << "\n";
    list("command line", answer.argv);
    if (result_.outputs_forgotten) {
      title("stdout and stderr");
      out_ << "  are kept no more (--keep-outputs)\n";
    }
    stream("stdout", answer.stdout_bytes);
    stream("stderr", answer.stderr_bytes);
  }

 private:
  // The details name what was expected and found.
  bool asked_for_documents() {
    if (!result_.asked.retrieval) return false;
    title("documents");
    out_ << describe(result_, colour_);
    return true;
  }
  void title(std::string_view text) { out_ << "\n" << text << "\n"; }
  void lines(std::string_view text) {
    for (text = text.substr(0, text.find_last_not_of('\n') + 1); !text.empty();) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      out_ << "    | " << painted_changes(one_line(text.substr(0, end)), colour_) << "\n";
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  void list(std::string_view name, const std::vector<std::string>& items) {
    if (items.empty()) return;
    title(name);
    for (const std::string& each : items) lines(each);
  }
  void stream(std::string_view name, std::string_view bytes) {
    if (bytes.empty()) return;
    title(name);
    lines(bytes);
  }

  std::ostream& out_;
  const Result& result_;
  Colour colour_;
};

// Whether the name means this case: dataset/id, its id, or its test's name, with or without the suite's.
bool is_called(const Case& test, std::string_view name) {
  const std::string full = full_name_of(test);
  const bool ends_so = name.ends_with("." + full) && name.find('.') == name.size() - full.size() - 1;
  return name == test.id || name == test.dataset + "/" + test.id || name == full || ends_so;
}

// Writes one attempt: what was asked and accepted, the answer and how it differs, every verdict in order with
// its evidence, how the tool ended and all of its output. The tool's output is indented and made printable.
void write_case(std::ostream& out, const Result& result, Colour colour) {
  Page page(out, result, colour);
  page.head();
  page.question();
  page.answered();
  page.verdicts();
  page.ending();
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Error({folder.string(), 0}, "the folder cannot be made: " + error.message(),
                "choose another one (--output)");
}

// Every attempt of the case; if several datasets have the id, of each.
int show_case(const RunRows& rows, const ShowRun& options) {
  bool is_there = false;
  const ResultSource next = rows.open();
  while (const Result* result = next()) {
    if (!is_called(result->asked, options.only)) continue;
    if (options.json) {
      std::cout << to_json_line(*result) << "\n";
    } else {
      if (is_there) std::cout << "\n\n";
      write_case(std::cout, *result, terminal_colour());
    }
    is_there = true;
  }
  if (is_there) return kPassed;
  throw Error({}, "run " + rows.info.run_id + " has no result of a case " + options.only,
              "name it as DATASET/ID; assay show lists the misses");
}

}  // namespace

int perform(const ShowRun& options) {
  if (!options.only.empty()) return show_case(find_rows(options.run, options.place), options);
  print_run(view_of(find_rows(options.run, options.place)), options.json);
  return kPassed;
}

int perform(const ReportRun& arguments) {
  const RunRows rows = find_rows(arguments.run, arguments.place);
  if (arguments.output.empty()) {
    if (arguments.json)
      print_json({{"run_id", rows.info.run_id}, {"markdown", markdown_of(rows)}}, JsonLayout::indented);
    else
      print_report(rows, arguments);
    return kPassed;
  }
  make_folder(arguments.output);
  ViewOptions options = report_options(rows.info);
  options.trend = find_trend(arguments.run, arguments.place, rows.info);
  write_run_reports(rows, arguments.output,
                    {.junit = dialect_of(arguments), .root = std::filesystem::current_path()}, options);
  if (arguments.json)
    print_json({{"run_id", rows.info.run_id}, {"folder", arguments.output.string()}});
  else
    std::cout << one_line(arguments.output.string()) << "\n";
  return kPassed;
}

}  // namespace assay::cli
