// Utilities that a few lines are enough for.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "field_list.h"
#include "plumbing.h"
#include "refiners.h"
#include "signal_name.h"
#include "value.h"
#include "words.h"

namespace assay::canonical {
namespace {

bool is_text(const Term& term, std::string_view text) { return term.is_text() && term.text == text; }

// ! -z x and -n x are x.
void shorten_test(Context& context, Terms& operands) {
  if (operands.size() == 3 && is_text(*operands[0], "!") && is_text(*operands[1], "-z")) {
    operands.erase(operands.begin(), operands.begin() + 2);
  } else if (operands.size() == 2 && is_text(*operands[0], "-n")) {
    operands.erase(operands.begin());
  } else if (operands.size() == 3 && is_text(*operands[1], "==")) {
    operands[1] = context.arena.text("=");
  } else {
    return;
  }
  context.note(Rule::test_brackets, *operands[0]);
}

// Letters after % in a date format that stand for others.
std::string_view expansion_of(char letter) {
  switch (letter) {
    case 'F':
      return "%Y-%m-%d";
    case 'T':
      return "%H:%M:%S";
    case 'D':
      return "%m/%d/%y";
    case 'R':
      return "%H:%M";
    case 'h':
      return "%b";
    default:
      return {};
  }
}

std::string spelled_out(std::string_view format) {
  std::string text;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%' || at + 1 == format.size()) {
      text += format[at];
      continue;
    }
    const std::string_view expansion = expansion_of(format[++at]);
    if (expansion.empty()) {
      text.append("%").append(1, format[at]);
    } else {
      text += expansion;
    }
  }
  return text;
}

// "yesterday" and the like as a number of days; none for anything else.
std::optional<std::string> days_of(std::string_view text) {
  if (text == "now" || text == "today") return "0 day";
  if (text == "yesterday") return "-1 day";
  if (text == "tomorrow") return "1 day";
  bool ago = false;
  if (text.ends_with(" ago")) {
    ago = true;
    text.remove_suffix(4);
  }
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  std::string_view count = text.substr(0, blank);
  std::string_view unit = text.substr(blank + 1);
  if (unit.ends_with('s')) unit.remove_suffix(1);
  constexpr std::array<std::string_view, 7> kUnits = {"day",    "hour", "minute", "month",
                                                      "second", "week", "year"};
  if (std::ranges::find(kUnits, unit) == kUnits.end()) return std::nullopt;
  std::string sign;
  if (count == "last" || count == "next") {
    sign = count == "last" ? "-" : "";
    count = "1";
  } else if (!count.empty() && (count[0] == '-' || count[0] == '+')) {
    sign = count[0] == '-' ? "-" : "";
    count.remove_prefix(1);
  }
  if (!is_digits(count) || count.size() > 6) return std::nullopt;
  if (ago) sign = sign.empty() ? "-" : "";
  const auto number = canonical_integer(count);
  return (*number == "0" ? "" : sign) + *number + " " + std::string(unit);
}

std::string joined_text(std::span<const Term* const> words) {
  std::string text;
  for (const Term* word : words) text.append(text.empty() ? "" : " ").append(word->text);
  return text;
}

}  // namespace

// A request with data is a POST, one without is a GET; -L would keep the word for what it is sent on to.
void refine_curl(Context& context, Call& call) {
  if (!context.allows(Rule::request_method) || !call.tail.empty()) return;
  const Setting* data = nullptr;
  bool only_plain_data = true;
  bool sends = false;
  for (const Setting& each : call.options) {
    const std::string& name = each.option->name();
    if (name.starts_with("--data") || name == "-F" || name == "--form-string" || name == "--json")
      sends = true;
    if (name.starts_with("--data") || name == "--json") only_plain_data = false;
    if (name != "-d") continue;
    sends = true;
    data = &each;
    if (!each.value || !each.value->is_text() || each.value->text.starts_with('@')) only_plain_data = false;
  }
  const bool is_other = call.has("-G") || call.has("-I") || call.has("-T") || call.has("-L") ||
                        call.has("--location-trusted") || call.has("-K") || call.has("--next");
  const Setting* method = call.find("-X");
  if (method && method->value && is_text(*method->value, sends ? "POST" : "GET") && !is_other) {
    context.note(Rule::request_method, *method->value);
    call.remove("-X");
    data = call.find("-d");
  }
  if (!data || !only_plain_data || call.has("--next")) return;
  std::string joined;
  std::size_t count = 0;
  for (const Setting& each : call.options) {
    if (each.option->name() != "-d") continue;
    joined.append(count++ > 0 ? "&" : "").append(each.value->text);
  }
  if (count < 2) return;
  context.note(Rule::request_data, joined);
  const shell::Span span = data->span;
  call.remove("-d");
  add_option(context, call, "-d", context.arena.keep(joined));
  call.find("-d")->span = span;
}

// When it reads an archive from a file, tar finds out by itself how it is compressed.
void refine_tar(Context& context, Call& call) {
  if (!context.allows(Rule::tar_compression) || !call.tail.empty()) return;
  const Setting* file = call.find("-f");
  const bool reads =
      call.has("-x") != call.has("-t") && !call.has("-c") && !call.has("-r") && !call.has("-u");
  if (!reads || !file || !file->value || !file->value->is_text() || file->value->text == "-") return;
  if (file->value->text.find(':') != std::string_view::npos) return;
  for (const std::string_view name : {"-z", "-j", "-J", "-a", "--zstd", "--lzma", "--lzip"}) {
    if (!call.has(name)) continue;
    context.note(Rule::tar_compression, name);
    call.remove(name);
  }
}

// -a and -m together are neither.
void refine_touch(Context& context, Call& call) {
  if (!context.allows(Rule::default_value) || !call.has("-a") || !call.has("-m")) return;
  context.note(Rule::default_value, "-a -m");
  call.remove("-a");
  call.remove("-m");
}

// A slash behind the only operand does not show where it is a folder.
void refine_ls(Context& context, Call& call) {
  if (!context.allows(Rule::trailing_slash) || !call.tail.empty() || call.operands.size() != 1) return;
  if (!call.has_only({"-a", "-A", "-1", "-h", "-t", "-r", "-S", "-U", "-X", "-v", "-x", "-C", "-m"}) ||
      !call.operands[0]->is_text())
    return;
  const std::string_view text = call.operands[0]->text;
  const std::size_t end = text.find_last_not_of('/');
  if (end == std::string_view::npos || end + 1 == text.size()) return;
  context.note(Rule::trailing_slash, *call.operands[0]);
  call.operands[0] = context.arena.text(text.substr(0, end + 1), call.operands[0]->span);
}

// mv a dest/ is mv a dest/a.
void refine_mv(Context& context, Call& call) {
  if (!context.allows(Rule::target_folder) || !call.tail.empty() || call.operands.size() != 2) return;
  if (call.has("-t") || call.has("-T") || call.has("-v") || call.has("-r")) return;
  const Term& source = *call.operands[0];
  const Term& target = *call.operands[1];
  if (!source.is_text() || !target.is_text() || !target.text.ends_with('/')) return;
  const std::string_view name = source.text.substr(source.text.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..") return;
  context.note(Rule::target_folder, target);
  const std::string path = std::string(target.text) + std::string(name);
  call.operands[1] = context.arena.text(context.arena.keep(path), target.span);
}

void refine_cut(Context& context, Call& call) {
  if (!context.allows(Rule::field_list)) return;
  const bool joins = call.has("-f") || !call.has("--output-delimiter");
  if (!joins) return;
  for (Setting& each : call.options) {
    if (each.option->kind != ValueKind::field_list || !each.value || !each.value->is_text()) continue;
    const auto merged = merged_field_list(each.value->text);
    if (!merged || *merged == each.value->text) continue;
    context.note(Rule::field_list, *each.value);
    each.value = context.arena.text(context.arena.keep(*merged), each.span);
  }
}

void refine_date(Context& context, Call& call) {
  if (!context.allows(Rule::date_format)) return;
  for (const Term*& operand : call.operands) {
    if (!operand->is_text() || !operand->text.starts_with('+')) continue;
    const std::string format = spelled_out(operand->text);
    if (format == operand->text) continue;
    context.note(Rule::date_format, *operand);
    operand = context.arena.text(context.arena.keep(format), operand->span);
  }
  Setting* date = call.find("-d");
  if (!date || !date->value || !date->value->is_text()) return;
  const auto days = days_of(date->value->text);
  if (!days || *days == date->value->text) return;
  context.note(Rule::date_words, *date->value);
  date->value = context.arena.text(context.arena.keep(*days), date->span);
}

// The remote side, or a shell, gets the words joined by blanks.
void refine_joined(Context& context, Call& call) {
  if (!call.inner || !call.inner->is("words") || !context.allows(Rule::joined_words)) return;
  const auto words = call.inner->parts;
  if (!std::ranges::all_of(words, [](const Term* word) { return word->is_text(); })) return;
  if (words.size() > 1) context.note(Rule::joined_words, *call.inner);
  call.inner = context.arena.node(
      "words", {context.arena.text(context.arena.keep(joined_text(words)), call.inner->span)});
}

// kill -9, -n 9 and -s KILL.
void refine_kill(Context& context, Call& call) {
  if (!context.allows(Rule::signal_value)) return;
  Setting* number = call.find("-n");
  const OptionId name = call.utility->find_option("-s");
  if (!number || name == no_option || call.has("-s") || !number->value || !number->value->is_text()) return;
  const auto signal = canonical_signal(number->value->text);
  if (!signal) return;
  context.note(Rule::signal_value, *number->value);
  number->parsed.id = name;
  number->option = &call.utility->options[name];
  number->value = context.arena.text(context.arena.keep(*signal), number->span);
}

// seq 1 5 and seq 1 1 5 are seq 5.
void refine_seq(Context& context, Call& call) {
  if (!context.allows(Rule::sequence_start) || !call.tail.empty() || call.has("-f")) return;
  if (!std::ranges::all_of(call.operands,
                           [](const Term* each) { return each->is_text() && is_digits(each->text); }))
    return;
  if (call.operands.size() == 3 && call.operands[1]->text == "1") {
    context.note(Rule::sequence_start, "1");
    call.operands.erase(call.operands.begin() + 1);
  }
  if (call.operands.size() == 2 && call.operands[0]->text == "1") {
    context.note(Rule::sequence_start, "1");
    call.operands.erase(call.operands.begin());
  }
}

void refine_test(Context& context, Call& call) {
  if (!context.allows(Rule::test_brackets) || !call.tail.empty()) return;
  if (std::ranges::all_of(call.operands, [](const Term* each) { return is_one_word(*each); })) {
    shorten_test(context, call.operands);
  }
}

void refine_true(Context& context, Call& call) {
  if (!context.allows(Rule::no_operation) || !call.tail.empty() || !call.options.empty()) return;
  if (!std::ranges::all_of(call.operands, [](const Term* each) { return each->is_text(); })) return;
  if (call.name->text == "true" && call.operands.empty()) return;
  if (call.name->text == "true" && call.operands.size() == 1) return;  // /bin/true --help
  context.note(Rule::no_operation, *call.name);
  call.name = context.arena.text("true", call.name->span);
  call.operands.clear();
}

}  // namespace assay::canonical
