// SPDX-License-Identifier: Apache-2.0
// Words to text, segment by segment.
#include "characters.h"
#include "printer.h"

namespace assay::shell {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

std::string_view escaped_in(TextStyle style) {
  switch (style) {
    case TextStyle::bare: return "";
    case TextStyle::double_quotes: return "$`\"\\";
    case TextStyle::here_document: return "$`\\";
    case TextStyle::quoted_argument: return "$`\"\\}";
  }
  return "";
}

// Whether the segment's first character would continue the name in `$name`.
bool extends_name(const Segment* next, TextStyle style) {
  const Text* text = next ? std::get_if<Text>(&next->node) : nullptr;
  if (!text || text->quoting != Quoting::none || text->text.empty()) return false;
  const char first = text->text[0];
  const bool is_brace = first == '{' || first == ',' || first == '}';
  return is(first, kNameRest) || first == '[' || (style == TextStyle::bare && is_brace);
}

bool needs_braces(const Parameter& parameter) {
  const bool plain =
      parameter.operation == ParameterOperator::none && !parameter.indirect && !parameter.subscript;
  return !plain || (is_digits(parameter.name) && parameter.name.size() > 1);
}

struct OperatorSign {
  ParameterOperator operation;
  std::string_view sign;
};
constexpr OperatorSign kSigns[] = {
    {ParameterOperator::default_value, "-"},   {ParameterOperator::assign_default, "="},
    {ParameterOperator::error_if_unset, "?"},  {ParameterOperator::alternative, "+"},
    {ParameterOperator::remove_prefix, "#"},   {ParameterOperator::remove_longest_prefix, "##"},
    {ParameterOperator::remove_suffix, "%"},   {ParameterOperator::remove_longest_suffix, "%%"},
    {ParameterOperator::replace_first, "/"},   {ParameterOperator::replace_all, "//"},
    {ParameterOperator::replace_prefix, "/#"}, {ParameterOperator::replace_suffix, "/%"},
    {ParameterOperator::substring, ":"},       {ParameterOperator::upper_first, "^"},
    {ParameterOperator::upper_all, "^^"},      {ParameterOperator::lower_first, ","},
    {ParameterOperator::lower_all, ",,"},      {ParameterOperator::transform, "@"},
};

std::string_view sign_of(ParameterOperator operation) {
  for (const OperatorSign& entry : kSigns)
    if (entry.operation == operation) return entry.sign;
  return "";
}

}  // namespace

void Printer::segments(const std::vector<Segment>& segments, TextStyle style) {
  for (std::size_t i = 0; i < segments.size(); ++i)
    segment(segments[i], i + 1 < segments.size() ? &segments[i + 1] : nullptr, style);
}

void Printer::segment(const Segment& segment, const Segment* next, TextStyle style) {
  const Overloaded print{
      [&](const Text& node) { text(node, style); },
      [&](const DoubleQuoted& node) {
        out_ += node.translated ? "$\"" : "\"";
        segments(node.parts, TextStyle::double_quotes);
        out_ += '"';
      },
      [&](const Boxed<Parameter>& node) {
        parameter(*node, style, !node->open && extends_name(next, style));
      },
      [&](const CommandSubstitution& node) { substitution(node); },
      [&](const Arithmetic& node) {
        out_ += "$((";
        segments(node.parts, TextStyle::bare);
        out_ += "))";
      },
      [&](const ProcessSubstitution& node) {
        nested(node.body, node.direction == ProcessDirection::from_process ? "<(" : ">(");
      },
      [&](const ExtendedGlob& node) { extended_glob(node); },
      [&](const Array& node) { array(node); },
  };
  std::visit(print, segment.node);
}

void Printer::text(const Text& text, TextStyle style) {
  switch (text.quoting) {
    case Quoting::none: {
      const std::string_view escaped = escaped_in(style);
      for (const char c : text.text) {
        if (escaped.find(c) != std::string_view::npos) out_ += '\\';
        out_ += c;
      }
      break;
    }
    case Quoting::escaped:
      for (const char c : text.text) {
        out_ += '\\';
        out_ += c;
      }
      break;
    case Quoting::single:
      out_ += '\'';
      for (const char c : text.text) c == '\'' ? out_ += "'\\''" : out_ += c;
      out_ += '\'';
      break;
    case Quoting::ansi: out_ += "$'" + encode_ansi(text.text) + "'"; break;
  }
}

// A list in parentheses, including its here-documents.
void Printer::nested(const List& list, std::string_view open) {
  Printer inner;
  inner.closed_list(list);
  if (!inner.due_.empty()) inner.break_line();
  out_ += open;
  if (!inner.out_.empty() && inner.out_[0] == '(') out_ += ' ';
  out_ += inner.out_;
  out_ += ')';
}

void Printer::substitution(const CommandSubstitution& substitution) {
  if (substitution.kind == SubstitutionKind::subshell) return nested(substitution.body, "$(");
  Printer inner;
  inner.body(substitution.body, "}");
  out_ += substitution.kind == SubstitutionKind::reply ? "${| " : "${ ";
  out_ += inner.out_;
}

void Printer::extended_glob(const ExtendedGlob& glob) {
  out_ += glob.kind;
  out_ += '(';
  for (std::size_t i = 0; i < glob.alternatives.size(); ++i) {
    if (i > 0) out_ += '|';
    word(glob.alternatives[i]);
  }
  out_ += ')';
}

void Printer::array(const Array& array) {
  out_ += '(';
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    if (i > 0) out_ += ' ';
    const ArrayElement& element = array.elements[i];
    if (element.subscript) {
      out_ += '[';
      word(*element.subscript);
      out_ += element.append ? "]+=" : "]=";
    }
    word(element.value);
  }
  out_ += ')';
}

void Printer::parameter(const Parameter& parameter, TextStyle style, bool braces) {
  if (!braces && !needs_braces(parameter)) {
    out_ += '$';
    out_ += parameter.name;
    return;
  }
  out_ += "${";
  if (parameter.operation == ParameterOperator::length) out_ += '#';
  if (parameter.indirect || parameter.operation == ParameterOperator::names) out_ += '!';
  out_ += parameter.name;
  if (parameter.subscript) {
    out_ += '[';
    word(*parameter.subscript);
    out_ += ']';
  }
  operation(parameter, style);
  out_ += '}';
}

void Printer::operation(const Parameter& parameter, TextStyle style) {
  const std::string_view sign = sign_of(parameter.operation);
  switch (parameter.operation) {
    case ParameterOperator::none:
    case ParameterOperator::length: return;
    case ParameterOperator::default_value:
    case ParameterOperator::assign_default:
    case ParameterOperator::error_if_unset:
    case ParameterOperator::alternative:
      if (parameter.or_null) out_ += ':';
      out_ += sign;
      return segments(parameter.argument.segments,
                      style == TextStyle::bare ? TextStyle::bare : TextStyle::quoted_argument);
    case ParameterOperator::replace_first:
    case ParameterOperator::replace_all:
    case ParameterOperator::replace_prefix:
    case ParameterOperator::replace_suffix: return replacement(parameter, sign);
    case ParameterOperator::substring:
      out_ += sign;
      word(parameter.argument);
      if (!parameter.second) return;
      out_ += ':';
      return word(*parameter.second);
    case ParameterOperator::remove_prefix:
    case ParameterOperator::remove_longest_prefix:
    case ParameterOperator::remove_suffix:
    case ParameterOperator::remove_longest_suffix:
    case ParameterOperator::upper_first:
    case ParameterOperator::upper_all:
    case ParameterOperator::lower_first:
    case ParameterOperator::lower_all:
    case ParameterOperator::transform:
    case ParameterOperator::names: out_ += sign; return word(parameter.argument);
  }
}

void Printer::replacement(const Parameter& parameter, std::string_view sign) {
  out_ += sign;
  word(parameter.argument);
  const bool is_anchored = parameter.operation == ParameterOperator::replace_prefix ||
                           parameter.operation == ParameterOperator::replace_suffix;
  // A slash after an empty pattern would be the pattern.
  if (parameter.argument.segments.empty() && !is_anchored) return;
  out_ += '/';
  if (parameter.second) word(*parameter.second);
}

}  // namespace assay::shell
