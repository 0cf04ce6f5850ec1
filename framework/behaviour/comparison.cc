// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "assay/internal/behaviour.h"
#include "assay/internal/text.h"
#include "moments.h"
#include "needs.h"
#include "pair.h"
#include "sameness.h"
#include "shell_state.h"
#include "timing.h"
#include "userland_complaint.h"
#include "withheld.h"

namespace assay::behaviour {
namespace {

using sandbox::End;
using sandbox::SandboxResult;

Comparison undecided(std::string why) { return {.why = std::move(why)}; }

constexpr const char* kDoesNotEnd = "the generated command does not end";

// What the worlds have shown so far.
struct Tally {
  std::size_t told = 0;
  std::string told_by;
  std::string why;     // the first reason why a world could not tell
  std::string unseen;  // why part of what one of them did went unseen: nothing is the same then
  // Worlds in which the accepted command said that it was not understood, and what it said in the first.
  std::size_t not_understood = 0;
  std::string why_not_understood;
  // From worlds in which neither printed or changed anything: the exit statuses of commands that answer by
  // status alone.
  bool saw_yes = false, saw_no = false, quietly_disagreed = false;
  bool saw_others_files = false;
  bool left_behind = false;  // processes, by the generated command only
  // The first difference that may be due to the sandbox: no opinion about the texts outweighs what was seen.
  std::optional<Shown> seen;

  bool answers_by_status() const { return saw_yes && saw_no && !quietly_disagreed; }
};

bool is_without_words(const SandboxResult& outcome) {
  return outcome.out.empty() && outcome.err.empty() && outcome.effects.empty() && outcome.end == End::exited;
}

void count_quiet(Tally& tally, const SandboxResult& accepted, const SandboxResult& generated) {
  if (!is_without_words(accepted) || !is_without_words(generated)) return;
  (accepted.exit_code == 0 ? tally.saw_yes : tally.saw_no) = true;
  tally.quietly_disagreed |= (accepted.exit_code == 0) != (generated.exit_code == 0);
}

// Why a run says nothing about its command, whatever the other one does.
std::optional<Comparison> no_outcome(std::string_view whose, const SandboxResult& outcome) {
  const std::string who = "the " + std::string(whose) + " command ";
  switch (outcome.end) {
    case End::exited:
    case End::signalled:
    case End::not_started: break;
    case End::timed_out:
      // Kept from the processor, it says nothing. An accepted command that had its time cannot run here.
      return Comparison{.finding = Finding::unavailable,
                        .why = outcome.is_starved ? starved_text(whose) : who + "does not end by itself",
                        .is_starved = outcome.is_starved};
    case End::output_limit: return undecided(who + "prints too much");
    case End::memory_limit: return undecided(who + "takes too much memory");
    case End::lost: return Comparison{.why = "the sandbox lost " + who + ": " + outcome.why, .is_lost = true};
    case End::unavailable:
      return Comparison{
          .finding = Finding::unavailable, .why = outcome.why, .is_starved = outcome.is_starved};
  }
  return std::nullopt;
}

std::optional<Comparison> cannot_run(const SandboxResult& accepted, const std::vector<Call>& calls) {
  if (auto none = no_outcome("accepted", accepted)) return none;
  const std::string missing = missing_utility(accepted, calls);
  if (missing.empty()) return std::nullopt;
  return Comparison{.finding = Finding::unavailable, .why = one_line(missing) + " is not in the sandbox"};
}

// Why no further command may start.
std::optional<Comparison> interruption(const Terms& terms) {
  if (terms.stop.stop_requested()) return Comparison{.finding = Finding::unavailable, .why = "stopped"};
  if (is_over(terms)) return undecided("running both in all their worlds takes too long");
  return std::nullopt;
}

class PairTrial {
 public:
  PairTrial(sandbox::Sandbox& sandbox, const CommandPair& pair, const Terms& terms)
      : sandbox_(sandbox), pair_(pair), terms_(terms) {}

  // A finding that ends the comparison; none: go on to the next world. The accepted command runs before and
  // after the other one: differences between its own runs are a matter of chance.
  std::optional<Comparison> in(const worlds::NamedWorld& world, Tally& tally) {
    if (auto over = interruption(terms_)) return over;
    Moments moments(world.world);
    WatchedCell watched(sandbox_.open(world.world), terms_);
    sandbox::Cell& cell = watched.cell();
    SandboxResult first = watched.run(pair_.accepted_script());
    moments.opened();
    if (auto none = cannot_run(first, pair_.accepted_calls())) {
      if (none->is_lost) none->finding = Finding::unavailable, none->is_starved = true;
      if (first.end != End::output_limit) return none;
      tally.unseen = std::move(none->why);  // another world may tell them apart
      return std::nullopt;
    }
    if (const Complaint complaint = complaint_of(cell, pair_.accepted_text(), first, terms_)) {
      leave_out(tally, complaint, world);
      return std::nullopt;
    }
    if (auto over = interruption(terms_)) return over;
    const sandbox::Limits limits = limits_beside(first, terms_);
    SandboxResult generated = watched.run(pair_.generated_script(), limits);
    const bool is_endless = generated.end == End::timed_out && !generated.is_starved;
    if (auto none = no_outcome("generated", generated); none && !is_endless) {
      if (generated.end == End::output_limit)
        none->shown = Shown{world, std::move(first), std::move(generated), none->why};
      return none;
    }
    if (auto over = interruption(terms_); over && !is_endless) return over;
    SandboxResult second = watched.run(pair_.accepted_script(), limits);
    if (second.end == End::timed_out) return no_outcome("accepted", second);
    const Expected expected(first, second, measure_in(world, first));
    const bool is_same = expected.difference(generated).empty();
    // Whoever runs the command here gets status 127. What it would do elsewhere nobody saw, so this is a
    // doubt and no refutation.
    if (const std::string missing = missing_utility(generated, pair_.generated_calls()); !missing.empty()) {
      tally.unseen =
          "the generated command calls " + one_line(missing) + ", which is not here (exit status 127)";
      if (is_same) return std::nullopt;
      std::string difference = expected.reason(generated, moments);
      return Comparison{
          .why = tally.unseen,
          .told = tally.told,
          .shown = Shown{world, expected.outcome(), std::move(generated), std::move(difference)}};
    }
    if (Held held = stopped(cell, expected.outcome(), generated); !held.text.empty()) {
      // Both may have failed alike for different reasons, and failures that differ may be due to the sandbox
      // as well. What only the generated command was kept from nobody saw, whatever it does in other worlds.
      if (is_endless) return undecided(std::move(held.text));
      if (is_same || (held.is_generated && expected.tells())) tally.unseen = held.text;
      if (!is_same) keep(tally, world, expected, generated, expected.reason(generated, moments));
      note(tally, std::move(held.text));
      return std::nullopt;
    }
    if (passes_over(world, expected, generated, tally)) {
      if (is_endless) return undecided(kDoesNotEnd);  // in every other world it would take as long
      return std::nullopt;
    }
    if (is_endless) return differing(cell, world, expected, std::move(generated), kDoesNotEnd, tally);
    // Nobody saw what those processes would have done later.
    const bool is_cut_short = generated.leftovers && !first.leftovers;
    if (is_cut_short && (is_same || expected.is_begun_by(generated))) {
      tally.left_behind = true;
      return std::nullopt;
    }
    if (is_same) {
      // It printed the rest by chance or in spite of that: nobody would take an error for an answer.
      if (const Complaint complaint = complaint_about(cell, generated)) {
        tally.unseen = text_of(complaint, sandbox_, world.world) + ", which the generated command asks for";
        return std::nullopt;
      }
      return tell(world, expected, tally);
    }
    return confirmed(watched, world, expected, std::move(generated), moments, tally);
  }

 private:
  // Where the accepted command prints the words of a file with other blanks, the blanks are what it is about.
  Measure measure_in(const worlds::NamedWorld& world, const SandboxResult& accepted) const {
    Measure measure = pair_.measure();
    if (measure.question == Question::equivalent || accepted.out.empty()) return measure;
    const std::vector<std::string> words = words_of(accepted.out);
    const auto has_other_blanks = [&](const std::string& text) {
      return text.size() <= 2 * accepted.out.size() + 4096 && text != accepted.out && words_of(text) == words;
    };
    const bool is_layout = words.size() > 1 &&
                           (has_other_blanks(world.world.input) ||
                            std::ranges::any_of(world.world.entries, [&](const sandbox::Entry& entry) {
                              return entry.type == sandbox::NodeType::file && has_other_blanks(entry.content);
                            }));
    if (is_layout) measure.layout = Layout::counts;
    return measure;
  }

  // What the sandbox withheld from one of them; without text: nothing.
  struct Held {
    std::string text;
    bool is_generated = false;  // from the generated command, and nothing from the accepted one
  };
  Held stopped(sandbox::Cell& cell, const SandboxResult& accepted, const SandboxResult& generated) const {
    if (std::string held = held_from(cell, accepted, pair_.accepted_script(), pair_.accepted_calls());
        !held.empty())
      return {"the accepted command " + held};
    std::string held = held_from(cell, generated, pair_.generated_script(), pair_.generated_calls());
    if (held.empty()) return {};
    return {"the generated command " + held, true};
  }

  std::string held_from(sandbox::Cell& cell, const SandboxResult& outcome, const sandbox::Command& script,
                        const std::vector<Call>& calls) const {
    std::string line = withheld(outcome);
    if (const std::string open = with_visible_errors(script.argv.back());
        line.empty() && open != script.argv.back()) {
      const SandboxResult said = run_timed(cell, sandbox::shell_command(open), terms_);
      if (const std::string missing = missing_utility(said, calls); !missing.empty())
        return "hides that " + one_line(missing) + " is not in the sandbox";
      line = withheld(said);
    }
    return line.empty() ? line : "needs something that no sandbox has: " + line;
  }

  // This userland cannot run the accepted command, so this world says nothing about another one.
  void leave_out(Tally& tally, const Complaint& complaint, const worlds::NamedWorld& world) const {
    if (tally.not_understood++ == 0)
      tally.why_not_understood = "the accepted command: " + text_of(complaint, sandbox_, world.world);
    note(tally, tally.why_not_understood);
  }

  // Whether to skip this world: the accepted command has nothing to do in it, so nothing can be said about
  // another one.
  bool passes_over(const worlds::NamedWorld& world, const Expected& expected, const SandboxResult& generated,
                   Tally& tally) const {
    count_quiet(tally, expected.outcome(), generated);
    if (expected.tells()) return false;
    if (fails_at_home(world, expected)) {
      note(tally, "the accepted command fails in the case's world, and prints and changes nothing");
      // Neither is this a refutation, nor may other worlds outweigh it.
      if (!generated.out.empty() || !generated.effects.empty() || generated.exit_code == 0)
        tally.unseen = "the accepted command fails in the case's world, where the generated one does not";
      return true;
    }
    if (was_denied(expected.outcome())) {
      note(tally, "the accepted command is not allowed to do that without root's rights");
      return true;
    }
    if (pair_.measure().question == Question::equivalent) return false;
    if (expected.succeeded() && (!generated.out.empty() || !generated.effects.empty())) return false;
    // Who counts nothing says 0, whatever the status.
    const SandboxResult& counted = expected.outcome();
    if (!counted.out.empty() && counted.err.empty() && counted.end == End::exited &&
        words_of(counted.out) != words_of(generated.out))
      return false;
    note(tally, "the accepted command printed and changed nothing");
    return true;
  }

  // Whether the accepted command fails in a world that was made for its case. A status of 1 without a word is
  // no failure but an answer: no.
  bool fails_at_home(const worlds::NamedWorld& world, const Expected& expected) const {
    const SandboxResult& outcome = expected.outcome();
    if (pair_.measure().question != Question::equivalent) return false;  // where no failure says anything
    if (world.origin == worlds::NamedWorld::Origin::generated || expected.varies()) return false;
    if (expected.succeeded() || !outcome.out.empty()) return false;
    return !outcome.err.empty() || outcome.end != End::exited || outcome.exit_code != 1;
  }

  std::optional<Comparison> tell(const worlds::NamedWorld& world, const Expected& expected,
                                 Tally& tally) const {
    if (expected.varies()) {
      // Where it has no choice, in a world with a single line, it would look like any other.
      tally.unseen = "the accepted command does something else each time";
    } else if (!expected.tells()) {
      note(tally, "the accepted command printed and changed nothing");
    } else if (std::string lack = lack_of(sandbox_, world); !lack.empty() && lack_counts()) {
      note(tally, std::move(lack));
    } else {
      ++tally.told;
      tally.saw_others_files |= has_others_files(world.world);
      if (tally.told_by.empty()) tally.told_by = world.name;
    }
    return std::nullopt;
  }

  // A difference counts only if it recurs: otherwise the clock or a busy machine may have caused it.
  std::optional<Comparison> confirmed(WatchedCell& watched, const worlds::NamedWorld& world,
                                      const Expected& expected, SandboxResult generated,
                                      const Moments& moments, Tally& tally) const {
    if (auto over = interruption(terms_)) return over;
    const SandboxResult again =
        watched.run(pair_.generated_script(), limits_beside(expected.outcome(), terms_));
    if (expected.difference(again).empty() || again.end == End::lost || again.is_starved) {
      note(tally, "the commands do something else each time");
      if (!expected.varies() && !is_steady(watched, expected))
        tally.unseen = "the generated command does something else each time";
      return std::nullopt;
    }
    if (again.end != generated.end) generated = again;
    std::string reason = expected.reason(again, moments);
    if (const std::string before = expected.reason(generated, moments); before != reason)
      reason = common_beginning(before, reason);
    return differing(watched.cell(), world, expected, std::move(generated), std::move(reason), tally);
  }

  // Whether it does the same from now on, so that a difference was a matter of this machine.
  bool is_steady(WatchedCell& watched, const Expected& expected) const {
    constexpr int kTimes = 3;
    for (int i = 0; i < kTimes; ++i) {
      if (is_over(terms_)) return false;
      const SandboxResult more =
          watched.run(pair_.generated_script(), limits_beside(expected.outcome(), terms_));
      if (!expected.difference(more).empty()) return false;
    }
    return true;
  }

  // Of the generated command.
  Complaint complaint_about(sandbox::Cell& cell, const SandboxResult& generated) const {
    if (Complaint said = complaint_in(generated.err, pair_.generated_text())) return said;
    return unread_interval(cell, pair_.generated_text(), terms_);
  }

  std::optional<Comparison> differing(sandbox::Cell& cell, const worlds::NamedWorld& world,
                                      const Expected& expected, SandboxResult generated, std::string reason,
                                      Tally& tally) const {
    if (std::string lack = lack_of(sandbox_, world); !lack.empty() && pair_.asks_for_owners()) {
      note(tally, std::move(lack));
      return std::nullopt;
    }
    if (was_denied(generated) && !was_denied(expected.outcome())) {
      note(tally, "the generated command is not allowed to do that without root's rights");
      keep(tally, world, expected, generated, std::move(reason));
      return std::nullopt;
    }
    Shown shown{world, expected.outcome(), std::move(generated), std::move(reason)};
    if (const Complaint complaint = complaint_about(cell, shown.generated))
      shown.cause = text_of(complaint, sandbox_, world.world);
    std::string why = reason_of(shown);
    const bool is_kept = shown.accepted.is_kept || shown.generated.is_kept;
    return Comparison{.finding = Finding::differs,
                      .why = std::move(why),
                      .told = tally.told,
                      .shown = std::move(shown),
                      .is_kept = is_kept};
  }

  // Whether two commands that do the same could differ in what the world lacks: permissions depend on owners.
  bool lack_counts() const {
    return pair_.asks_for_owners() || pair_.measure().question == Question::equivalent;
  }

  static void keep(Tally& tally, const worlds::NamedWorld& world, const Expected& expected,
                   const SandboxResult& generated, std::string reason) {
    if (!tally.seen) tally.seen = Shown{world, expected.outcome(), generated, std::move(reason)};
  }

  void note(Tally& tally, std::string why) const {
    if (tally.why.empty()) tally.why = std::move(why);
  }

  sandbox::Sandbox& sandbox_;
  const CommandPair& pair_;
  const Terms& terms_;
};

Comparison concluded(const CommandPair& pair, const Tally& tally, std::size_t worlds) {
  if (worlds > 0 && tally.not_understood == worlds)
    return {.finding = Finding::unavailable, .why = tally.why_not_understood};
  const auto& blind = pair.blind_spot(tally.saw_others_files ? Owners::several : Owners::the_user);
  if (blind) return undecided(*blind);
  if (!tally.unseen.empty()) return undecided(tally.unseen);
  if (tally.left_behind) return undecided("the generated command leaves processes behind, which were ended");
  if (tally.told > 0)
    return {.finding = Finding::same,
            .why = fmt::format("the same in {} of {} worlds that could tell ({})", tally.told, tally.told,
                               tally.told_by),
            .told = tally.told};
  if (tally.answers_by_status())
    return {.finding = Finding::same, .why = "the same exit status, yes and no, in every world", .told = 1};
  if (worlds == 0) return undecided("there is no world to run them in");
  return undecided(tally.why.empty() ? "no world could tell the commands apart" : tally.why);
}

}  // namespace

std::string reason_of(const Shown& shown) {
  return shown.cause.empty() ? shown.difference : shown.cause + " (" + shown.difference + ")";
}

Comparison compare(sandbox::Sandbox& sandbox, std::string_view accepted, std::string_view generated,
                   std::span<const worlds::NamedWorld> worlds, const Terms& terms) {
  if (sandbox.tier() == sandbox::Tier::unavailable)
    return {.finding = Finding::unavailable, .why = sandbox.reason()};
  const CommandPair pair(accepted, generated, terms.question);
  if (const auto& need = pair.accepted_need()) return {.finding = Finding::unavailable, .why = *need};
  if (const auto& need = pair.generated_need()) return undecided(*need);
  PairTrial trial(sandbox, pair, terms);
  Tally tally;
  for (const worlds::NamedWorld& world : worlds) {
    if (auto found = trial.in(world, tally)) return *std::move(found);
  }
  Comparison found = concluded(pair, tally, worlds.size());
  if (found.finding == Finding::undecided) found.shown = std::move(tally.seen);
  return found;
}

std::string cannot_run_in(sandbox::Sandbox& sandbox, std::string_view accepted,
                          const worlds::NamedWorld& world, const Terms& terms) {
  const CommandPair pair(accepted, accepted, terms.question);
  if (const auto& need = pair.accepted_need()) return *need;
  sandbox::Cell cell = sandbox.open(world.world);
  const SandboxResult outcome = run_timed(cell, pair.accepted_script(), terms);
  if (const auto none = cannot_run(outcome, pair.accepted_calls())) return none->why;
  if (const Complaint complaint = complaint_of(cell, pair.accepted_text(), outcome, terms))
    return "the accepted command: " + text_of(complaint, sandbox, world.world);
  if (was_denied(outcome)) return "the accepted command is not allowed to do that without root's rights";
  const std::string line = withheld(outcome);
  return line.empty() ? line : "the accepted command needs something that no sandbox has: " + line;
}

std::optional<std::string> cannot_be_run(std::string_view command, const SandboxResult& outcome) {
  if (auto need = need_of(calls_of(command))) return need;
  if (const auto none = cannot_run(outcome, calls_of(command))) return none->why;
  if (const std::string line = withheld(outcome); !line.empty())
    return "needs something that no sandbox has: " + line;
  if (was_denied(outcome)) return "it is not allowed to do that without root's rights";
  return std::nullopt;
}

bool has_answered(const SandboxResult& outcome) {
  if (outcome.end != End::exited || outcome.exit_code > 1) return false;
  return outcome.exit_code == 0 ||
         (outcome.err.empty() && (!outcome.out.empty() || Expected(outcome, outcome, {}).tells()));
}

}  // namespace assay::behaviour
