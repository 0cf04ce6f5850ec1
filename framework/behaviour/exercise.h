// SPDX-License-Identifier: Apache-2.0
// Whether the worlds could have noticed what distinguishes two commands that did the same in them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/behaviour.h"
#include "parts.h"
#include "shell_state.h"

namespace assay::behaviour {

// A part that no world has shown yet: `open` are the texts of its command that did what the whole did.
struct OpenPart {
  Part part;
  std::string own;
  std::vector<std::string> open;
};

// The parts that only one of two commands has. Each is seen to matter where its command does something else
// without it: prints other bytes, ends otherwise or leaves other files.
class Exercise {
 public:
  // Starts at most `runs` programs. Under *equivalent*, a number must matter in both directions.
  Exercise(sandbox::Sandbox& sandbox, std::string_view accepted, std::string_view generated,
           const Terms& terms, unsigned runs);

  // Strikes out what this world shows. Whether it showed anything.
  bool in(const worlds::NamedWorld& world);
  // What no world has shown so far, the accepted command's first.
  const std::vector<OpenPart>& open() const { return open_; }
  bool is_over() const;
  // Worlds in which to ask whatever is open: with the data of each option that only one of them has, since
  // two options may matter each and differ only there; and, where a case has a world of its own, with several
  // examples of what it has one of.
  std::vector<worlds::NamedWorld> further_worlds(std::span<const worlds::NamedWorld> known) const;
  // Worlds that are made to show what is open, the most likely ones first; `known` are those tried already.
  std::vector<worlds::NamedWorld> worlds(std::span<const worlds::NamedWorld> known) const;
  // "-i was never seen to matter here"; empty if there is no such part.
  std::string doubt() const;

 private:
  void look_for_blanks(const worlds::NamedWorld& world);
  bool shows(WatchedCell& cell, OpenPart& part, const sandbox::SandboxResult& first,
             const sandbox::SandboxResult& second);

  sandbox::Sandbox& sandbox_;
  const Terms& terms_;
  unsigned left_;
  std::vector<OpenPart> open_;
  std::string accepted_, generated_;
  std::vector<Data> exchanged_;  // the data of all options that only one of them has
  // What the accepted command printed without a part that changes nothing but blanks.
  struct Blanks {
    std::string what;
    std::string out;
  };
  std::vector<Blanks> blanks_;
  std::string missing_;  // a part whose blanks the generated command lacks
};

}  // namespace assay::behaviour
