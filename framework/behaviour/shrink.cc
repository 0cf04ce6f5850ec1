// SPDX-License-Identifier: Apache-2.0
// Leaves files, then lines, out of a world in ever smaller parts while the difference persists.
#include <algorithm>
#include <functional>

#include "assay/internal/behaviour.h"
#include "moments.h"
#include "pair.h"
#include "sameness.h"
#include "shell_state.h"
#include "timing.h"

namespace assay::behaviour {
namespace {

using sandbox::NodeType;
using sandbox::World;

class Shrinker {
 public:
  Shrinker(sandbox::Sandbox& sandbox, const CommandPair& pair, Shown shown, const Terms& terms,
           unsigned tries)
      : sandbox_(sandbox), pair_(pair), terms_(terms), shown_(std::move(shown)), left_(tries) {
    told_ = Expected(shown_.accepted, shown_.accepted, pair_.measure()).tells();
  }

  Shown run() && {
    World& world = shown_.world.world;
    drop_parts(world.entries.size(), [&](World& smaller, std::size_t begin, std::size_t end) {
      smaller.entries.erase(smaller.entries.begin() + begin, smaller.entries.begin() + end);
      return smaller.entries.size();
    });
    for (std::size_t i = 0; i < world.entries.size() && left_ > 0; ++i)
      if (world.entries[i].type == NodeType::file)
        shorten([i](World& smaller) -> std::string& { return smaller.entries[i].content; });
    shorten([](World& smaller) -> std::string& { return smaller.input; });
    return std::move(shown_);
  }

 private:
  // `drop` removes a part and returns how many are left.
  void drop_parts(std::size_t count,
                  const std::function<std::size_t(World&, std::size_t, std::size_t)>& drop) {
    for (std::size_t part = std::max<std::size_t>(count / 2, 1); left_ > 0 && count > 0; part /= 2) {
      for (std::size_t begin = 0; begin < count && left_ > 0;) {
        World smaller = shown_.world.world;
        const std::size_t rest = drop(smaller, begin, std::min(begin + part, count));
        if (keep_if_differs(std::move(smaller)))
          count = rest;
        else
          begin += part;
      }
      if (part == 1) break;
    }
  }

  template <typename Text>
  void shorten(Text text) {
    const auto lines = [](const std::string& all) {
      std::vector<std::string> lines;
      for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size() - 1) + 1;
        lines.push_back(all.substr(begin, end - begin));
        begin = end;
      }
      return lines;
    };
    const std::size_t count = lines(text(shown_.world.world)).size();
    if (count < 2 || count > 1000) return;
    drop_parts(count, [&](World& smaller, std::size_t begin, std::size_t end) {
      std::vector<std::string> kept = lines(text(smaller));
      kept.erase(kept.begin() + begin, kept.begin() + end);
      std::string joined;
      for (const std::string& line : kept) joined += line;
      text(smaller) = std::move(joined);
      return kept.size();
    });
  }

  bool keep_if_differs(World smaller) {
    if (is_over(terms_)) left_ = 0;
    if (left_ == 0) return false;
    --left_;
    Moments moments(smaller);
    WatchedCell cell(sandbox_.open(smaller), terms_);
    moments.opened();
    const sandbox::SandboxResult first = cell.run(pair_.accepted_script());
    const Expected expected(first, cell.run(pair_.accepted_script()), pair_.measure());
    // The accepted command must still do its work: two commands that fail differently are another difference.
    if (expected.varies() || expected.tells() != told_ || first.end != shown_.accepted.end ||
        first.exit_code != shown_.accepted.exit_code)
      return false;
    sandbox::SandboxResult generated = cell.run(pair_.generated_script());
    if (generated.end != shown_.generated.end || generated.exit_code != shown_.generated.exit_code)
      return false;
    if (expected.difference(generated).empty()) return false;
    shown_.world.world = std::move(smaller);
    shown_.is_smaller = true;
    shown_.accepted = first;
    shown_.generated = std::move(generated);
    shown_.difference = expected.reason(shown_.generated, moments);
    return true;
  }

  sandbox::Sandbox& sandbox_;
  const CommandPair& pair_;
  const Terms& terms_;
  Shown shown_;
  unsigned left_;
  bool told_ = false;
};

}  // namespace

Shown shrunk(sandbox::Sandbox& sandbox, std::string_view accepted, std::string_view generated, Shown shown,
             const Terms& terms, unsigned tries) {
  const CommandPair pair(accepted, generated, terms.question);
  // A command that times out would take its full time in each try.
  if (shown.generated.end == sandbox::End::timed_out) return shown;
  return Shrinker(sandbox, pair, std::move(shown), terms, tries).run();
}

}  // namespace assay::behaviour
