// SPDX-License-Identifier: Apache-2.0
#include "shown_case.h"

#include <fmt/format.h>

#include <ostream>

#include "assay/internal/console.h"
#include "assay/internal/text.h"
#include "assay/summary.h"

namespace assay::cli {
namespace {

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

  void asked() {
    const Case& asked = result_.asked;
    title("prompt");
    lines(asked.prompt);
    list("accepted", asked.accepted);
    list("accepted patterns", asked.own->accept_patterns);
    list("rejected patterns", asked.own->reject_patterns);
    if (asked.expect != Expectation::command) {
      title("expects");
      lines(to_string(asked.expect));
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
                          each.outcome == Outcome::match ? fmt::format(" {:.2f}", each.score) : "",
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

}  // namespace

bool is_called(const Case& asked, std::string_view name) {
  return name == asked.id || name == asked.dataset + "/" + asked.id || name == full_name_of(asked);
}

void write_case(std::ostream& out, const Result& result, Colour colour) {
  Page page(out, result, colour);
  page.head();
  page.asked();
  page.answered();
  page.verdicts();
  page.ending();
}

}  // namespace assay::cli
