// SPDX-License-Identifier: Apache-2.0
// The two halves of a cell: its worker (cell.cc), and the outcomes that are kept (kept_outcomes.cc).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/sandbox.h"
#include "keeper.h"
#include "system.h"

namespace assay::sandbox {

// How a world and a request are encoded, and an answer is read (protocol.h).
std::string image_of(const World& world, Worlds worlds, bool has_owners);
std::string request_of(const Command& command, const Limits& limits, After after);
SandboxResult read_answer(std::string_view bytes);

// When a run was, in nanoseconds since 1970.
struct Moment {
  std::int64_t start = 0;  // of its cell
  std::int64_t begun = 0;
  std::int64_t ended = 0;
};

struct Cell::Inner {
  std::shared_ptr<Keeper> keeper;
  process::Descriptor line;
  process::SharedMemory answers{"assay-sandbox-answers", kAnswerBytes};
  std::uint64_t worker = 0;
  Greeting greeting{Step::protocol, 0};
  SandboxResult broken;  // the outcome of every run if `is_broken`
  bool is_broken = false;
  std::string answer;  // of the last run, as it was sent; empty: there was none
  Moment last;         // when that was; without the cell's start

  ~Inner();
  void begin(const World& world, Worlds worlds);
  SandboxResult give_up(SandboxResult outcome);
  SandboxResult run(const Command& command, const Limits& limits, After after);

 private:
  SandboxResult receive(const Limits& limits);
};

class Cell::Kept {
 public:
  Kept(Sandbox& sandbox, const World& world);

  SandboxResult run(std::unique_ptr<Inner>& worker, const Command& command, const Limits& limits,
                    After after);

 private:
  std::string key_of(const Command& command, Limits limits) const;
  std::optional<SandboxResult> found(const std::string& key, const Limits& limits);
  void keep(const std::string& key, Inner& worker, const SandboxResult& outcome, const Limits& limits);

  Sandbox& sandbox_;
  World world_;
  std::string circumstances_;               // with the world; empty: nothing is kept
  std::map<std::string, unsigned> served_;  // how often each outcome was found here
  bool is_changed_ = false;                 // an earlier command's state was to be kept
};

}  // namespace assay::sandbox
