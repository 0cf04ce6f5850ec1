// SPDX-License-Identifier: Apache-2.0
// Compares two commands in a handmade world.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "assay/internal/behaviour.h"
#include "sandbox_fixture.h"

namespace assay::behaviour {

inline worlds::NamedWorld world(std::vector<sandbox::Entry> entries) {
  return {.name = "by hand", .world = {.entries = std::move(entries)}};
}

inline const worlds::NamedWorld& documents() {
  static const worlds::NamedWorld documents =
      world({{.path = "a.txt", .content = "one\ntwo\n"},
             {.path = "b.txt", .content = "two\nthree\nfour\n"},
             {.path = "c.TXT", .content = "five\n"},
             {.path = "d.txt/e.txt", .content = "six\n"},
             {.path = ".hidden.txt", .content = "seven\n"},
             {.path = "old.log", .content = "x\n", .modified = -30 * 86'400}});
  return documents;
}

class ComparisonTest : public sandbox::SandboxTest {
 protected:
  static Comparison compared(std::string_view accepted, std::string_view generated, Question question,
                             std::vector<worlds::NamedWorld> worlds = {documents()}) {
    return compare(sandbox(), accepted, generated, worlds, {.question = question});
  }
  static Finding equivalent(std::string_view accepted, std::string_view generated) {
    return compared(accepted, generated, Question::equivalent).finding;
  }
  static Finding fulfils(std::string_view accepted, std::string_view generated) {
    return compared(accepted, generated, Question::fulfils).finding;
  }
};

}  // namespace assay::behaviour
