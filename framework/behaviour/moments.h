// SPDX-License-Identifier: Apache-2.0
// What a text owes to the moment at which it was made. A reason must be the same in each run, so it names no
// time that is one of the run or counted from it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/sandbox.h"

namespace assay::behaviour {

class Moments {
 public:
  // To be made just before the world is opened; `opened()` tells when it has been.
  explicit Moments(const sandbox::World& world);
  void opened();

  // The text with "…" in place of each time of the run, or of the world's files if they are relative to its
  // start, as `date`, `ls -l`, `stat` and others print it.
  std::string left_out_of(std::string_view text) const;

 private:
  std::set<std::int64_t> instants() const;

  std::set<std::int64_t> relative_;  // times of files, in seconds after the start
  std::set<std::int64_t> offsets_;   // of local time from UTC, in seconds
  std::int64_t opened_after_, opened_before_;
};

// A text that differs between two runs, up to the word in which it does.
std::string common_beginning(std::string_view a, std::string_view b);

}  // namespace assay::behaviour
