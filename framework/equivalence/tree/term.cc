// SPDX-License-Identifier: Apache-2.0
#include "tree/term.h"

#include <cstring>

namespace assay::equivalence {

std::string_view Arena::keep(std::string_view text) {
  if (text.empty()) return {};
  auto* bytes = static_cast<char*>(memory_.allocate(text.size(), 1));
  std::memcpy(bytes, text.data(), text.size());
  return {bytes, text.size()};
}

const Term* Arena::text(std::string_view text, shell::Span span) {
  return make<Term>(Term{Kind::text, false, Label::none, text, {}, span});
}

const Term* Arena::live(std::string_view text, shell::Span span) {
  return make<Term>(Term{Kind::live, false, Label::none, text, {}, span});
}

const Term* Arena::node(Label label, std::span<const Term* const> parts, shell::Span span) {
  const Term** copy = nullptr;
  bool is_opaque = false;
  if (!parts.empty()) {
    copy = static_cast<const Term**>(memory_.allocate(parts.size_bytes(), alignof(const Term*)));
    std::copy(parts.begin(), parts.end(), copy);
    is_opaque = std::ranges::any_of(parts, [](const Term* part) { return part->opaque; });
    if (span.end == 0) span = {parts.front()->span.begin, parts.back()->span.end};
  }
  return make<Term>(Term{Kind::node, is_opaque, label, {}, {copy, parts.size()}, span});
}

const Term* Arena::node(Label label, std::initializer_list<const Term*> parts, shell::Span span) {
  return node(label, std::span<const Term* const>(parts.begin(), parts.size()), span);
}

const Term* Arena::opaque(const Term& term) {
  Term copy = term;
  copy.opaque = true;
  return make<Term>(copy);
}

namespace {

// Commands of different kinds: no rule connects them, but that does not prove them different.
bool stands_for_itself(const Term& term) {
  return term.is(Label::call) || term.is(Label::builtin) || term.is(Label::command) ||
         term.is(Label::pipeline) || term.is(Label::emit) || term.is(Label::for_loop) ||
         term.is(Label::while_loop) || term.is(Label::if_command) || term.is(Label::and_or) ||
         term.is(Label::list);
}

// Whether both end in the same arguments that may be anything, or neither does.
bool have_same_tail(const Term& left, const Term& right) {
  const Term& last_left = *left.parts.back();
  const Term& last_right = *right.parts.back();
  if (!last_left.is(Label::tail) && !last_right.is(Label::tail)) return true;
  return same(last_left, last_right);
}

bool has_option(const Term& call, std::string_view name) {
  return std::ranges::any_of(call.parts, [name](const Term* part) { return option_name(part) == name; });
}

// An option that a rule added has the position of the utility's name.
bool is_written(const Term& call, const Term& option) {
  return option.span.begin != call.parts[0]->span.begin;
}

const Term* missing_option(const Term& call, const Term& other) {
  for (const Term* part : call.parts) {
    const std::string_view name = option_name(part);
    if (!name.empty() && is_written(call, *part) && !has_option(other, name)) return part;
  }
  return nullptr;
}

const Term* operand(const Term& call, std::size_t index) {
  for (const Term* part : call.parts.subspan(1))
    if (option_name(part).empty() && index-- == 0) return part;
  return nullptr;
}

// An option that a rule added does not help the reader, if the commands also differ in written options or
// operands.
void prefer_written(Difference& found) {
  const Term* made = option_name(found.left).empty() ? found.right : found.left;
  const Term& owner = made == found.left ? *found.left_parent : *found.right_parent;
  if (option_name(made).empty() || is_written(owner, *made)) return;
  const Term* left = missing_option(*found.left_parent, *found.right_parent);
  const Term* right = left ? nullptr : missing_option(*found.right_parent, *found.left_parent);
  for (std::size_t index = 0; !left && !right; ++index) {
    left = operand(*found.left_parent, index);
    right = operand(*found.right_parent, index);
    if (!left && !right) return;
    if (left && right && same(*left, *right)) left = right = nullptr;
  }
  found.left = left;
  found.right = right;
}

// An option that the other command lacks has no counterpart there.
void leave_missing_option(Difference& found) {
  const std::string_view left = option_name(found.left), right = option_name(found.right);
  if (!left.empty() && !has_option(*found.right_parent, left))
    found.right = nullptr;
  else if (!right.empty() && !has_option(*found.left_parent, right))
    found.left = nullptr;
}

}  // namespace

std::string_view option_name(const Term* term) {
  const bool is_option = term && (term->is(Label::option) || term->is(Label::joined));
  return is_option ? term->parts[0]->text : std::string_view();
}

std::strong_ordering order(const Term& left, const Term& right) {
  if (&left == &right) return std::strong_ordering::equal;
  if (const auto kinds = left.kind <=> right.kind; kinds != 0) return kinds;
  if (const auto labels = left.label <=> right.label; labels != 0) return labels;
  if (const auto texts = left.text <=> right.text; texts != 0) return texts;
  const std::size_t common = std::min(left.parts.size(), right.parts.size());
  for (std::size_t i = 0; i < common; ++i)
    if (const auto parts = order(*left.parts[i], *right.parts[i]); parts != 0) return parts;
  return left.parts.size() <=> right.parts.size();
}

bool same(const Term& left, const Term& right) {
  if (left.kind != right.kind || left.label != right.label || left.parts.size() != right.parts.size() ||
      left.text != right.text)
    return false;
  for (std::size_t i = 0; i < left.parts.size(); ++i)
    if (!same(*left.parts[i], *right.parts[i])) return false;
  return true;
}

bool comes_before(const Term* left, const Term* right) { return order(*left, *right) < 0; }

void sort_terms(Terms& terms) { std::stable_sort(terms.begin(), terms.end(), comes_before); }

void sort_unique(Terms& terms) {
  sort_terms(terms);
  const auto equal = [](const Term* left, const Term* right) { return same(*left, *right); };
  terms.erase(std::unique(terms.begin(), terms.end(), equal), terms.end());
}

Difference first_difference(const Term& left, const Term& right) {
  Difference found{.left = &left, .right = &right};
  for (;;) {
    const Term& a = *found.left;
    const Term& b = *found.right;
    const bool descend = a.kind == Kind::node && a.label == b.label;
    if (!descend) break;
    std::size_t at = 0;
    const std::size_t common = std::min(a.parts.size(), b.parts.size());
    while (at < common && same(*a.parts[at], *b.parts[at])) ++at;
    const bool is_call = a.is(Label::call) || a.is(Label::builtin);
    if (a.is(Label::plain) || a.is(Label::tail) || (is_call && (at == 0 || !have_same_tail(a, b))))
      found.explained = false;
    // The terminator says more than a {} in the command.
    if (a.is(Label::exec) && common == 3 && !same(*a.parts[2], *b.parts[2])) at = 2;
    found.left_parent = &a;
    found.right_parent = &b;
    if (is_call) {
      found.left_call = &a;
      found.right_call = &b;
    }
    found.left = at < a.parts.size() ? a.parts[at] : nullptr;
    found.right = at < b.parts.size() ? b.parts[at] : nullptr;
    if (is_call && at > 0) {
      leave_missing_option(found);
      prefer_written(found);
    }
    if (!found.left || !found.right) break;
  }
  if (found.left && found.right && found.left->kind == Kind::node && found.right->kind == Kind::node &&
      found.left->label != found.right->label &&
      (stands_for_itself(*found.left) || stands_for_itself(*found.right))) {
    found.explained = false;
  }
  // Something after that place that was not understood may compensate for the difference.
  const auto rest_is_opaque = [](const Term* parent) { return parent && parent->opaque; };
  if ((found.left && found.left->opaque) || (found.right && found.right->opaque) ||
      rest_is_opaque(found.left_parent) || rest_is_opaque(found.right_parent)) {
    found.explained = false;
  }
  return found;
}

}  // namespace assay::equivalence
