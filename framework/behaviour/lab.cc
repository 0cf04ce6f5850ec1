// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "assay/internal/behaviour.h"

namespace assay::behaviour {
namespace {

void add_all(std::vector<worlds::NamedWorld>& all, std::vector<worlds::NamedWorld> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

sandbox::Sandbox& Lab::sandbox() {
  std::call_once(opened_, [this] { sandbox_ = std::make_unique<sandbox::Sandbox>(); });
  return *sandbox_;
}

Comparison Lab::without(std::string fault) {
  const bool has_sandbox = sandbox().tier() != sandbox::Tier::unavailable;
  return {.finding = has_sandbox ? Finding::broken : Finding::unavailable, .why = std::move(fault)};
}

Comparison Lab::compared(std::string_view accepted, std::string_view generated,
                         std::span<const worlds::NamedWorld> worlds, const Terms& terms) {
  Comparison found = compare(sandbox(), accepted, generated, worlds, terms);
  if (found.shown && options_.shrink_tries > 0) {
    found.shown =
        shrunk(sandbox(), accepted, generated, *std::move(found.shown), terms, options_.shrink_tries);
    found.why = found.shown->difference;
    found.shown->smaller =
        with_fewer_options(sandbox(), accepted, generated, *found.shown, terms, options_.shrink_tries / 2);
  }
  return found;
}

Terms Lab::bounded(const Terms& terms) const {
  Terms bounded = terms;
  bounded.until = std::min(bounded.until, std::chrono::steady_clock::now() + options_.pair_time);
  return bounded;
}

Comparison Lab::decide_in(std::string_view accepted, std::string_view generated, worlds::NamedWorld world,
                          const Terms& terms) {
  const MadeWorld whole = made(std::move(world));
  if (!whole.fault.empty()) return without(whole.fault);
  return compared(accepted, generated, {&whole.world, 1}, bounded(terms));
}

Comparison Lab::decide(std::string_view accepted, std::string_view generated,
                       std::optional<worlds::NamedWorld> own, const Terms& wanted) {
  std::vector<worlds::NamedWorld> all;
  if (own) {
    MadeWorld whole = made(*std::move(own));
    if (!whole.fault.empty()) return without(std::move(whole.fault));
    all.push_back(std::move(whole.world));
  }
  const Terms terms = bounded(wanted);
  const bool fulfils = terms.question == Question::fulfils;
  std::string own_why;
  if (fulfils && !all.empty()) {
    Comparison found = compared(accepted, generated, all, terms);
    if (found.finding != Finding::undecided) return found;
    own_why = std::move(found.why);
    all.clear();
  }
  const auto manner = fulfils ? worlds::Manner::ordinary : worlds::Manner::searching;
  add_all(all, worlds::worlds_for_pair(accepted, generated, {.manner = manner}));
  Comparison found = compared(accepted, generated, all, terms);
  if (found.finding == Finding::undecided && !own_why.empty()) found.why = std::move(own_why);
  if (fulfils && found.finding == Finding::differs) found.finding = Finding::undecided;
  return found;
}

}  // namespace assay::behaviour
