// SPDX-License-Identifier: Apache-2.0
// Leaves out options that both commands have while the two still differ: the rest is what distinguishes them.
#include <algorithm>

#include "assay/internal/behaviour.h"
#include "moments.h"
#include "pair.h"
#include "sameness.h"
#include "shell_state.h"
#include "timing.h"

namespace assay::behaviour {
namespace {

// The position of a word in a command's text.
struct Place {
  std::size_t begin = 0, end = 0;
};

// Words that begin with a dash, in order, each with the word after it.
struct OptionWord {
  std::string text;
  Place place;
  std::string next;  // the next argument; empty: there is none, or it is not known
  Place next_place;
};

std::optional<Place> find_word(std::string_view command, std::string_view word, std::size_t begin) {
  if (word.empty() || command.substr(begin, word.size()) == word) return Place{begin, begin + word.size()};
  // In one pair of quotes.
  const bool is_quoted =
      command.substr(begin + 1, word.size()) == word && begin + word.size() + 2 <= command.size() &&
      (command[begin] == '\'' || command[begin] == '"') && command[begin + word.size() + 1] == command[begin];
  return is_quoted ? std::optional(Place{begin, begin + word.size() + 2}) : std::nullopt;
}

std::vector<OptionWord> options_of(std::string_view command) {
  std::vector<OptionWord> all;
  for (const Call& call : calls_of(command)) {
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const std::string& word = call.arguments[i];
      const auto place = find_word(command, word, call.argument_begins[i]);
      if (word.size() < 2 || word[0] != '-' || word == "--" || !place) continue;
      OptionWord option{word, *place, {}, {}};
      if (i + 1 < call.arguments.size() && !call.arguments[i + 1].empty()) {
        if (const auto next = find_word(command, call.arguments[i + 1], call.argument_begins[i + 1])) {
          option.next = call.arguments[i + 1];
          option.next_place = *next;
        }
      }
      all.push_back(std::move(option));
    }
  }
  return all;
}

// Without that word and the blanks before it.
std::string without(std::string_view command, Place place) {
  while (place.begin > 0 && command[place.begin - 1] == ' ') --place.begin;
  return std::string(command.substr(0, place.begin)) + std::string(command.substr(place.end));
}

bool is_cluster(std::string_view word) {
  return word.size() > 2 && word[1] != '-' && std::ranges::all_of(word.substr(1), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
         });
}

struct Texts {
  std::string accepted, generated;
};

// What both can leave out: an option, an option with its value, or a letter of a cluster.
std::vector<Texts> smaller_by_one(const Texts& whole) {
  std::vector<Texts> all;
  const auto mine = options_of(whole.accepted), others = options_of(whole.generated);
  for (const OptionWord& a : mine) {
    const auto same = std::ranges::find(others, a.text, &OptionWord::text);
    if (same != others.end()) {
      if (!a.next.empty() && a.next == same->next)
        all.push_back({without(whole.accepted, {a.place.begin, a.next_place.end}),
                       without(whole.generated, {same->place.begin, same->next_place.end})});
      all.push_back({without(whole.accepted, a.place), without(whole.generated, same->place)});
      continue;
    }
    if (!is_cluster(a.text)) continue;
    for (const OptionWord& b : others) {
      if (!is_cluster(b.text)) continue;
      for (std::size_t at = 1; at < a.text.size(); ++at) {
        const std::size_t there = b.text.find(a.text[at], 1);
        if (there == std::string::npos) continue;
        Texts less = whole;
        less.accepted.erase(a.place.begin + at, 1);
        less.generated.erase(b.place.begin + there, 1);
        all.push_back(std::move(less));
      }
    }
  }
  return all;
}

class Search {
 public:
  Search(sandbox::Sandbox& sandbox, const Shown& shown, const Terms& terms, unsigned tries)
      : sandbox_(sandbox), shown_(shown), terms_(terms), left_(tries) {}

  std::optional<SmallerPair> run(Texts texts) {
    std::optional<SmallerPair> found;
    for (bool changed = true; changed;) {
      changed = false;
      for (Texts& less : smaller_by_one(texts)) {
        auto difference = difference_of(less);
        if (!difference) continue;
        found = SmallerPair{less.accepted, less.generated, *std::move(difference)};
        texts = std::move(less);
        changed = true;
        break;
      }
    }
    return found;
  }

 private:
  std::optional<std::string> difference_of(const Texts& texts) {
    if (is_over(terms_)) left_ = 0;
    if (left_ == 0) return std::nullopt;
    --left_;
    const CommandPair pair(texts.accepted, texts.generated, terms_.question);
    if (pair.accepted_need() || pair.generated_need()) return std::nullopt;
    Moments moments(shown_.world.world);
    WatchedCell cell(sandbox_.open(shown_.world.world), terms_);
    moments.opened();
    const sandbox::SandboxResult first = cell.run(pair.accepted_script());
    const Expected expected(first, cell.run(pair.accepted_script()), pair.measure());
    if (expected.varies() || !expected.tells() || !ends_alike(first, shown_.accepted)) return std::nullopt;
    const sandbox::SandboxResult other = cell.run(pair.generated_script());
    if (!ends_alike(other, shown_.generated) || expected.difference(other).empty()) return std::nullopt;
    return expected.reason(other, moments);
  }

  // A command that complains for the first time has lost more than an option.
  static bool ends_alike(const sandbox::SandboxResult& a, const sandbox::SandboxResult& b) {
    return a.end == b.end && a.exit_code == b.exit_code && a.err.empty() == b.err.empty();
  }

  sandbox::Sandbox& sandbox_;
  const Shown& shown_;
  const Terms& terms_;
  unsigned left_;
};

}  // namespace

std::optional<SmallerPair> with_fewer_options(sandbox::Sandbox& sandbox, std::string_view accepted,
                                              std::string_view generated, const Shown& shown,
                                              const Terms& terms, unsigned tries) {
  if (shown.generated.end == sandbox::End::timed_out) return std::nullopt;
  return Search(sandbox, shown, terms, tries).run({std::string(accepted), std::string(generated)});
}

}  // namespace assay::behaviour
