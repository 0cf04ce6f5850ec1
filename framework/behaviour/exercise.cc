// SPDX-License-Identifier: Apache-2.0
#include "exercise.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "assay/equivalence.h"
#include "needs.h"
#include "pair.h"
#include "sameness.h"
#include "timing.h"

namespace assay::behaviour {
namespace {

using sandbox::SandboxResult;

std::string_view without_last_newline(std::string_view text) {
  return text.ends_with('\n') ? text.substr(0, text.size() - 1) : text;
}

std::string without_blanks(std::string_view text) {
  std::string bare;
  std::ranges::copy_if(text, std::back_inserter(bare),
                       [](char c) { return c != ' ' && (c < '\t' || c > '\r'); });
  return bare;
}

// Spellings that are proven to be the same are no parts.
std::string plain(std::string_view command, Question question) {
  return canonical_form(question == Question::fulfils ? without_sudo(command) : std::string(command));
}

std::string without_quotes(std::string_view text) {
  std::string bare;
  std::ranges::copy_if(text, std::back_inserter(bare),
                       [](char c) { return std::string_view("'\"\\").find(c) == std::string_view::npos; });
  return bare;
}

// Whether the command itself has the word, and not only its plain spelling, as the format of a printf for an
// echo.
bool is_written(const Part& part, std::string_view command) {
  if (part.is_option || part.what.ends_with("…") || part.what.find(' ') != std::string::npos) return true;
  return without_quotes(command).find(without_quotes(part.what)) != std::string::npos;
}

}  // namespace

Exercise::Exercise(sandbox::Sandbox& sandbox, std::string_view accepted, std::string_view generated,
                   const Terms& terms, unsigned runs)
    : sandbox_(sandbox),
      terms_(terms),
      left_(runs),
      accepted_(plain(accepted, terms.question)),
      generated_(plain(generated, terms.question)) {
  const std::string &mine = accepted_, &others = generated_;
  const auto add = [&](const std::string& own, const std::string& other, std::string_view as_written) {
    for (Part& part : parts_of(own, other, terms.question)) {
      if (!is_written(part, as_written)) continue;
      for (const Data data : part.data)
        if (std::ranges::find(exchanged_, data) == exchanged_.end()) exchanged_.push_back(data);
      std::vector<std::string> open = part.without;
      open_.push_back({std::move(part), own, std::move(open)});
    }
  };
  add(mine, others, accepted);
  add(others, mine, generated);
}

bool Exercise::is_over() const { return open_.empty() || left_ < 3 || behaviour::is_over(terms_); }

std::vector<worlds::NamedWorld> Exercise::further_worlds(std::span<const worlds::NamedWorld> known) const {
  const bool fulfils = terms_.question == Question::fulfils;
  std::vector<worlds::NamedWorld> all;
  if (known.empty()) return all;
  const worlds::NamedWorld& base = known.front();
  const auto add = [&](std::vector<worlds::NamedWorld> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  const auto add_data = [&](Data data) { add(worlds::worlds_with(base, data, accepted_, generated_)); };
  const bool is_own = base.origin != worlds::NamedWorld::Origin::generated;
  if (fulfils)
    add(worlds::worlds_near(base, accepted_, generated_,
                            is_own ? worlds::Near::texts : worlds::Near::bounds));
  if (fulfils && is_own) {
    for (const Data data : {Data::repeats, Data::context, Data::duplicates}) add_data(data);
    const auto has = [&](Data data) { return std::ranges::find(exchanged_, data) != exchanged_.end(); };
    if (has(Data::word_parts)) add_data(Data::word_parts);
    // Only an expansion shows on both.
    if (has(Data::variables) && has(Data::extensions)) add_data(Data::extensions);
  }
  if (!fulfils)
    for (const Data data : exchanged_) add_data(data);
  return all;
}

std::vector<worlds::NamedWorld> Exercise::worlds(std::span<const worlds::NamedWorld> known) const {
  constexpr std::size_t kBases = 2, kMost = 40;
  const bool fulfils = terms_.question == Question::fulfils;
  const bool is_own = !known.empty() && known.front().origin != worlds::NamedWorld::Origin::generated;
  // What the accepted command has an option for is what was asked about, if no world says what is ordinary.
  const auto counts = [&](const OpenPart& each, Data data) {
    const bool is_wanted = !is_own && each.own == accepted_ &&
                           (data == Data::links || data == Data::blank_names || data == Data::binary);
    return !fulfils || is_wanted || worlds::is_ordinary(data);
  };
  std::vector<worlds::NamedWorld> all;
  std::set<std::pair<std::size_t, Data>> made;
  const auto add = [&](std::vector<worlds::NamedWorld> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  for (const OpenPart& each : open_) {
    if (all.size() >= kMost) break;
    const std::string &own = each.own, &without = each.open.front();
    for (std::size_t i = 0; i < std::min(known.size(), kBases); ++i) {
      for (const Data data : each.part.data)
        if (counts(each, data) && made.emplace(i, data).second)
          add(worlds::worlds_with(known[i], data, own, without));
      if (!fulfils || each.part.data.empty())
        add(worlds::worlds_near(known[i], own, without, worlds::Near::all));
    }
    if (fulfils && is_own) continue;
    const auto manner = fulfils ? worlds::Manner::ordinary : worlds::Manner::searching;
    add(worlds::worlds_for_pair(own, without, {.manner = manner}));
  }
  return all;
}

bool Exercise::in(const worlds::NamedWorld& world) {
  const std::size_t before = open_.size();
  bool showed = false;
  std::string own;
  std::optional<WatchedCell> cell;
  SandboxResult first, second;
  for (OpenPart& each : open_) {
    if (is_over()) break;
    if (!cell || own != each.own) {
      own = each.own;
      cell.emplace(sandbox_.open(world.world), terms_);
      const CommandPair alone(own, own, Question::equivalent);
      first = cell->run(alone.accepted_script());
      second = cell->run(alone.accepted_script());
      left_ -= std::min(left_, 2u);
    }
    showed |= shows(*cell, each, first, second);
  }
  std::erase_if(open_, [](const OpenPart& each) { return each.open.empty(); });
  look_for_blanks(world);
  return showed || open_.size() < before;
}

void Exercise::look_for_blanks(const worlds::NamedWorld& world) {
  if (blanks_.empty() || left_ == 0 || behaviour::is_over(terms_)) return;
  --left_;
  const CommandPair alone(generated_, generated_, Question::equivalent);
  WatchedCell cell(sandbox_.open(world.world), terms_);
  const SandboxResult outcome = cell.run(alone.accepted_script());
  for (const Blanks& each : blanks_)
    if (outcome.end == sandbox::End::exited && outcome.out == each.out) missing_ = each.what;
  blanks_.clear();
}

bool Exercise::shows(WatchedCell& cell, OpenPart& part, const SandboxResult& first,
                     const SandboxResult& second) {
  // A command that did not end, or was lost, shows nothing.
  if (first.end != sandbox::End::exited || second.end != sandbox::End::exited) return false;
  const std::size_t before = part.open.size();
  std::erase_if(part.open, [&](const std::string& without) {
    if (left_ == 0 || behaviour::is_over(terms_)) return false;
    --left_;
    const CommandPair changed(part.own, without, Question::equivalent);
    const Expected expected(first, second, changed.measure());
    sandbox::Limits limits = limits_beside(first, terms_);
    constexpr std::chrono::milliseconds kLongest{2000};
    limits.timeout = std::min(limits.timeout, kLongest);
    const SandboxResult outcome = cell.run(changed.generated_script(), limits);
    if (outcome.end == sandbox::End::lost || outcome.end == sandbox::End::unavailable || outcome.is_starved)
      return false;
    // What is denied for want of rights tells nothing in a comparison.
    if (terms_.question == Question::equivalent && was_denied(outcome) && !was_denied(first)) return false;
    if (terms_.question == Question::fulfils && part.own == accepted_ && first.out != outcome.out &&
        first.out == second.out && without_last_newline(first.out) != without_last_newline(outcome.out) &&
        without_blanks(first.out) == without_blanks(outcome.out))
      blanks_.push_back({part.part.what, outcome.out});
    return !expected.difference(outcome).empty();
  });
  const bool is_enough = terms_.question == Question::fulfils && part.open.size() < before;
  if (is_enough) part.open.clear();
  return part.open.size() < before;
}

std::string Exercise::doubt() const {
  if (!missing_.empty()) return "the blanks of " + missing_ + " are missing";
  for (const OpenPart& each : open_) {
    // In ordinary worlds that have what it shows on, it made no difference: the request cannot be about it.
    // A condition of the accepted command is what the request says; only a world where it is not met shows
    // it.
    const bool is_requested = each.part.is_condition && each.own == accepted_;
    const bool is_known = !each.part.is_option || !each.part.data.empty();
    if (terms_.question == Question::fulfils && is_known && !is_requested) continue;
    return each.part.what + " was never seen to matter here";
  }
  return {};
}

}  // namespace assay::behaviour
