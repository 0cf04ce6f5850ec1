// SPDX-License-Identifier: Apache-2.0
// Looks for worlds that refute the engine: generates commands that it considers equivalent, and runs them.
//
//   refute [--seconds N] [--groups N] [--seed N] [--threads N] [--rule ID] [--surroundings NAME]
//          [--table FILE] [SEEDS…]
//   refute --edits N [--seed N] [--threads N] [SEEDS…]
//   refute --templates
//
// With --edits, makes N single edits of the seeds' commands, and runs those that the engine considers
// equivalent to the command itself. With --templates, runs nothing: it checks that each rule has a template
// which makes pairs that need the rule.
//
// Exit status: 0 nothing was refuted, 1 something was, 77 this machine has no sandbox. The groups of pairs
// are the same for the same seed; how many there are depends on the time, or on --groups.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "assay/error.h"
#include "assay/internal/text.h"
#include "generator.h"
#include "smaller.h"

namespace assay::refute {

// Set by SIGINT and SIGTERM: the tally so far is then printed.
static volatile std::sig_atomic_t interrupted = 0;

namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
  double seconds = 60;
  std::size_t groups = static_cast<std::size_t>(-1);
  bool edits = false;      // a group is one edit of a seed
  bool templates = false;  // run nothing, check the templates
  std::uint64_t seed = 1;
  unsigned threads = 4;
  std::string table;
  std::string rule;  // use only templates about this rule; empty: all templates, and calls from the tables
  std::string surroundings;  // only these; empty: all that this machine has
  std::string folder = ASSAY_SOURCE_DIR "/tests/refute";
  std::vector<std::filesystem::path> seeds = {ASSAY_SOURCE_DIR "/tests/equivalence/look_alikes.tsv"};
};

struct Count {
  std::size_t pairs = 0, telling = 0, not_run = 0, refuted = 0;
};

struct Tally {
  Count all;
  std::size_t groups = 0, worlds = 0, unclear = 0;
  std::map<std::string, Count> by_rule;
  std::map<std::string, std::size_t> not_run;

  void add(const Claim& claim, const Finding& finding) {
    const auto count = [&](Count& into) {
      if (finding.worlds == 0) {
        ++into.not_run;
        return;
      }
      ++into.pairs;
      into.telling += finding.telling > 0 ? 1 : 0;
      into.refuted += finding.refuted ? 1 : 0;
    };
    count(all);
    for (const std::string& rule : claim.verdict.rules) count(by_rule[rule]);
    worlds += finding.worlds;
    unclear += finding.unclear.empty() ? 0 : 1;
    if (finding.worlds == 0) ++not_run[finding.not_run];
  }
};

std::string rules_of(const Comparison& verdict) {
  std::string text;
  for (const std::string& rule : verdict.rules) text += (text.empty() ? "" : ", ") + rule;
  return text;
}

std::string with_marks(std::string text) {
  for (auto at = text.find('\n'); at != text.npos; at = text.find('\n', at)) text.replace(at, 1, "\\N");
  return text;
}

class Run {
 public:
  explicit Run(const Settings& settings)
      : settings_(settings),
        generator_(Grammar(settings.folder + "/grammar"), settings.seeds, settings.rule) {}

  int perform() {
    if (sandbox_.tier() == sandbox::Tier::unavailable) return skipped();
    for (Surroundings& each : awk_context_of(sandbox_)) {
      if (!settings_.surroundings.empty() && each.name != settings_.surroundings) continue;
      if (!each.name.empty()) names_ += (names_.empty() ? "" : ", ") + each.name;
      worlds_.emplace_back(settings_.folder + "/worlds", std::move(each));
    }
    if (worlds_.empty()) throw std::invalid_argument("there are no surroundings " + settings_.surroundings);
    begin_ = Clock::now();
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < settings_.threads; ++i) threads.emplace_back([this] { work(); });
    }
    if (!failure_.empty()) throw std::runtime_error(failure_);
    print();
    if (!settings_.table.empty()) std::ofstream(settings_.table) << table();
    return tally_.all.refuted == 0 ? 0 : 1;
  }

 private:
  int skipped() const {
    std::cout << "skipped: " << sandbox_.reason() << "; " << sandbox_.next_step() << '\n';
    return std::getenv("ASSAY_MUST_RUN") != nullptr ? 1 : 77;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  void work() try {
    Trial trial(sandbox_, worlds_);
    for (std::size_t index = next_++;
         index < settings_.groups && elapsed() < settings_.seconds && interrupted == 0; index = next_++) {
      const std::vector<Claim> claims =
          settings_.edits ? generator_.edit(settings_.seed, index) : generator_.group(settings_.seed, index);
      if (claims.empty()) continue;
      const std::vector<Finding> findings = trial.of(claims, Random(settings_.seed ^ (index << 20)));
      record(trial, claims, findings);
    }
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    failure_ = error.what();
  }

  void record(Trial& trial, const std::vector<Claim>& claims, const std::vector<Finding>& findings) {
    std::vector<std::pair<Claim, Refutation>> refuted;
    {
      const std::lock_guard lock(mutex_);
      ++tally_.groups;
      for (std::size_t i = 0; i < claims.size(); ++i) {
        tally_.add(claims[i], findings[i]);
        // A faulty rule fails often: a few refutations of each are enough.
        if (findings[i].refuted && ++shown_[rules_of(claims[i].verdict)] <= 3)
          refuted.emplace_back(claims[i], *findings[i].refuted);
      }
    }
    for (auto& [claim, refutation] : refuted) show(smaller(trial, std::move(claim), std::move(refutation)));
  }

  void show(const SmallRefutation& found) {
    const std::lock_guard lock(mutex_);
    std::cout << fmt::format("refuted: {}\t{}\n  {} by {} ({})\n  {}: {}\n  {}\n", with_marks(found.claim.a),
                             with_marks(found.claim.b), to_string(found.claim.verdict.verdict),
                             found.claim.verdict.method, rules_of(found.claim.verdict), found.world.name,
                             one_line(found.difference), worlds::world_line(found.world.world).substr(0, 600))
              << std::flush;
  }

  void print() const {
    const double seconds = elapsed();
    if (settings_.edits) std::cout << settings_.groups << " single edits: ";
    std::cout << fmt::format(
        "{} pairs that the engine calls the same were run in {} groups and {} worlds, in {:.0f} s "
        "({:.0f}/s); "
        "{} printed or changed something; {} could not be run; {} kept standard error and differed; {} "
        "refuted; surroundings beside the worlds' own: {}\n",
        tally_.all.pairs, tally_.groups, tally_.worlds, seconds,
        static_cast<double>(tally_.all.pairs) / seconds, tally_.all.telling, tally_.all.not_run,
        tally_.unclear, tally_.all.refuted, names_);
  }

  std::string table() const {
    std::string text = "| rule | pairs run | of them telling | not run | refuted |\n|---|---|---|---|---|\n";
    for (const RuleText& rule : equivalence_rules()) {
      const auto found = tally_.by_rule.find(std::string(rule.id));
      const Count count = found == tally_.by_rule.end() ? Count{} : found->second;
      text += fmt::format("| `{}` | {} | {} | {} | {} |\n", rule.id, count.pairs, count.telling,
                          count.not_run, count.refuted);
    }
    text += fmt::format("| all | {} | {} | {} | {} |\n\n", tally_.all.pairs, tally_.all.telling,
                        tally_.all.not_run, tally_.all.refuted);
    for (const auto& [why, number] : tally_.not_run) text += fmt::format("not run: {} ({})\n", why, number);
    return text;
  }

  const Settings& settings_;
  const Generator generator_;
  std::vector<FixedWorlds> worlds_;  // by surroundings
  std::string names_;                // of these
  sandbox::Sandbox sandbox_;
  Clock::time_point begin_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  Tally tally_;
  std::map<std::string, int> shown_;
  std::string failure_;
};

Settings read(const std::vector<std::string>& arguments) {
  Settings settings;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (!name.starts_with("--")) {
      settings.seeds.emplace_back(name);
      continue;
    }
    if (name == "--templates") {
      settings.templates = true;
      continue;
    }
    if (i + 1 == arguments.size()) throw std::invalid_argument(name + " wants a value");
    const std::string& value = arguments[++i];
    if (name == "--seconds")
      settings.seconds = std::stod(value);
    else if (name == "--groups")
      settings.groups = std::stoull(value);
    else if (name == "--edits") {
      settings.edits = true;
      settings.groups = std::stoull(value);
      settings.seconds = 1e9;
    } else if (name == "--seed")
      settings.seed = std::stoull(value);
    else if (name == "--threads")
      settings.threads = static_cast<unsigned>(std::stoul(value));
    else if (name == "--rule")
      settings.rule = value;
    else if (name == "--surroundings")
      settings.surroundings = value;
    else if (name == "--table")
      settings.table = value;
    else
      throw std::invalid_argument("unknown option " + name);
  }
  return settings;
}

// Whether one of so many groups that the templates about the rule make has a pair that needs it.
bool makes_pairs(const Generator& generator, std::string_view rule) {
  constexpr std::size_t kMostGroups = 400;
  for (std::size_t index = 0; index < kMostGroups; ++index) {
    for (const Claim& claim : generator.group(1, index)) {
      if (std::ranges::find(claim.verdict.rules, rule) != claim.verdict.rules.end()) return true;
    }
  }
  return false;
}

int check_templates(const Settings& settings) {
  const Grammar grammar(settings.folder + "/grammar");
  std::size_t faults = 0;
  const auto report = [&](std::string_view fault) {
    ++faults;
    std::cout << fault << '\n';
  };
  std::set<std::string, std::less<>> without_rule;
  for (const Template& each : grammar.templates()) without_rule.insert(each.rule);
  for (const RuleText& rule : equivalence_rules()) {
    const bool has_template = without_rule.erase(std::string(rule.id)) > 0;
    if (rule.method == "exact") continue;  // there is nothing to run for a command and itself
    if (!has_template)
      report(fmt::format("tests/refute/grammar: no template is about {}: write some below \"~ {}\"", rule.id,
                         rule.id));
    else if (!makes_pairs(Generator(grammar, {}, std::string(rule.id)), rule.id))
      report(fmt::format("tests/refute/grammar: no template about {} makes a pair that needs it", rule.id));
  }
  for (const std::string& name : without_rule)
    report(fmt::format("tests/refute/grammar: \"~ {}\" is about no rule: name one of `assay rules`", name));
  std::cout << fmt::format("{} rules, {} faults of their templates\n", equivalence_rules().size(), faults);
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace assay::refute

int main(int count, char** arguments) try {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { assay::refute::interrupted = 1; });
  const assay::refute::Settings settings = assay::refute::read({arguments + 1, arguments + count});
  return settings.templates ? assay::refute::check_templates(settings)
                            : assay::refute::Run(settings).perform();
} catch (const std::exception& error) {
  std::cerr << "refute: " << error.what() << '\n';
  return 2;
}
