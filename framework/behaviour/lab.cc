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

Comparison Lab::decide(std::string_view accepted, std::string_view generated,
                       std::optional<worlds::NamedWorld> own, const Terms& terms) {
  const auto compared = [&](std::span<const worlds::NamedWorld> worlds) {
    Comparison found = compare(sandbox(), accepted, generated, worlds, terms);
    if (found.shown && terms.shrink_runs > 0)
      found.shown = shrunk(sandbox(), accepted, generated, *std::move(found.shown), terms);
    if (found.shown) found.why = found.shown->difference;
    return found;
  };
  std::vector<worlds::NamedWorld> all;
  if (own) all.push_back(*std::move(own));
  if (terms.question == Question::fulfils && !all.empty()) {
    Comparison found = compared(all);
    if (found.finding != Finding::undecided) return found;
    all.clear();
  }
  add_all(all, worlds::worlds_for_pair(accepted, generated));
  Comparison found = compared(all);
  if (terms.question == Question::fulfils && found.finding == Finding::differs)
    found.finding = Finding::undecided;
  return found;
}

}  // namespace assay::behaviour
