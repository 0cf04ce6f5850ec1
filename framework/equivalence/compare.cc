// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "assay/equivalence.h"
#include "assay/internal/enum_words.h"
#include "assay/internal/partial_form.h"
#include "assay/internal/shell.h"
#include "report.h"
#include "script/lists.h"
#include "script/state.h"
#include "script/visibility.h"
#include "size_limits.h"

namespace assay {

namespace equivalence {

constexpr Rule rule::same_bytes = {.id = "same-bytes",
                                   .rung = Rung::exact,
                                   .meaning = "the same bytes, even if they do not parse",
                                   .same = {"ls -la", "ls -la"},
                                   .apart = {"ls -la", "ls -lA"}};

}  // namespace equivalence

namespace {

using namespace equivalence;

// A script and what is known about it.
struct Script {
  const shell::List& tree;
  std::string_view text;
  ScriptFacts facts = facts_of(text);
};

const Term* form_of(Arena& arena, const Script& script, Rung rung, const EquivalenceOptions& options,
                    Trace* trace, std::span<const std::string_view> left_out = {}) {
  Context context(arena);
  context.aim = {rung, options.tables, trace, left_out};
  context.script = script.facts;
  survey(context, script.tree);
  if (context.script.as_written) return arena.opaque(*arena.live(script.text));
  return list_term(context, script.tree);
}

// The verdict, score and method of a proof at this rung.
Comparison proven(Rung rung) {
  Comparison result;
  result.verdict = rung >= Rung::rewrite ? Equivalence::conditionally : Equivalence::equivalent;
  result.score = score_of(rung);
  result.method = name_of(rung);
  return result;
}

class Ladder {
 public:
  Ladder(const Script& a, const Script& b, const EquivalenceOptions& options)
      : a_(a), b_(b), options_(options) {}

  Comparison climb() {
    const Term* top_a = form(a_, Rung::output);
    const Term* top_b = form(b_, Rung::output);
    if (!same(*top_a, *top_b)) return unproven(*top_a, *top_b);
    presumed_ = presumptions(a_.text, a_.tree, b_.text, b_.tree, options_.tables);
    const Rung first = presumed_.empty() ? Rung::quoting : Rung::rewrite;
    for (Rung rung = first; rung < Rung::output; rung = static_cast<Rung>(static_cast<int>(rung) + 1)) {
      const Term* left = form(a_, rung);
      if (same(*left, *form(b_, rung))) return explained(rung);
    }
    return explained(Rung::output);
  }

 private:
  const Term* form(const Script& script, Rung rung, Trace* trace = nullptr) {
    return form_of(arena_, script, rung, options_, trace);
  }

  Comparison explained(Rung rung) {
    Comparison result = proven(rung);
    if (options_.detail == Detail::verdict && rung < Rung::rewrite) return result;
    Trace trace_a;
    Trace trace_b;
    const Term* left = form(a_, rung, &trace_a);
    const Term* right = form(b_, rung, &trace_b);
    trace_b.applied.insert(trace_b.applied.end(), presumed_.begin(), presumed_.end());
    const auto assumed = different_steps(trace_a, trace_b);
    if (const auto pair = contradiction_in(assumed)) return contradicted(*left, *right, *pair);
    if (options_.detail == Detail::verdict) return result;
    result.canonical_a = print(*left);
    result.canonical_b = print(*right);
    report_proof(result, rung, trace_a, trace_b);
    return result;
  }

  // One side needs an assumption that the other rules out.
  Comparison contradicted(const Term& left, const Term& right, const Contradiction& pair) {
    Comparison result;
    if (options_.detail == Detail::verdict) return result;
    result.canonical_a = print(left);
    result.canonical_b = print(right);
    result.why = "not proven the same: that " + assumption_of(*pair.one) + ", and that " +
                 assumption_of(*pair.other) + ", cannot both hold";
    return result;
  }

  Comparison unproven(const Term& a, const Term& b) {
    Comparison result;
    const Difference difference = first_difference(a, b);
    const bool understood = difference.explained && arena_.limit().empty();
    result.verdict = understood ? Equivalence::different : Equivalence::unknown;
    if (options_.detail == Detail::verdict) return result;
    result.canonical_a = print(a);
    result.canonical_b = print(b);
    report_difference(result, difference, {a_.text, b_.text, options_.tables});
    if (!arena_.limit().empty()) result.why.append("; ").append(arena_.limit());
    return result;
  }

  Arena arena_;
  const Script a_;
  const Script b_;
  const EquivalenceOptions& options_;
  std::vector<Applied> presumed_;  // once the forms are known to be the same
};

Comparison same_text(std::string_view text, Rung rung, const EquivalenceOptions& options) {
  Comparison result = proven(rung);
  if (options.detail == Detail::verdict) return result;
  result.canonical_a = result.canonical_b = text;
  report_proof(result, rung, {}, {});
  return result;
}

// Text that does not parse equals itself, but should not be mistaken for a command.
Comparison same_bytes(std::string_view text, const EquivalenceOptions& options) {
  Comparison result = same_text(text, Rung::exact, options);
  if (options.detail == Detail::verdict) return result;
  const shell::Parsed parsed = shell::parse(text);
  if (!parsed.error) return result;
  result.why += ", which do not parse: " + shell::to_string(*parsed.error);
  result.first_a = result.first_b = TextRange{parsed.error->offset, parsed.error->offset};
  return result;
}

Comparison not_compared(std::string_view a, std::string_view b, std::string why,
                        const EquivalenceOptions& options) {
  Comparison result;
  if (options.detail == Detail::verdict) return result;
  result.canonical_a = a;
  result.canonical_b = b;
  result.why = std::move(why);
  return result;
}

Comparison not_parsed(std::string_view a, std::string_view b, const shell::Parsed& parsed_a,
                      const shell::Parsed& parsed_b, const EquivalenceOptions& options) {
  Comparison result;
  if (options.detail == Detail::verdict) return result;
  result.canonical_a = a;
  result.canonical_b = b;
  if (parsed_a.error) {
    result.why = "the first does not parse: " + shell::to_string(*parsed_a.error);
    result.first_a = TextRange{parsed_a.error->offset, parsed_a.error->offset};
  } else {
    result.why = "the second does not parse: " + shell::to_string(*parsed_b.error);
    result.first_b = TextRange{parsed_b.error->offset, parsed_b.error->offset};
  }
  return result;
}

// Not every form can be parsed again: an empty here-document cannot be written on one line.
bool reads_back(Arena& arena, const Script& script, const Term& form, std::string_view text,
                const EquivalenceOptions& options, std::span<const std::string_view> left_out) {
  const shell::Parsed& parsed = arena.hold(shell::parse(text));
  return parsed && self_reference(text).empty() &&
         presumptions(script.text, script.tree, text, parsed.tree, options.tables).empty() &&
         same(form, *form_of(arena, {parsed.tree, text}, Rung::utility, options, nullptr, left_out));
}

std::string strict_form(std::string_view command, const EquivalenceOptions& options,
                        std::span<const std::string_view> left_out) {
  if (!self_reference(command).empty() || command.size() > kMostBytes) return std::string(command);
  const shell::Parsed parsed = shell::parse(command);
  if (!parsed || !tree_reference(command, parsed.tree).empty()) return std::string(command);
  // A form is one line.
  const bool has_lines = !has_same_lines(line_starts(parsed.tree, command), {});
  if (has_lines && depends_on_lines(command)) return std::string(command);
  Arena arena;
  const Script script{parsed.tree, command};
  const Term* form = form_of(arena, script, Rung::utility, options, nullptr, left_out);
  std::string text = print(*form);
  const bool may_be_compared = text.size() <= kMostBytes && !(has_lines && depends_on_lines(text)) &&
                               reads_back(arena, script, *form, text, options, left_out);
  return may_be_compared ? text : std::string(command);
}

}  // namespace

std::string_view to_string(Equivalence verdict) { return word_of(verdict); }

Comparison compare(std::string_view a, std::string_view b, const EquivalenceOptions& options) {
  if (a == b) return same_bytes(a, options);
  std::string_view variable = self_reference(a).empty() ? self_reference(b) : self_reference(a);
  const auto shows_itself = [&] {
    const bool is_variable = variable == "_" || variable == "0" || (variable[0] >= 'A' && variable[0] <= 'Z');
    const std::string what = (is_variable ? "$" : "") + std::string(variable);
    return not_compared(a, b, what + " shows how the command itself is written", options);
  };
  if (shows_layout(variable)) return shows_itself();
  const shell::Parsed parsed_a = shell::parse(a);
  const shell::Parsed parsed_b = shell::parse(b);
  if (!parsed_a || !parsed_b) return not_parsed(a, b, parsed_a, parsed_b, options);
  const bool has_lines = a.find('\n') != a.npos || b.find('\n') != b.npos;
  if (has_lines && (depends_on_lines(a) || depends_on_lines(b)) &&
      !has_same_lines(line_starts(parsed_a.tree, a), line_starts(parsed_b.tree, b)))
    return not_compared(a, b, "what runs may depend on where the lines end", options);
  if (parsed_a.tree == parsed_b.tree && written_words(parsed_a.tree, a) == written_words(parsed_b.tree, b))
    return same_text(shell::print(parsed_a.tree), Rung::whitespace, options);
  if (variable.empty()) variable = tree_reference(a, parsed_a.tree);
  if (variable.empty()) variable = tree_reference(b, parsed_b.tree);
  if (!variable.empty()) return shows_itself();
  if (std::max(a.size(), b.size()) > kMostBytes)
    return not_compared(a, b, "a script of more than 64 KiB is compared by its tokens alone", options);
  return Ladder({parsed_a.tree, a}, {parsed_b.tree, b}, options).climb();
}

std::string canonical_form(std::string_view command, const EquivalenceOptions& options) {
  return strict_form(command, options, {});
}

std::string partial_form(std::string_view command, std::span<const std::string_view> left_out) {
  return strict_form(command, {}, left_out);
}

}  // namespace assay
