// SPDX-License-Identifier: Apache-2.0
// The algebra of find's expressions: tests commute, actions are barriers, and evaluation is from left to
// right.
#include <algorithm>

#include "find/expression.h"

namespace assay::equivalence {
namespace {

enum class Sign { plain, negated };

bool looks_into_folders(const Term& test) {
  if (test.is(Label::test_of)) return test.parts[0]->text == "-empty";
  return std::ranges::any_of(test.parts, [](const Term* part) { return looks_into_folders(*part); });
}

class Settler {
 public:
  explicit Settler(Context& context) : context_(context) {}

  const Term* settle(const Term& term, Sign sign) {
    if (term.is(Label::negation)) {
      if (sign == Sign::negated) context_.note(rule::find_negation, term);
      return settle(*term.parts[0], sign == Sign::plain ? Sign::negated : Sign::plain);
    }
    if (term.is(Label::all) || term.is(Label::any)) return settle_logic(term, sign);
    const Term* leaf = &term;
    if (term.is(Label::test_of)) leaf = settle_find_test(context_, term);
    if (leaf != &term && (leaf->is(Label::all) || leaf->is(Label::any))) return settle_logic(*leaf, sign);
    if (term.is(Label::comma)) leaf = settle_comma(term);
    if (sign == Sign::plain) return leaf;
    return leaf->is(Label::test_of) ? negated_find_test(context_, *leaf)
                                    : context_.arena.node(Label::negation, {leaf});
  }

 private:
  Terms settled_parts(const Term& term, Sign sign, Label label) {
    Terms parts = context_.arena.terms();
    for (const Term* part : term.parts) {
      const Term* settled = settle(*part, sign);
      if (settled->is(label))
        parts.insert(parts.end(), settled->parts.begin(), settled->parts.end());
      else
        parts.push_back(settled);
    }
    return parts;
  }

  // De Morgan's laws hold for actions too: both sides run the same parts in the same order.
  const Term* settle_logic(const Term& term, Sign sign) {
    const bool is_all = term.is(Label::all) == (sign == Sign::plain);
    if (sign == Sign::negated) context_.note(rule::find_negation, term);
    const Label label = is_all ? Label::all : Label::any;
    Terms parts = settled_parts(term, sign, label);
    if (is_all) std::erase_if(parts, [](const Term* part) { return part->is(Label::always); });
    if (!is_all && parts.size() > 1) std::erase_if(parts, [](const Term* part) { return is_never(*part); });
    if (parts.empty()) return never_or_always(is_all);
    if (is_all) read_empty(parts);
    sort_runs(parts);
    if (!is_all)
      if (const Term* drawn = draw_out_actions(parts)) return drawn;
    return parts.size() == 1 ? parts[0] : context_.arena.node(label, parts);
  }

  static bool is_never(const Term& term) {
    return term.is(Label::negation) && term.parts[0]->is(Label::always);
  }

  const Term* never_or_always(bool is_all) {
    const Term* always = context_.arena.node(Label::always, {});
    return is_all ? always : context_.arena.node(Label::negation, {always});
  }

  const Term* settle_comma(const Term& term) {
    Terms parts = context_.arena.terms();
    for (const Term* part : term.parts) parts.push_back(settle(*part, Sign::plain));
    return context_.arena.node(Label::comma, parts);
  }

  // -empty reads folders, and fails if one is unreadable: then the order of tests matters.
  bool moves(const Term& part) const {
    return is_pure(part) && (context_.allows(rule::readable_folders) || !looks_into_folders(part));
  }

  // Between two actions, tests may be in any order.
  void sort_runs(Terms& parts) {
    const auto pure = [this](const Term* part) { return moves(*part); };
    const auto equal = [](const Term* left, const Term* right) { return same(*left, *right); };
    Terms sorted = context_.arena.terms();
    for (auto at = parts.begin(); at != parts.end();) {
      const auto end = std::find_if_not(at, parts.end(), pure);
      Terms run(at, end, context_.arena.memory());
      std::ranges::stable_sort(run, comes_before);
      if (!std::equal(run.begin(), run.end(), at) &&
          std::any_of(at, end, [](const Term* part) { return looks_into_folders(*part); }))
        context_.note(rule::readable_folders, "-empty");
      run.erase(std::unique(run.begin(), run.end(), equal), run.end());
      sorted.insert(sorted.end(), run.begin(), run.end());
      at = end;
      if (at != parts.end()) sorted.push_back(*at++);
    }
    if (sorted != parts) context_.note(rule::find_test_order, *sorted.front());
    parts = std::move(sorted);
  }

  // A regular file is empty if its size is 0. A test before -type f sees folders as well.
  void read_empty(Terms& parts) {
    const auto stop =
        std::find_if_not(parts.begin(), parts.end(), [](const Term* part) { return is_pure(*part); });
    const auto file = std::find_if(parts.begin(), stop, [](const Term* part) {
      return part->is(Label::test_of) && part->parts[0]->text == "-type" && part->parts[1]->is_text() &&
             part->parts[1]->text == "f";
    });
    if (file == stop) return;
    for (auto at = context_.allows(rule::readable_folders) ? parts.begin() : file; at != stop; ++at) {
      if (!(*at)->is(Label::test_of) || (*at)->parts[0]->text != "-empty") continue;
      context_.note(at < file ? rule::readable_folders : rule::find_empty, **at);
      *at = context_.arena.node(Label::test_of, {context_.arena.live("-size"), context_.arena.text("-1c")});
    }
  }

  // \( a -print -o b -print \) is \( a -o b \) -print if the action is always true.
  const Term* draw_out_actions(const Terms& parts) {
    if (parts.size() < 2) return nullptr;
    const auto last_of = [](const Term* part) { return part->is(Label::all) ? part->parts.back() : part; };
    const Term* action = last_of(parts[0]);
    if (!action->is(Label::action) || !is_always_true(*action) || is_action(*action, "-prune"))
      return nullptr;
    Terms rests = context_.arena.terms();
    for (const Term* part : parts) {
      if (!part->is(Label::all) || !same(*last_of(part), *action)) return nullptr;
      const auto rest = part->parts.first(part->parts.size() - 1);
      if (!std::ranges::all_of(rest, [this](const Term* each) { return moves(*each); })) return nullptr;
      rests.push_back(rest.size() == 1 ? rest[0] : context_.arena.node(Label::all, rest));
    }
    context_.note(rule::find_grouping, *action);
    sort_unique(rests);
    const Term* any = rests.size() == 1 ? rests[0] : context_.arena.node(Label::any, rests);
    return context_.arena.node(Label::all, {any, action});
  }

  Context& context_;
};

bool does_something(const Term& expression) {
  if (expression.is(Label::exec)) return true;
  if (expression.is(Label::action)) {
    const std::string_view name = expression.parts[0]->text;
    return name != "-prune" && name != "-quit";
  }
  if (expression.is(Label::test_of)) return false;
  return std::ranges::any_of(expression.parts, [](const Term* part) { return does_something(*part); });
}

}  // namespace

const Term* settle_find_expression(Context& context, const Term& expression) {
  const Term* settled = Settler(context).settle(expression, Sign::plain);
  if (does_something(*settled)) return settled;
  context.note(rule::find_default_action, "-print");
  const Term* print = context.arena.node(Label::action, {context.arena.live("-print")});
  if (settled->is(Label::always)) return print;
  if (!settled->is(Label::all)) return context.arena.node(Label::all, {settled, print});
  Terms parts(settled->parts.begin(), settled->parts.end(), context.arena.memory());
  parts.push_back(print);
  return context.arena.node(Label::all, parts);
}

constexpr Rule rule::find_default_action = {
    .id = "find-default-action",
    .rung = Rung::utility,
    .meaning = "`-print` may be left out if there is no other action",
    .same = {"find d", "find d -print"},
    .apart = {"find . -path ./d -prune -o -name x -print", "find . -path ./d -prune -o -name x"},
    .refine = {{{"find", refine_find}}}};

constexpr Rule rule::find_test_order = {
    .id = "find-test-order",
    .rung = Rung::utility,
    .meaning = "tests between two actions may change places, and a repeated test may be left out",
    .same = {"find . -name x -type f", "find . -type f -name x"},
    .apart = {"find . -name x -delete", "find . -delete -name x"}};

constexpr Rule rule::find_negation = {
    .id = "find-negation",
    .rung = Rung::utility,
    .meaning = "De Morgan's laws and double negation",
    .same = {"find . ! \\( -name a -o -name b \\)", "find . ! -name a ! -name b"},
    .apart = {"find . ! -name a -o -name b", "find . ! \\( -name a -o -name b \\)"}};

constexpr Rule rule::find_grouping = {
    .id = "find-grouping",
    .rung = Rung::utility,
    .meaning = "an action that never fails may be moved out of the alternatives that all end in it",
    .same = {"find . -name a -print -o -name b -print", "find . \\( -name a -o -name b \\) -print"},
    .apart = {"find . -name a -o -name b -print", "find . \\( -name a -o -name b \\) -print"}};

constexpr Rule rule::find_empty = {.id = "find-empty",
                                   .rung = Rung::utility,
                                   .meaning = "a plain file is empty if its size is 0",
                                   .same = {"find . -type f -empty", "find . -type f -size 0"},
                                   .apart = {"find . -empty", "find . -size 0"}};

constexpr Rule rule::readable_folders = {
    .id = "readable-folders",
    .rung = Rung::rewrite,
    .meaning = "`-empty` and other tests may change places",
    .same = {"find . -empty -name x", "find . -name x -empty"},
    .apart = {"find . -empty -delete -name x", "find . -name x -empty -delete"},
    .assumption = "find can read every folder that it visits"};

}  // namespace assay::equivalence
