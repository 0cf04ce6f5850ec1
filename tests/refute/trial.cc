// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <algorithm>
#include <array>

#include "assay/internal/behaviour.h"
#include "sameness.h"
#include "userland_complaint.h"

namespace assay::refute {
namespace {

using behaviour::Expected;
using sandbox::Cell;
using sandbox::End;
using sandbox::SandboxResult;

constexpr sandbox::Limits kLimits{.timeout = std::chrono::milliseconds(1000),
                                  .output_bytes = 64u << 10,
                                  .memory_bytes = 128u << 20,
                                  .file_bytes = 1u << 20,
                                  .processes = 32,
                                  .content_bytes = 64u << 10};
constexpr behaviour::Measure kMeasure{Question::equivalent, behaviour::Order::counts};
constexpr unsigned kRunsOfACell = 400;
constexpr int kConfirmations = 4;  // races and clocks also cause differences

bool is_strict(const Comparison& verdict) { return verdict.verdict == Equivalence::equivalent; }
bool ignores_status(const Comparison& verdict) { return verdict.method == "output"; }

bool was_run(const SandboxResult& outcome) {
  return outcome.end == End::exited || outcome.end == End::signalled;
}

SandboxResult run(Cell& cell, const std::string& command) {
  return cell.run(sandbox::shell_command(command), kLimits);
}

// The text of standard error does not count, even when redirected: if a script keeps it, a difference is
// unclear.
bool keeps_errors(std::string_view command) {
  for (const std::string_view mark : {"2>", "&>", ">&", "|&", "/dev/stderr", "/dev/fd"}) {
    for (auto at = command.find(mark); at != command.npos; at = command.find(mark, at + 1))
      if (!command.substr(at).starts_with("2>/dev/null") && !command.substr(at).starts_with("2> /dev/null"))
        return true;
  }
  return false;
}

// Whether an assumption such as "the compression of a.tgz is bzip2" contradicts the name, as in
// worlds/*.json.
bool is_wrong_compression(std::string_view assumption) {
  if (assumption.find("the compression of") == assumption.npos) return false;
  const bool is_gzip = assumption.find("gz, a plain file, is ") != assumption.npos;
  const bool is_bzip2 = assumption.find(".bz2, a plain file, is ") != assumption.npos;
  return is_gzip != assumption.ends_with(" gzip") || is_bzip2 != assumption.ends_with(" bzip2");
}

bool needs_final_newlines(const Claim& claim) {
  return std::ranges::any_of(claim.verdict.assumptions, [](const std::string& text) {
    return text.find("ends in a newline") != text.npos;
  });
}

// The world as a claim that needs final newlines assumes it.
sandbox::World with_final_newlines(sandbox::World world) {
  const auto complete = [](std::string& text) {
    if (!text.empty() && text.back() != '\n') text += '\n';
  };
  complete(world.input);
  for (sandbox::Entry& entry : world.entries)
    if (entry.type == sandbox::NodeType::file) complete(entry.content);
  return world;
}

bool substitutes(std::string_view command) {
  return command.find("$(") != command.npos || command.find('`') != command.npos;
}

// Whether they differ only in lines that one of them prints empty, or shorter, for lack of fields. A command
// substitution drops empty lines at the end.
bool parts_in_short_lines(std::string_view a, std::string_view b, bool drops_last_lines) {
  while (!a.empty() && !b.empty()) {
    const std::size_t end_a = std::min(a.find('\n'), a.size()), end_b = std::min(b.find('\n'), b.size());
    const std::string_view line_a = a.substr(0, end_a), line_b = b.substr(0, end_b);
    const bool is_short = line_a.find_first_not_of(":,/\t") == line_a.npos ||
                          line_b.find_first_not_of(":,/\t") == line_b.npos || line_a.starts_with(line_b) ||
                          line_b.starts_with(line_a);
    if (!is_short) return false;
    a.remove_prefix(std::min(end_a + 1, a.size()));
    b.remove_prefix(std::min(end_b + 1, b.size()));
  }
  return drops_last_lines || (a.empty() && b.empty());
}

// Whether a failed call, a folder (diff prints how it was called) or nothing to pack (zip does) breaks the
// assumption.
bool breaks_assumption(std::string_view assumption, const Claim& claim, const SandboxResult& a,
                       const SandboxResult& b) {
  const auto begins_line = [&](std::string_view words) {
    return a.out.starts_with(words) || a.out.find("\n" + std::string(words)) != std::string::npos;
  };
  const auto says = [&](std::string_view words) { return assumption.find(words) != assumption.npos; };
  const bool hides_errors = claim.a.find("2>") != claim.a.npos || claim.b.find("2>") != claim.b.npos;
  if (says("each call of the command succeed") && hides_errors && (a.exit_code != 0 || b.exit_code != 0))
    return true;
  if (says("find finds something")) return (a.err + b.err).find("operand") != std::string::npos;
  if (says("each line has the fields"))
    return parts_in_short_lines(a.out, b.out, substitutes(claim.a) || substitutes(claim.b));
  if (assumption.find("diff is given files") != assumption.npos) return begins_line("diff ");
  return assumption.find("zip finds something") != assumption.npos &&
         a.out.find("Nothing to do!") != std::string::npos;
}

// Whether the assumption is one about the surroundings, and does not hold in these.
bool is_broken_by(const sandbox::World& world, std::string_view assumption) {
  const auto says = [&](std::string_view words) { return assumption.find(words) != assumption.npos; };
  const auto has = [&](const char* name, std::string_view value) {
    return std::ranges::any_of(world.environment, [&](const auto& each) {
      return each == std::pair<std::string, std::string>(name, value);
    });
  };
  return says(" is started: SHLVL") ||  // somebody looks at it
         (says("characters are those of UTF-8") && has("LC_ALL", "C")) ||
         (says("awk is not busybox's") && world.userland.starts_with("busybox")) ||
         (says("cut counts bytes as characters") && world.userland == "uutils");
}

// Utilities that are not GNU's refuse what those know, so only what they do in silence counts.
bool has_own_utilities(const sandbox::World& world) {
  return world.userland == "busybox" || world.userland == "uutils";
}

// Whether a command calls what every proof assumes to be GNU's, and this userland's is not.
bool is_foreign_to(const sandbox::World& world, const Claim& claim) {
  constexpr auto kNames =
      std::to_array<const char*>({"find", "grep", "egrep", "fgrep", "sed", "tar", "xargs"});
  return world.userland == "busybox" && std::ranges::any_of(kNames, [&](const char* name) {
           return behaviour::runs_program(claim.a, name) || behaviour::runs_program(claim.b, name);
         });
}

// Whether the two may differ although the engine is right: an assumption that it named does not hold here.
bool is_beyond(const Claim& claim, const sandbox::World& world, const SandboxResult& a,
               const SandboxResult& b) {
  // BASH_EXECUTION_STRING exists only under `bash -c`, and shows the script to the last blank.
  const auto shows_script = [](std::string_view text) {
    return text.find("BASH_EXECUTION_STRING") != std::string_view::npos;
  };
  const auto keeps_script = [&](const sandbox::Effect& effect) {
    return effect.content && shows_script(*effect.content);
  };
  if (shows_script(a.out) || std::ranges::any_of(a.effects, keeps_script)) return true;
  // A walk through all of / lists the shell's processes, which braces can change.
  if (a.out.find("/proc/1/") != a.out.npos) return true;
  // pstree shows the shell with the script it was given, so its output always differs.
  if (claim.a.find("pstree") != claim.a.npos) return true;
  // It may have failed with the message redirected away.
  const auto may_fail = [](const SandboxResult& outcome, std::string_view command) {
    return !outcome.err.empty() || command.find("2>") != command.npos;
  };
  if (is_foreign_to(world, claim) ||
      (has_own_utilities(world) && (may_fail(a, claim.a) || may_fail(b, claim.b))) ||
      (!world.userland.empty() &&
       (behaviour::complaint_in(a.err, claim.a) || behaviour::complaint_in(b.err, claim.b))))
    return true;
  if (is_strict(claim.verdict)) return false;
  if (std::ranges::any_of(claim.verdict.assumptions,
                          [&](const std::string& text) { return is_broken_by(world, text); }))
    return true;
  if (std::ranges::any_of(claim.verdict.assumptions, is_wrong_compression)) return true;
  if (std::ranges::any_of(claim.verdict.assumptions,
                          [&](const std::string& text) { return breaks_assumption(text, claim, a, b); }))
    return true;
  // A path that must be a folder fails only with the slash.
  const auto asks_for_folder = [](const std::string& text) { return text.find(" is a folder") != text.npos; };
  if ((may_fail(a, claim.a) || may_fail(b, claim.b)) &&
      std::ranges::any_of(claim.verdict.assumptions, asks_for_folder))
    return true;
  // Something was missing or refused on both sides.
  if (may_fail(a, claim.a) && may_fail(b, claim.b) && !(a.err.empty() && b.err.empty())) return true;
  // The assumption "… and nobody writes to it meanwhile".
  return std::ranges::any_of(a.effects, [&](const sandbox::Effect& effect) {
    const std::string name = std::filesystem::path(effect.path).filename();
    return std::ranges::any_of(claim.verdict.assumptions,
                               [&](const std::string& text) { return text.find(name + " ") != text.npos; });
  });
}

std::string difference(const Claim& claim, const sandbox::World& world, const Expected& expected,
                       SandboxResult b) {
  const SandboxResult& a = expected.outcome();
  if (ignores_status(claim.verdict) && a.end == End::exited && b.end == End::exited)
    b.exit_code = a.exit_code;
  return is_beyond(claim, world, a, b) ? std::string() : expected.difference(b);
}

// As if a second run had left other times, so that times are compared as moments.
Expected expected_once(const SandboxResult& outcome) {
  SandboxResult twin = outcome;
  for (sandbox::Effect& effect : twin.effects) ++effect.after.modified;
  return {outcome, twin, kMeasure};
}

// A difference that can be reproduced between runs that agree with themselves.
std::string confirmed(Cell& cell, const sandbox::World& world, const Claim& claim) {
  const SandboxResult first = run(cell, claim.a);
  const Expected expected(first, run(cell, claim.a), kMeasure);
  const SandboxResult other = run(cell, claim.b);
  const Expected others(other, run(cell, claim.b), kMeasure);
  if (!was_run(first) || !was_run(other) || expected.varies() || others.varies()) return "";
  std::string shown;
  for (int times = 0; times < kConfirmations; ++times) {
    if (!expected.difference(run(cell, claim.a)).empty() || !others.difference(run(cell, claim.b)).empty())
      return "";
    shown = difference(claim, world, expected, run(cell, claim.b));
    if (shown.empty()) return "";
  }
  return shown;
}

}  // namespace

struct Trial::Place {
  const worlds::NamedWorld* world = nullptr;
  std::optional<Cell> cell = {};
  unsigned runs = 0;
};

struct Trial::Places {
  const Surroundings* surroundings = nullptr;
  std::vector<Place> ordinary = {}, odd = {};
};

worlds::NamedWorld Surroundings::around(worlds::NamedWorld world) const {
  if (!name.empty()) world.name += " (" + name + ")";
  world.world.userland = userland;
  for (const auto& variable : variables) {
    std::erase_if(world.world.environment, [&](const auto& each) { return each.first == variable.first; });
    world.world.environment.push_back(variable);
  }
  return world;
}

std::vector<Surroundings> awk_context_of(sandbox::Sandbox& sandbox) {
  std::vector<Surroundings> all = {{}, {.name = "SHLVL=1", .userland = {}, .variables = {{"SHLVL", "1"}}}};
  for (const char* locale : {"C", "C.UTF-8"})
    all.push_back(
        {.name = std::string("LC_ALL=") + locale, .userland = {}, .variables = {{"LC_ALL", locale}}});
  for (const char* userland : {"mawk", "gawk", "busybox-awk", "busybox", "uutils"})
    if (sandbox.run({.userland = userland}, sandbox::shell_command("true")).end == End::exited)
      all.push_back({.name = userland, .userland = userland, .variables = {}});
  return all;
}

FixedWorlds::FixedWorlds(const std::filesystem::path& folder, Surroundings of) : surroundings(std::move(of)) {
  const auto world = [&](const std::string& name) {
    return surroundings.around(worlds::read_world(folder / (name + ".json")));
  };
  ordinary = {world("plain"), world("other")};
  odd = {world("turned"), world("bare")};
}

Trial::Trial(sandbox::Sandbox& sandbox, const std::vector<FixedWorlds>& all) : sandbox_(sandbox) {
  for (const FixedWorlds& worlds : all) {
    Places& places = places_.emplace_back(Places{&worlds.surroundings});
    for (const auto& world : worlds.ordinary) places.ordinary.push_back({&world});
    for (const auto& world : worlds.odd) places.odd.push_back({&world});
  }
}
Trial::~Trial() = default;

Cell& Trial::cell_of(Place& place) {
  if (!place.cell || ++place.runs % kRunsOfACell == 0) place.cell.emplace(sandbox_.open(place.world->world));
  return *place.cell;
}

// The claims about one command, tried in one world after another.
class Trial::Group {
 public:
  Group(Trial& trial, const std::vector<Claim>& claims)
      : trial_(trial), claims_(claims), findings_(claims.size()) {}

  enum class Of { all, strict };

  void in(Place& place, Of which) {
    if (is_hopeless_ || !wants(which)) return;
    Cell& cell = trial_.cell_of(place);
    const SandboxResult first = run(cell, claims_.front().a);
    if (first.end == End::lost) place.cell.reset();
    if (const auto why = behaviour::cannot_be_run(claims_.front().a, first); why || !was_run(first)) {
      // Waiting in other worlds would not help, either.
      is_hopeless_ = why && first.end != End::exited;
      for (Finding& finding : findings_) finding.not_run = why.value_or("it does not end");
      return;
    }
    const Expected expected = expected_once(first);
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      const bool is_asked = !findings_[i].refuted && (which == Of::all || is_strict(claims_[i].verdict));
      if (is_asked) ask(claims_[i], findings_[i], place, expected);
    }
  }

  std::vector<Finding> take() && {
    for (Finding& finding : findings_)
      if (finding.worlds > 0) finding.not_run.clear();
    return std::move(findings_);
  }

 private:
  bool wants(Of which) const {
    return which == Of::all ||
           std::ranges::any_of(claims_, [](const Claim& claim) { return is_strict(claim.verdict); });
  }

  void ask(const Claim& claim, Finding& finding, Place& place, const Expected& expected) {
    Cell& cell = trial_.cell_of(place);
    const SandboxResult other = run(cell, claim.b);
    if (other.end == End::lost) {
      place.cell.reset();
      return;
    }
    ++finding.worlds;
    finding.telling += expected.tells() ? 1 : 0;
    if (difference(claim, place.world->world, expected, other).empty()) return;
    std::string shown = confirmed(cell, place.world->world, claim);
    if (shown.empty()) return;
    if (needs_final_newlines(claim) && !trial_.again(claim, with_final_newlines(place.world->world))) return;
    if (keeps_errors(claim.a) || keeps_errors(claim.b))
      finding.unclear = std::move(shown);
    else
      finding.refuted = Refutation{*place.world, std::move(shown)};
  }

  Trial& trial_;
  const std::vector<Claim>& claims_;
  std::vector<Finding> findings_;
  bool is_hopeless_ = false;
};

std::vector<Finding> Trial::of(const std::vector<Claim>& claims, Random turn) {
  Group group(*this, claims);
  // Half of the groups have the worlds' own surroundings, which those with assumptions need.
  Places& places = places_[turn.below(2) == 0 ? 0 : turn.below(places_.size())];
  group.in(places.ordinary[turn.below(places.ordinary.size())], Group::Of::all);
  group.in(places.odd[turn.below(places.odd.size())], Group::Of::strict);
  // A world made for the pair; the first two have the files that the commands read.
  auto made =
      worlds::worlds_for_pair(claims.front().a, claims[turn.below(claims.size())].b, {.seed = turn.next()});
  if (!made.empty()) {
    const std::size_t chosen = turn.below(made.size());
    made[chosen] = places.surroundings->around(std::move(made[chosen]));
    Place place{&made[chosen]};
    group.in(place, chosen == 0 ? Group::Of::all : Group::Of::strict);
  }
  return std::move(group).take();
}

std::optional<std::string> Trial::again(const Claim& claim, const sandbox::World& world) {
  Cell cell = sandbox_.open(world);
  std::string shown = confirmed(cell, world, claim);
  if (shown.empty() || keeps_errors(claim.a) || keeps_errors(claim.b)) return std::nullopt;
  return shown;
}

}  // namespace assay::refute
