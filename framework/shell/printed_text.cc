// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/printed_text.h"

#include <algorithm>
#include <vector>

#include "assay/internal/shell.h"
#include "characters.h"

namespace assay::shell {
namespace {

using Texts = std::span<const std::string>;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

KnownText known(std::optional<std::string> text) {
  if (!text || text->size() > kMostBytes) return nullptr;
  return std::make_shared<const std::string>(*std::move(text));
}

std::string joined_by_blanks(Texts texts) {
  std::string all;
  for (const std::string& each : texts) all.append(&each == texts.data() ? "" : " ").append(each);
  return all;
}

bool is_echo_option(std::string_view text) {
  return text.size() > 1 && text[0] == '-' && text.find_first_not_of("neE", 1) == text.npos;
}

// As bash's own echo: escapes count only after -e.
std::optional<std::string> echoed(Texts arguments) {
  bool ends_line = true, reads_escapes = false;
  for (; !arguments.empty() && is_echo_option(arguments.front()); arguments = arguments.subspan(1))
    for (const char letter : arguments.front().substr(1)) {
      if (letter == 'n') ends_line = false;
      if (letter != 'n') reads_escapes = letter == 'e';
    }
  std::optional<std::string> text = joined_by_blanks(arguments);
  if (reads_escapes) text = decode_ansi(*text);
  if (text && ends_line) *text += '\n';
  return text;
}

// One pass over the format, which takes the arguments that it needs. Returns false for a directive that is
// not read here.
bool format_once(std::string_view format, Texts& arguments, std::string& out) {
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      out += format[at];
      continue;
    }
    at = format.find_first_not_of("-+ #0123456789.", at + 1);
    if (at == format.npos) return false;
    if (format[at] == '%') {
      out += '%';
      continue;
    }
    if (std::string_view("sbdiuq").find(format[at]) == std::string_view::npos) return false;
    if (arguments.empty()) continue;
    const auto value = format[at] == 'b' ? decode_ansi(arguments.front()) : arguments.front();
    if (!value) return false;
    out += *value;
    arguments = arguments.subspan(1);
  }
  return true;
}

// The format is used again until no argument is left. Widths and precisions are passed over.
std::optional<std::string> formatted(Texts arguments) {
  if (!arguments.empty() && arguments.front() == "--") arguments = arguments.subspan(1);
  if (arguments.empty() || arguments.front().starts_with('-')) return std::nullopt;
  const auto format = decode_ansi(arguments.front());
  if (!format) return std::nullopt;
  arguments = arguments.subspan(1);
  std::string out;
  std::size_t before = 0;
  do {
    before = arguments.size();
    if (!format_once(*format, arguments, out) || out.size() > kMostBytes) return std::nullopt;
  } while (!arguments.empty() && arguments.size() < before);
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
  PrintedText(const KnownText& input, const TextSources& sources) : input_(input), sources_(sources) {}

  KnownText operator()(const SimpleCommand& node) const {
    std::vector<std::string> texts;
    for (const Word& word : node.words) {
      std::optional<std::string> text = sources_.text_of(word);
      if (!text) return nullptr;
      texts.push_back(*std::move(text));
    }
    if (texts.empty()) return nullptr;
    const std::string_view name = std::string_view(texts.front()).substr(texts.front().rfind('/') + 1);
    const Texts arguments = Texts(texts).subspan(1);
    if (name == "echo") return known(echoed(arguments));
    if (name == "printf") return known(formatted(arguments));
    if (passes_on(name, arguments)) return input_;
    return sources_.printed_by ? sources_.printed_by(node.words, input_) : nullptr;
  }
  KnownText operator()(const Subshell& node) const { return list(node.body); }
  KnownText operator()(const Group& node) const { return list(node.body); }
  KnownText operator()(const Boxed<For>& node) const { return list(node->body); }
  KnownText operator()(const auto&) const { return nullptr; }

  KnownText list(const List& list) const {
    std::optional<std::string> all;
    for (const AndOr& item : list.items)
      for (const Link& link : item.links) {
        KnownText text = input_;
        for (const Command& each : link.pipeline.commands) text = printed_text(each, text, sources_);
        if (!text) continue;
        all = all.value_or("") + *text;
        if (all->size() > kMostBytes) return nullptr;
      }
    return known(std::move(all));
  }

 private:
  const KnownText& input_;
  const TextSources& sources_;
};

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

KnownText provided_text(const Word& word, const TextSources& sources) {
  if (word.segments.size() != 1) return nullptr;
  const auto* process = std::get_if<ProcessSubstitution>(&word.segments[0].node);
  return process ? printed_text(process->body, sources) : nullptr;
}

KnownText input_text(const Command& command, const KnownText& outer, const TextSources& sources) {
  const Redirect* redirect = input_redirect(command);
  if (!redirect) return outer;
  std::optional<std::string> text;
  switch (redirect->operation) {
    case RedirectOperator::input: {
      KnownText provided = provided_text(redirect->target, sources);
      if (provided || !sources.file_text) return provided;
      text = sources.text_of(redirect->target);
      return text ? sources.file_text(*text) : nullptr;
    }
    case RedirectOperator::here_string:
      text = sources.text_of(redirect->target);
      if (text) *text += '\n';
      return known(std::move(text));
    case RedirectOperator::here_document: return known(sources.text_of(redirect->target));
    default: return nullptr;
  }
}

KnownText produced_text(const Command& command, const KnownText& outer, const TextSources& sources) {
  const KnownText input = input_text(command, outer, sources);
  return std::visit(PrintedText(input, sources), command.node);
}

KnownText printed_text(const Command& command, const KnownText& outer, const TextSources& sources) {
  return prints_elsewhere(command) ? nullptr : produced_text(command, outer, sources);
}

KnownText printed_text(const List& list, const TextSources& sources) {
  const KnownText nothing;
  const Command* only = only_command(list);
  const auto* simple = only ? std::get_if<SimpleCommand>(&only->node) : nullptr;
  if (simple && simple->words.empty() && simple->assignments.empty())
    return input_text(*only, nothing, sources);  // $(< file)
  return PrintedText(nothing, sources).list(list);
}

}  // namespace assay::shell
