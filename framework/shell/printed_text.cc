// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/printed_text.h"

#include <algorithm>
#include <span>
#include <vector>

#include "ansi_quote.h"

namespace assay::shell {
namespace {

using Texts = std::span<const std::string>;

std::string joined_by_blanks(Texts texts) {
  std::string all;
  for (const std::string& each : texts) all.append(&each == texts.data() ? "" : " ").append(each);
  return all;
}

bool is_echo_option(std::string_view text) {
  return text.size() > 1 && text[0] == '-' && text.find_first_not_of("neE", 1) == text.npos;
}

// As bash's own echo: escapes count only after -e.
KnownText echoed(Texts arguments) {
  bool ends_line = true, reads_escapes = false;
  for (; !arguments.empty() && is_echo_option(arguments.front()); arguments = arguments.subspan(1))
    for (const char letter : arguments.front().substr(1)) {
      if (letter == 'n') ends_line = false;
      if (letter != 'n') reads_escapes = letter == 'e';
    }
  KnownText text = joined_by_blanks(arguments);
  if (reads_escapes) text = decode_ansi(*text);
  if (text && ends_line) *text += '\n';
  return text;
}

// One pass over the format, which takes the arguments that it needs. None for a directive not read here.
KnownText formatted_once(std::string_view format, Texts& arguments) {
  std::string out;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      out += format[at];
      continue;
    }
    at = format.find_first_not_of("-+ #0123456789.", at + 1);
    if (at == format.npos) return std::nullopt;
    if (format[at] == '%') {
      out += '%';
      continue;
    }
    if (std::string_view("sbdiuq").find(format[at]) == std::string_view::npos) return std::nullopt;
    if (arguments.empty()) continue;
    const KnownText value = format[at] == 'b' ? decode_ansi(arguments.front()) : arguments.front();
    if (!value) return std::nullopt;
    out += *value;
    arguments = arguments.subspan(1);
  }
  return out;
}

// The format is used again until no argument is left. Widths and precisions are passed over.
KnownText formatted(Texts arguments) {
  if (!arguments.empty() && arguments.front() == "--") arguments = arguments.subspan(1);
  if (arguments.empty() || arguments.front().starts_with('-')) return std::nullopt;
  const KnownText format = decode_ansi(arguments.front());
  if (!format) return std::nullopt;
  arguments = arguments.subspan(1);
  std::string out;
  for (std::size_t before = arguments.size() + 1; before > arguments.size();) {
    before = arguments.size();
    const KnownText once = formatted_once(*format, arguments);
    if (!once) return std::nullopt;
    out += *once;
    if (arguments.empty()) break;
  }
  return out;
}

// cat without files, and tee, which prints what it writes.
bool passes_on(std::string_view name, Texts arguments) {
  if (name == "tee") return true;
  return name == "cat" && std::ranges::all_of(arguments, [](std::string_view each) { return each == "-"; });
}

bool prints_elsewhere(const Command& command) {
  using enum RedirectOperator;
  return std::ranges::any_of(command.redirects, [](const Redirect& each) {
    const bool writes = each.operation == output || each.operation == append || each.operation == clobber ||
                        each.operation == dup_output || each.operation == both ||
                        each.operation == both_append;
    return writes && each.fd == 1 && each.fd_variable.empty();
  });
}

class PrintedText {
 public:
  PrintedText(const KnownText& input, const TextOf& text_of) : input_(input), text_of_(text_of) {}

  KnownText operator()(const SimpleCommand& node) const {
    std::vector<std::string> texts;
    for (const Word& word : node.words) {
      KnownText text = text_of_(word);
      if (!text) return std::nullopt;
      texts.push_back(*std::move(text));
    }
    if (texts.empty()) return std::nullopt;
    const std::string_view name = std::string_view(texts.front()).substr(texts.front().rfind('/') + 1);
    const Texts arguments = Texts(texts).subspan(1);
    if (name == "echo") return echoed(arguments);
    if (name == "printf") return formatted(arguments);
    return passes_on(name, arguments) ? input_ : std::nullopt;
  }
  KnownText operator()(const Subshell& node) const { return list(node.body); }
  KnownText operator()(const Group& node) const { return list(node.body); }
  KnownText operator()(const Boxed<For>& node) const { return list(node->body); }
  KnownText operator()(const auto&) const { return std::nullopt; }

  KnownText list(const List& list) const {
    KnownText all;
    for (const AndOr& item : list.items)
      for (const Link& link : item.links) {
        KnownText text = input_;
        for (const Command& each : link.pipeline.commands) text = printed_text(each, text, text_of_);
        if (text) all = all.value_or("") + *text;
      }
    return all;
  }

 private:
  const KnownText& input_;
  const TextOf& text_of_;
};

// What <(…) provides.
KnownText provided_text(const Word& word, const TextOf& text_of) {
  if (word.segments.size() != 1) return std::nullopt;
  const auto* process = std::get_if<ProcessSubstitution>(&word.segments[0].node);
  return process ? PrintedText(std::nullopt, text_of).list(process->body) : std::nullopt;
}

}  // namespace

const Redirect* input_redirect(const Command& command) {
  using enum RedirectOperator;
  const Redirect* last = nullptr;
  for (const Redirect& each : command.redirects) {
    const bool reads = each.operation == input || each.operation == read_write ||
                       each.operation == dup_input || each.operation == here_string ||
                       each.operation == here_document;
    if (reads && each.fd == 0 && each.fd_variable.empty()) last = &each;
  }
  return last;
}

KnownText input_text(const Command& command, const KnownText& outer, const TextOf& text_of) {
  const Redirect* redirect = input_redirect(command);
  if (!redirect) return outer;
  if (redirect->operation == RedirectOperator::input) return provided_text(redirect->target, text_of);
  if (redirect->operation == RedirectOperator::here_document) return text_of(redirect->target);
  if (redirect->operation != RedirectOperator::here_string) return std::nullopt;
  KnownText text = text_of(redirect->target);
  if (text) *text += '\n';
  return text;
}

KnownText printed_text(const Command& command, const KnownText& outer, const TextOf& text_of) {
  if (prints_elsewhere(command)) return std::nullopt;
  const KnownText input = input_text(command, outer, text_of);
  return std::visit(PrintedText(input, text_of), command.node);
}

}  // namespace assay::shell
