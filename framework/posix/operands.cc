// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "assay/internal/text.h"
#include "call.h"
#include "findings.h"
#include "languages.h"

namespace assay::posix {
namespace {

struct Judged {
  const ParsedInvocation& parsed;
  std::span<const ReadWord> words;
  Findings& findings;

  bool has(std::string_view option) const { return parsed.has(parsed.utility->find_option(option)); }
  const ReadWord* operand(std::size_t at) const {
    return at < parsed.operands.size() ? &words[parsed.operands[at] + 1] : nullptr;
  }
  // Calls `see(value, word)` for each literal value of that option.
  template <typename See>
  void values(std::string_view name, See see) const {
    const OptionId id = parsed.utility->find_option(name);
    for (const ParsedOption& option : parsed.options)
      if (option.id == id && option.value.form != ValueForm::none &&
          words[option.value.argument + 1].is_literal)
        see(option.value.text, words[option.value.argument + 1]);
  }
  void say(std::string what, std::string instead, const ReadWord& word) const {
    findings.add(Departs::operand, std::move(what), std::move(instead), word.span);
  }
  // Reports what a language has against a text.
  void say(const std::vector<Foreign>& found, const ReadWord& word) const {
    for (const Foreign& each : found) say(each.what, each.instead, word);
  }
};

bool are_all(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == text.npos;
}

// ---- Patterns and programs ----

void judge_grep(const Judged& call) {
  const Regex dialect = call.has("-E") ? Regex::extended : Regex::basic;
  if (call.has("-F") || call.has("-P")) return;
  const auto judge = [&](std::string_view text, const ReadWord& word) {
    call.say(foreign_in_regex(text, dialect), word);
  };
  call.values("-e", judge);
  if (!call.has("-e") && !call.has("-f"))
    if (const ReadWord* pattern = call.operand(0)) judge(pattern->text, *pattern);
}

void judge_sed(const Judged& call) {
  const Regex dialect = call.has("-E") ? Regex::extended : Regex::basic;
  const auto judge = [&](std::string_view text, const ReadWord& word) {
    call.say(foreign_in_sed(text, dialect), word);
  };
  call.values("-e", judge);
  if (!call.has("-e") && !call.has("-f"))
    if (const ReadWord* script = call.operand(0)) judge(script->text, *script);
}

void judge_awk(const Judged& call) {
  call.values("-F", [&](std::string_view value, const ReadWord& word) {
    call.say(foreign_in_awk_variable("FS", value), word);
  });
  call.values("-v", [&](std::string_view value, const ReadWord& word) {
    const std::size_t equals = std::min(value.find('='), value.size());
    call.say(foreign_in_awk(value.substr(0, equals)), word);
    if (equals < value.size())
      call.say(foreign_in_awk_variable(value.substr(0, equals), value.substr(equals + 1)), word);
  });
  if (call.has("-f")) return;
  if (const ReadWord* program = call.operand(0)) call.say(foreign_in_awk(program->text), *program);
}

// ---- Sizes, times and formats ----

bool is_dd_number(std::string_view text) {
  return !text.empty() && are_all(text, "0123456789kbx") && text.front() != 'x';
}

void judge_dd(const Judged& call) {
  constexpr std::string_view conversions =
      "ascii ebcdic ibm block unblock lcase ucase swab noerror notrunc sync";
  for (const std::string_view name : {"ibs=", "obs=", "bs=", "cbs=", "count=", "skip=", "seek="})
    call.values(name, [&](std::string_view value, const ReadWord& word) {
      if (!is_dd_number(value))
        call.say(fmt::format("{}{} has a unit that is not in POSIX", name, value), "k, b or x", word);
    });
  call.values("conv=", [&](std::string_view value, const ReadWord& word) {
    for (std::size_t at = 0; at <= value.size();) {
      const std::size_t end = std::min(value.find(',', at), value.size());
      const std::string_view each = value.substr(at, end - at);
      if (!is_among(each, conversions)) call.say(fmt::format("conv={} is not in POSIX", each), "", word);
      at = end + 1;
    }
  });
}

void judge_date(const Judged& call) {
  const ReadWord* format = call.operand(0);
  if (!format || !format->text.starts_with('+')) return;
  constexpr std::string_view known = "aAbBcCdDehHIjmMnprStTuUVwWxXyYZ%";
  const std::string_view text = format->text;
  for (std::size_t at = text.find('%'); at != text.npos && at + 1 < text.size();
       at = text.find('%', at + 2)) {
    std::size_t letter = at + 1;
    if ((text[letter] == 'E' || text[letter] == 'O') && letter + 1 < text.size()) ++letter;
    if (known.find(text[letter]) == known.npos && text[letter] != '$')
      call.say(fmt::format("date +%{} is not in POSIX.1-2017", text.substr(at + 1, letter - at)),
               text[letter] == 'F' ? "%Y-%m-%d" : "", *format);
  }
}

void judge_sleep(const Judged& call) {
  for (std::size_t i = 0; const ReadWord* time = call.operand(i); ++i)
    if (time->is_literal && !are_all(time->text, "0123456789"))
      return call.say(fmt::format("sleep {} is not a whole number of seconds", time->text), "seconds", *time);
  if (const ReadWord* second = call.operand(1)) call.say("sleep has one operand in POSIX", "a sum", *second);
}

void judge_touch(const Judged& call) {
  call.values("-d", [&](std::string_view value, const ReadWord& word) {
    if (value.size() < 19 || value[4] != '-' || (value[10] != 'T' && value[10] != ' ') ||
        !are_all(value, "0123456789-:.,TZ "))
      call.say(fmt::format("touch -d \"{}\" is not in POSIX", value), "-d YYYY-MM-DDThh:mm:SS", word);
  });
}

void judge_sort(const Judged& call) {
  call.values("-k", [&](std::string_view value, const ReadWord& word) {
    if (!are_all(value, "0123456789.,bdfinr"))
      call.say(fmt::format("sort -k {} has a letter that is not in POSIX", value), "b, d, f, i, n or r",
               word);
  });
}

void judge_count(const Judged& call) {
  call.values("-n", [&](std::string_view value, const ReadWord& word) {
    if (value.starts_with('-'))
      call.say(fmt::format("head -n {} counts from the end, which is not in POSIX", value), "sed or awk",
               word);
    else if (!are_all(value, "0123456789"))
      call.say(fmt::format("head -n {} has a unit that is not in POSIX", value), "a number", word);
  });
}

void judge_tail(const Judged& call) {
  for (const std::string_view option : {"-n", "-c"})
    call.values(option, [&](std::string_view value, const ReadWord& word) {
      if (value.starts_with('-') || value.starts_with('+')) value.remove_prefix(1);
      if (!are_all(value, "0123456789"))
        call.say(fmt::format("tail {} {} has a unit that is not in POSIX", option, value), "a number", word);
    });
  if (const ReadWord* second = call.operand(1))
    call.say("tail of several files is not in POSIX", "a loop", *second);
}

void judge_split(const Judged& call) {
  call.values("-l", [&](std::string_view value, const ReadWord& word) {
    if (!are_all(value, "0123456789"))
      call.say(fmt::format("split -l {} has a unit that is not in POSIX", value), "a number", word);
  });
  call.values("-b", [&](std::string_view value, const ReadWord& word) {
    const std::string_view unit = value.substr(std::min(value.find_first_not_of("0123456789"), value.size()));
    if (!unit.empty() && unit != "k" && unit != "m")
      call.say(fmt::format("split -b {} has a unit that is not in POSIX", value), "k or m", word);
  });
}

void judge_tr(const Judged& call) {
  for (std::size_t i = 0; const ReadWord* set = call.operand(i); ++i)
    for (std::size_t at = set->text.find('\\'); at + 1 < set->text.size() && at != std::string::npos;
         at = set->text.find('\\', at + 2))
      if (const char c = set->text[at + 1];
          is_letter(c) && std::string_view("abfnrtv").find(c) == std::string_view::npos)
        return call.say(fmt::format("\\{} in tr is not in POSIX", c), "three octal digits", *set);
}

void judge_kill(const Judged& call) {
  call.values("-s", [&](std::string_view value, const ReadWord& word) {
    if (value.starts_with("SIG"))
      call.say(fmt::format("kill -s {} is not POSIX", value), std::string(value.substr(3)), word);
  });
}

void judge_ps(const Judged& call) {
  constexpr std::string_view columns =
      "ruser user rgroup group pid ppid pgid pcpu vsz nice etime time tty comm args";
  call.values("-o", [&](std::string_view value, const ReadWord& word) {
    for (std::size_t at = 0; at < value.size();) {
      const std::size_t end = std::min(value.find_first_of(", ", at), value.size());
      std::string_view each = value.substr(at, end - at);
      each = each.substr(0, each.find('='));
      if (!each.empty() && !is_among(each, columns))
        call.say(fmt::format("ps -o {} is not in POSIX", each),
                 each == "%cpu"  ? "pcpu"
                 : each == "cmd" ? "args"
                                 : "",
                 word);
      if (value.substr(at, end - at).find('=') != value.npos) return;  // a heading may be any text
      at = end + 1;
    }
  });
}

void judge_expr(const Judged& call) {
  const ReadWord* first = call.operand(0);
  if (first && is_among(first->text, "length substr index match") && call.operand(1))
    call.say(fmt::format("expr {} is not in POSIX", first->text), "expr \"$x\" : …, or awk", *first);
  for (std::size_t i = 1; i + 1 < call.parsed.operands.size(); ++i)
    if (call.operand(i)->text == ":")
      call.say(foreign_in_regex(call.operand(i + 1)->text, Regex::basic), *call.operand(i + 1));
}

void judge_find(const Judged& call) {
  if (call.parsed.operands.empty())
    call.say("find without a path is not POSIX", "find .", call.words.front());
}

}  // namespace

void judge_operands(const ParsedInvocation& parsed, std::span<const ReadWord> words, Findings& findings) {
  static const std::map<std::string_view, void (*)(const Judged&)> judges = {
      {"awk", judge_awk},     {"date", judge_date}, {"dd", judge_dd},       {"expr", judge_expr},
      {"find", judge_find},   {"grep", judge_grep}, {"head", judge_count},  {"kill", judge_kill},
      {"ps", judge_ps},       {"sed", judge_sed},   {"sleep", judge_sleep}, {"sort", judge_sort},
      {"split", judge_split}, {"tail", judge_tail}, {"touch", judge_touch}, {"tr", judge_tr}};
  if (const auto judge = judges.find(parsed.utility->name); judge != judges.end())
    judge->second({parsed, words, findings});
}

}  // namespace assay::posix
