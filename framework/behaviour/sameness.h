// SPDX-License-Identifier: Apache-2.0
// What a command did, and whether another command did the same.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/sandbox.h"
#include "details.h"
#include "moments.h"

namespace assay::behaviour {

// Words as a reader sees them, in output of find -print0 or ls too: blanks and NUL separate words, "./a" is
// a, and "d/" is d.
std::vector<std::string> words_of(std::string_view text);

enum class Order { counts, ignored };
enum class Layout { counts, ignored };  // blanks and line ends

// How outcomes are compared.
struct Measure {
  Question question = Question::equivalent;
  Order order = Order::counts;  // of what is printed
  Layout layout = Layout::ignored;
  Detail detail = Detail::none;
  bool hides_errors = false;  // the accepted command throws away what it writes to standard error
  bool packs = false;         // the accepted command packs or unpacks single files
  bool reports = false;       // what it prints is what it does to files
  bool computes = false;      // what it prints are numbers that it works out
  // Whether each ends in a utility of which status 1 is no failure but an answer.
  bool answers_by_status = false, other_answers_by_status = false;
};

// What the accepted command did in a world, and which parts of that vary by chance.
class Expected {
 public:
  Expected(sandbox::SandboxResult first, const sandbox::SandboxResult& second, const Measure& measure);

  const sandbox::SandboxResult& outcome() const { return first_; }
  // Whether its two runs differed in output, files or ending.
  bool varies() const { return output_varies_ || files_vary_ || ending_varies_; }
  // Whether it printed something that could have been otherwise, or changed something.
  bool tells() const { return tells_; }
  bool succeeded() const;

  // How `other` differs, in one line; empty: it does not.
  std::string difference(const sandbox::SandboxResult& other) const;
  // The same in words that do not depend on when both ran.
  std::string reason(const sandbox::SandboxResult& other, const Moments& moments) const;
  // Whether `other` could have gone on to do the same: it ended alike, and printed no more than a beginning
  // of this output.
  bool is_begun_by(const sandbox::SandboxResult& other) const;

 private:
  bool goes_on_from(const sandbox::SandboxResult& other) const;
  std::string ending_difference(const sandbox::SandboxResult& other) const;
  std::string output_difference(const sandbox::SandboxResult& other) const;
  bool says_the_same(std::string_view mine, std::string_view others) const;
  bool says_more(std::string_view others) const;
  std::string file_difference(const sandbox::SandboxResult& other) const;
  bool is_same_node(const std::string& path, const sandbox::Node& a, const sandbox::Node& b) const;
  bool is_same_file(const sandbox::Effect& mine, const sandbox::Effect& other) const;
  std::string other_change_text(const sandbox::Effect& mine, const sandbox::Effect& other) const;
  bool is_same_access(const sandbox::Effect& mine, const sandbox::Effect& other) const;
  std::vector<sandbox::Effect> counted(const std::vector<sandbox::Effect>& effects) const;

  sandbox::SandboxResult first_;
  Measure measure_;
  bool output_varies_ = false;
  bool files_vary_ = false;
  bool ending_varies_ = false;
  bool tells_ = false;
  std::set<std::string> free_times_;     // paths whose modification time is the time of the run
  std::set<std::string> free_accesses_;  // paths whose access time is the time of the run
};

}  // namespace assay::behaviour
