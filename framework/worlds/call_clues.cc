// SPDX-License-Identifier: Apache-2.0
// Clues from the options and operands of a utility, according to its table.
#include <algorithm>

#include "assay/internal/invocation.h"
#include "assay/internal/text.h"
#include "clues.h"

namespace assay::worlds {
namespace {

// The clues of one call.
class CallClues {
 public:
  CallClues(const Call& call, Clues& clues) : call_(call), clues_(clues), utility_(*call.utility) {
    for (const Text& word : call.arguments)
      arguments_.push_back({word.text, word.is_known && !word.is_glob ? Known::literal : Known::one_word});
    parse_options(utility_, arguments_, parsed_);
  }

  void add() {
    for (const ParsedOption& option : parsed_.options) {
      const Option& known = utility_.options[option.id];
      if (known.arity == Arity::none) flag(known.name());
      if (option.value.form != ValueForm::none) value(known, option.value);
      if (option.second.form != ValueForm::none) value(known, option.second);
    }
    operands();
  }

 private:
  void flag(std::string_view name) {
    if (is_one_of(name, {"-i", "--interactive"}) && is_one_of(call_.name, {"rm", "mv", "cp", "ln"}))
      clues_.asks = true;
    if (is_one_of(name, {"-r", "-R", "--recursive", "-a", "--archive"})) is_deep_ = clues_.goes_deep = true;
    if (is_one_of(name, {"-r", "-R", "--recursive"}) &&
        is_one_of(call_.name, {"rm", "cp", "chmod", "chown", "chgrp"}))
      clues_.takes_folders = true;
    if (is_one_of(name, {"-H", "-L", "-P"}) &&
        is_one_of(call_.name, {"cp", "du", "chown", "chgrp", "ls", "stat"}))
      clues_.follows_links = true;
    if (call_.name == "grep" && is_one_of(name, {"-E", "-P"})) syntax_ = Syntax::extended;
    if (call_.name == "sort" && name == "-m") clues_.wants_sorted = true;
    if (call_.name == "grep" && name == "-F") syntax_ = Syntax::fixed;
  }

  void value(const Option& option, const OptionValue& value) {
    const std::string text(value.text);
    const auto number = leading_number(text);
    switch (option.kind) {
      case ValueKind::integer:
      case ValueKind::size:
        if (number) add_number(option.name(), *number * unit_of(text));
        break;
      case ValueKind::field_list:
      case ValueKind::sort_key: columns(text); break;
      case ValueKind::character: add_once(clues_.separators, text); break;
      case ValueKind::path:
        if (call_.name.ends_with("grep") && option.name() == "-f") add_once(clues_.pattern_files, text);
        add_path(
            text + (option.name() == "-t" && is_one_of(call_.name, {"cp", "mv", "ln", "install"}) ? "/" : ""),
            is_one_of(option.name(), {"-o", "-t", "-C", "-d"}) ? Use::made : Use::read,
            value.known != Known::literal);
        break;
      case ValueKind::pattern:
        if (is_one_of(option.name(),
                      {"--include", "--exclude", "--exclude-dir", "-I", "-P", "-x", "--hide"}) &&
            !(call_.name == "diff" && option.name() == "-I")) {
          add_once(clues_.names, NameClue{text});
        } else {
          add_once(clues_.patterns, PatternClue{text, syntax_});
        }
        break;
      case ValueKind::mode:
        if (const auto bits = permissions_from(text)) add_once(clues_.modes, ModeClue{*bits, 'o'});
        break;
      case ValueKind::program: add_program_clues(text, call_.name, clues_); break;
      case ValueKind::text:
      case ValueKind::list:
      case ValueKind::choice:
      case ValueKind::duration:
      case ValueKind::owner:
      case ValueKind::signal:
      case ValueKind::script: other_value(option.name(), text); break;
    }
  }

  void other_value(std::string_view option, const std::string& text) {
    const auto number = leading_number(text);
    if (is_one_of(option, {"-t", "-F", "-s", "-d", "-o"}) && !text.empty() && text.size() <= 4) {
      add_once(clues_.separators, text == "\\t" ? "\t" : text);
    } else if (option == "-I" && call_.name == "ls") {
      add_once(clues_.names, NameClue{text});
    } else if (number && *number < 1'000'000) {
      add_once(clues_.numbers, *number);
    } else if (option == "-v" && text.find('=') != std::string::npos) {
      add_once(clues_.patterns, PatternClue{text.substr(text.find('=') + 1), Syntax::fixed});
    }
  }

  // coreutils' size suffixes.
  static std::uint64_t unit_of(std::string_view size) {
    const char letter = size.empty()                             ? '0'
                        : size.ends_with('B') && size.size() > 1 ? size[size.size() - 2]
                                                                 : size.back();
    return letter == 'k' || letter == 'K'   ? 1u << 10
           : letter == 'M' || letter == 'm' ? 1u << 20
           : letter == 'b'                  ? 512
                                            : 1;
  }

  void add_number(std::string_view option, std::uint64_t number) {
    if (is_one_of(call_.name, {"uniq", "fold", "fmt", "expand", "unexpand", "pr", "column"})) {
      add_once(clues_.columns, number);
    } else if (call_.name == "split" && is_one_of(option, {"-l", "-b", "-C"})) {
      // For more pieces than there are digits.
      add_once(option == "-l" ? clues_.lines : clues_.columns, 12 * number);
    } else if (is_one_of(option, {"-c", "-b", "-C"}) && is_one_of(call_.name, {"head", "tail", "split"})) {
      add_once(clues_.columns, number);
    } else if (is_one_of(option, {"-d", "--max-depth", "-L"}) && is_one_of(call_.name, {"du", "tree"})) {
      add_once(clues_.depths, static_cast<int>(std::min<std::uint64_t>(number, 20)));
    } else {
      add_once(clues_.lines, number);
    }
  }

  void columns(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto number = leading_number(text.substr(i));
      if (!number) continue;
      add_once(clues_.columns, *number);
      while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    }
  }

  void add_path(const std::string& text, Use use, bool is_glob) {
    if (is_path(text)) add_once(clues_.paths, PathClue{text, is_glob, use});
  }

  // ---- Operands ----

  // The table's entry for an operand: one before the entry that takes many, that entry, or one after it.
  const Operand* operand_at(std::size_t index, std::size_t count) const {
    std::vector<const Operand*> entries;
    for (const Operand& operand : utility_.operands) {
      const bool is_there =
          std::ranges::none_of(operand.unless, [&](OptionId id) { return parsed_.has(id); });
      if (is_there) entries.push_back(&operand);
    }
    const auto many = std::ranges::find_if(entries, &Operand::many);
    if (many == entries.end()) return index < entries.size() ? entries[index] : nullptr;
    const auto before = static_cast<std::size_t>(many - entries.begin()),
               behind = entries.size() - before - 1;
    if (index < before) return entries[index];
    if (behind > 0 && count > before + 1 && index + behind >= count)
      return entries[index + entries.size() - count];
    return *many;
  }

  void operands() {
    for (std::size_t i = 0; i < parsed_.operands.size(); ++i) {
      if (parsed_.operands[i] >= call_.arguments.size()) continue;
      const Text& word = call_.arguments[parsed_.operands[i]];
      if (!word.is_known) continue;
      const Operand* entry = operand_at(i, parsed_.operands.size());
      operand(word, entry ? entry->role : OperandRole::text);
    }
  }

  void operand(const Text& word, OperandRole role) {
    switch (role) {
      case OperandRole::path:
      case OperandRole::source: add_path(word.text, use_of(word.text), word.is_glob); break;
      case OperandRole::target:
        add_path(word.text, Use::made, word.is_glob);
        if (!clues_.paths.empty() && !has_ending(word.text) && clues_.paths.back().path == word.text)
          clues_.paths.back().may_be_folder =
              is_one_of(call_.name, {"mv", "ln"}) || (call_.name == "cp" && is_deep_);
        break;
      case OperandRole::pattern: add_once(clues_.patterns, PatternClue{word.text, syntax_}); break;
      case OperandRole::program: add_program_clues(word.text, call_.name, clues_); break;
      case OperandRole::character_set:
        add_once(clues_.patterns, PatternClue{word.text == "\\r" ? "\r" : word.text, Syntax::fixed});
        if (word.text.size() <= 2) add_once(clues_.separators, word.text == "\\t" ? "\t" : word.text);
        break;
      case OperandRole::mode:
        if (const auto bits = permissions_from(word.text)) add_once(clues_.modes, ModeClue{*bits, 'o'});
        break;
      case OperandRole::number:
        if (const auto number = leading_number(word.text)) add_once(clues_.numbers, *number);
        break;
      case OperandRole::text: free_operand(word); break;
      case OperandRole::script:
      case OperandRole::owner:
      case OperandRole::user:
      case OperandRole::host:
      case OperandRole::url:
      case OperandRole::process:
      case OperandRole::signal:
      case OperandRole::duration:
      case OperandRole::name:
      case OperandRole::assignment:
      case OperandRole::command: break;
    }
  }

  // For tar it is a member of the archive, for `test` perhaps a file, for echo at most a glob.
  void free_operand(const Text& word) {
    if (word.is_glob || is_one_of(call_.name, {"tar", "test", "[", "zip", "cpio"}))
      add_path(word.text,
               is_one_of(call_.name, {"tar", "zip"}) && !has_ending(word.text) ? Use::walked : Use::read,
               word.is_glob);
    if (call_.name == "test" || call_.name == "[") {
      if (const auto number = leading_number(word.text)) add_once(clues_.numbers, *number);
    }
  }

  static bool has_ending(std::string_view path) {
    return path.substr(path.rfind('/') + 1).find('.', 1) != std::string_view::npos;
  }

  Use use_of(std::string_view path) const {
    if (is_one_of(call_.name, {"mkdir", "mkfifo", "touch", "tee", "mktemp", "truncate"})) return Use::made;
    if (path.ends_with('/') || path == "." || path == "..") return Use::walked;
    if (is_one_of(call_.name, {"cd", "pushd", "rmdir", "ls", "du", "tree"}))
      return has_ending(path) ? Use::read : Use::walked;
    return is_deep_ && !has_ending(path) ? Use::walked : Use::read;
  }

  const Call& call_;
  Clues& clues_;
  const Utility& utility_;
  std::vector<Argument> arguments_;
  ParsedInvocation parsed_;
  Syntax syntax_ = call_.name == "egrep"   ? Syntax::extended
                   : call_.name == "fgrep" ? Syntax::fixed
                                           : Syntax::basic;
  bool is_deep_ = false;
};

}  // namespace

void add_call_clues(const Call& call, Clues& clues) { CallClues(call, clues).add(); }

}  // namespace assay::worlds
