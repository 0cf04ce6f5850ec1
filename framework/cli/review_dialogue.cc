// SPDX-License-Identifier: Apache-2.0
#include "review_dialogue.h"

#include <fmt/format.h>

#include <iostream>

#include "assay/internal/console.h"
#include "assay/internal/text.h"

namespace assay::cli {
namespace {

constexpr std::string_view kKeys = "a accept, w wrong, s skip, u undo, e editor, q quit > ";

class Dialogue {
 public:
  Dialogue(std::span<const Result> misses, const ReviewHelp& help, std::istream& in, std::ostream& out,
           Colour colour)
      : misses_(misses), help_(help), in_(in), out_(out), colour_(colour) {}

  std::size_t hold() {
    while (at_ < misses_.size() && !is_over_) {
      show(misses_[at_]);
      while (!answer()) out_ << "  One of these keys, and Enter.\n";
    }
    write();
    return misses_.size() - at_;
  }

 private:
  const Result& miss() const { return misses_[at_]; }

  void show(const Result& miss) {
    out_ << fmt::format("\n[{} of {}] {}  {}\n  {}: {}\n", at_ + 1, misses_.size(),
                        one_line(review_name(miss.asked)), one_line(to_string(miss.asked.where)),
                        one_line(miss.grade.method), one_line(miss.grade.why))
         << describe(miss, colour_);
    if (miss.asked.accepted.size() > 1)
      for (const std::string& each : miss.asked.accepted) out_ << "    | accepts: " << one_line(each) << "\n";
  }

  // Whether the key was valid.
  bool answer() {
    out_ << kKeys << std::flush;
    std::string line;
    if (!std::getline(in_, line)) {
      out_ << "\n";
      return is_over_ = true;
    }
    const std::string_view key = trimmed(line);
    if (key == "a") return accept();
    if (key == "w") return decide(Decision::wrong);
    if (key == "s") return decide(Decision::skip);
    if (key == "u") return undo();
    if (key == "e") return edit();
    return key == "q" && (is_over_ = true);
  }

  bool decide(Decision decision, std::string reason = "") {
    decided_.push_back({&miss(), decision, std::move(reason)});
    ++at_;
    return true;
  }

  bool accept() {
    if (const std::string why = help_.obstacle(miss()); !why.empty()) {
      out_ << "  not possible: " << one_line(why) << "\n";
      return true;
    }
    const auto against = help_.objections(miss());
    if (against.empty()) return decide(Decision::accept);
    out_ << "  refused:\n";
    for (const std::string& each : against) out_ << "    " << one_line(each) << "\n";
    out_ << "  to accept it anyway, say why; otherwise leave this empty > " << std::flush;
    std::string reason;
    std::getline(in_, reason);
    reason = trimmed(reason);
    return reason.empty() || decide(Decision::accept, to_utf8(reason));
  }

  bool undo() {
    if (decided_.empty()) {
      out_ << "  There is nothing to undo" << (at_ > 0 ? ": earlier decisions are written.\n" : ".\n");
      return true;
    }
    decided_.pop_back();
    --at_;
    return true;
  }

  bool edit() {
    write();
    help_.edit(miss().asked);
    return true;
  }

  void write() {
    if (!decided_.empty()) help_.write(decided_);
    decided_.clear();
  }

  std::span<const Result> misses_;
  const ReviewHelp& help_;
  std::istream& in_;
  std::ostream& out_;
  Colour colour_;
  std::vector<Reviewed> decided_;  // not written yet
  std::size_t at_ = 0;
  bool is_over_ = false;
};

}  // namespace

std::size_t review(std::span<const Result> misses, const ReviewHelp& help, std::istream& in,
                   std::ostream& out, Colour colour) {
  return Dialogue(misses, help, in, out, colour).hold();
}

}  // namespace assay::cli
