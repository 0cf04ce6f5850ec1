// SPDX-License-Identifier: Apache-2.0
// The two commands in the form in which they run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/sandbox.h"
#include "blind_spots.h"
#include "calls.h"
#include "sameness.h"

namespace assay::behaviour {

// Without `sudo`, also after xargs and after find's -exec.
std::string without_sudo(std::string_view command);
// The generated command without -h of ls, du or df at its end, where the accepted one ends in the same
// utility and names no unit: then nobody asked for one.
std::string with_plain_sizes(std::string_view accepted, std::string generated);

class CommandPair {
 public:
  CommandPair(std::string_view accepted, std::string_view generated, Question question);

  // Under *fulfils* without `sudo`, which changes nothing while all files belong to the user.
  sandbox::Command accepted_script() const { return sandbox::shell_command(accepted_); }
  sandbox::Command generated_script() const { return sandbox::shell_command(generated_); }
  // What these run, without the lines that may follow to say what the shell has.
  const std::string& accepted_text() const { return accepted_text_; }
  const std::string& generated_text() const { return generated_text_; }
  const std::vector<Call>& accepted_calls() const { return accepted_calls_; }
  const std::vector<Call>& generated_calls() const { return generated_calls_; }
  const Measure& measure() const { return measure_; }

  // What one of them needs that no sandbox has; none: it can be run.
  const std::optional<std::string>& accepted_need() const { return accepted_need_; }
  const std::optional<std::string>& generated_need() const { return generated_need_; }
  // How they may differ in ways that no world shows; none known if empty.
  const std::optional<std::string>& blind_spot(Owners owners) const {
    return owners == Owners::several ? blind_among_owners_ : blind_spot_;
  }
  // Whether file ownership may affect what they do.
  bool asks_for_owners() const { return asks_for_owners_; }

 private:
  std::string accepted_;
  std::string generated_;
  std::string accepted_text_;
  std::string generated_text_;
  std::vector<Call> accepted_calls_;
  std::vector<Call> generated_calls_;
  Measure measure_;
  std::optional<std::string> accepted_need_;
  std::optional<std::string> generated_need_;
  std::optional<std::string> blind_spot_;
  std::optional<std::string> blind_among_owners_;
  bool asks_for_owners_ = false;
};

}  // namespace assay::behaviour
