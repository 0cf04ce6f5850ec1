// SPDX-License-Identifier: Apache-2.0
#include "awk_notes.h"

#include <algorithm>

#include "assay/internal/text.h"
#include "text.h"
#include "world_evidence.h"

namespace assay {
namespace {

std::string_view finding_word(behaviour::Finding finding) {
  switch (finding) {
    case behaviour::Finding::same:
      return "the same";
    case behaviour::Finding::differs:
      return "differs";
    case behaviour::Finding::undecided:
      return "undecided";
    case behaviour::Finding::unavailable:
    case behaviour::Finding::broken:
      return "cannot run";
  }
  return "";
}

bool runs_awk(std::string_view command) { return behaviour::runs_program(command, "awk"); }

}  // namespace

std::string awk_notes(const Pair& pair, behaviour::Lab& lab, const behaviour::Terms& terms) {
  const std::string_view accepted = trimmed_command(pair.accepted);
  const std::string_view generated = trimmed_command(pair.answer.command);
  if (!runs_awk(accepted) && !runs_awk(generated)) return {};
  const auto own = own_world(pair.asked);
  if (!lab.in_force(terms).userland.empty() || (own && !own->world.userland.empty())) return {};
  const auto host = lab.userland().find("awk");
  std::string notes;
  for (const std::string& userland : sandbox::installed_awks()) {
    const std::string program = userland.substr(0, userland.find("-awk"));  // "busybox-awk", "original-awk"
    if (host == lab.userland().end() || host->second.starts_with(program)) continue;
    behaviour::Terms other = terms;
    other.userland = userland;
    other.shrinks = false;
    const behaviour::Comparison found = lab.decide(accepted, generated, own, other);
    notes +=
        (notes.empty() ? "with " : "\nwith ") + userland + ": " + std::string(finding_word(found.finding));
    if (found.finding != behaviour::Finding::same) notes += ": " + one_line(found.why);
  }
  return notes;
}

}  // namespace assay
