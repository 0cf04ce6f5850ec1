// SPDX-License-Identifier: Apache-2.0
// Rules about lines that are selected by their number.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>

#include "call/call.h"
#include "languages/sed_script.h"
#include "languages/values.h"
#include "pipeline/pipeline.h"
#include "pipeline/stage_facts.h"

namespace assay::equivalence {
namespace {

// sed 3q is head -n 3, if nobody reads the rest of their input: they read ahead differently.
bool read_first_lines(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("sed") || !stage.call->has_only({"-n"})) return false;
  Call& sed = *stage.call;
  if (sed.operands.empty() || sed.operands.size() > 2 || !sed.operands[0]->is_text()) return false;
  const bool may_not_end =
      opens_input(*sed.operands.back()) || std::ranges::any_of(stage.redirects, [](const Redirection& each) {
        return each.fd == 0 && opens_input(*each.target);
      });
  if (may_not_end) return false;
  const auto lines = first_lines(sed.operands[0]->text, sed.has("-n") ? Printing::on_demand : Printing::all);
  const auto writers = std::span(stages).first(at);
  const bool may_stop =
      std::ranges::all_of(writers, [&](const Stage& each) { return has_no_effects(context, each); }) &&
      (writers.empty() || context.place.status_is_last || !shares_input(context, writers.front()));
  if (!lines || !may_stop || !(at > 0 || context.place.status_is_last || reads_own_file(stage))) return false;
  Call* call = make_call(context, lines->utility, sed.name->span);
  if (!call) return false;
  context.note(rule::first_lines, *sed.operands[0]);
  if (lines->utility == "head" ? lines->lines != "10" : true) add_option(context, *call, "-n", lines->lines);
  call->operands.assign(sed.operands.begin() + 1, sed.operands.end());
  stage.call = call;
  return true;
}

// The number of lines requested from head or tail; none if anything else is requested.
std::optional<std::uint64_t> lines_of(const Call& call) {
  if (call.options.empty()) return 10;
  const Setting* lines = call.find("-n");
  const bool is_count = call.options.size() == 1 && lines && lines->value && lines->value->is_text() &&
                        is_digits(lines->value->text) && lines->value->text.size() < 10;
  if (!is_count) return std::nullopt;
  return std::stoull(std::string(lines->value->text));
}

// head -n 3 | tail -n 5 is head -n 3.
bool drop_last_of_first(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "tail")) return false;
  const Call& first = *stages[at].call;
  const Call& last = *stages[at + 1].call;
  if (!first.is("head") || first.operands.size() > 1 || !last.operands.empty()) return false;
  const auto head = lines_of(first), tail = lines_of(last);
  if (!head || !tail || *tail < *head) return false;
  context.note(rule::first_lines, "tail");
  join_with_next(stages, at);
  return true;
}

bool shorten(Context& context, Stages& stages, std::size_t at) {
  return read_first_lines(context, stages, at) || drop_last_of_first(context, stages, at);
}

constexpr std::size_t kMostDigits = 9;

// A comparison with the line number, as spelled in a canonical awk program.
struct Bound {
  std::string_view relation;
  unsigned long number = 0;
};

std::optional<unsigned long> line_number(std::string_view text) {
  if (!is_digits(text) || text.size() > kMostDigits || (text.size() > 1 && text[0] == '0'))
    return std::nullopt;
  return std::stoul(std::string(text));
}

std::optional<Bound> bound_of(std::string_view text) {
  if (!text.starts_with("NR")) return std::nullopt;
  text.remove_prefix(2);
  for (const std::string_view relation : {"==", "!=", ">=", "<=", ">", "<"}) {
    if (!text.starts_with(relation)) continue;
    const auto number = line_number(text.substr(relation.size()));
    return number ? std::optional(Bound{relation, *number}) : std::nullopt;
  }
  return std::nullopt;
}

// The first and the last line; 0 means the end of the input.
struct LineRange {
  unsigned long first = 1;
  unsigned long last = 0;
};

std::optional<LineRange> line_range(const Bound& bound) {
  const unsigned long number = bound.number;
  if (bound.relation == "==" && number > 0) return LineRange{number, number};
  if (bound.relation == ">=" && number > 0) return LineRange{number, 0};
  if (bound.relation == ">") return LineRange{number + 1, 0};
  if (bound.relation == "<=" && number > 0) return LineRange{1, number};
  if (bound.relation == "<" && number > 1) return LineRange{1, number - 1};
  return std::nullopt;
}

std::optional<LineRange> both(const LineRange& a, const LineRange& b) {
  const LineRange both{std::max(a.first, b.first),
                       a.last == 0 || b.last == 0 ? std::max(a.last, b.last) : std::min(a.last, b.last)};
  return both.last == 0 || both.first <= both.last ? std::optional(both) : std::nullopt;
}

std::string address_of(const LineRange& range) {
  if (range.first == range.last) return std::to_string(range.first);
  return fmt::format("{},{}", range.first, range.last == 0 ? "$" : std::to_string(range.last));
}

// NR%3==1 is every third line, starting with the first.
std::optional<std::string> step_address(std::string_view program) {
  if (!program.starts_with("NR%")) return std::nullopt;
  const std::size_t equals = program.find("==");
  const auto step = line_number(program.substr(3, equals == program.npos ? equals : equals - 3));
  if (!step || *step < 2) return std::nullopt;
  if (equals == program.npos) return *step == 2 ? std::optional<std::string>("1~2") : std::nullopt;
  const auto rest = line_number(program.substr(equals + 2));
  return rest && *rest < *step ? std::optional(fmt::format("{}~{}", *rest, *step)) : std::nullopt;
}

std::optional<std::string> address_of(std::string_view program) {
  if (auto step = step_address(program)) return step;
  const std::size_t conjunction = program.find("&&");
  const auto left = bound_of(program.substr(0, conjunction));
  const auto first = left ? line_range(*left) : std::nullopt;
  if (!first) return std::nullopt;
  if (conjunction == program.npos) return address_of(*first);
  const auto right = bound_of(program.substr(conjunction + 2));
  const auto second = right ? line_range(*right) : std::nullopt;
  const auto range = second ? both(*first, *second) : std::nullopt;
  return range ? std::optional(address_of(*range)) : std::nullopt;
}

// awk 'NR>=3&&NR<=5' is sed -n 3,5p, except for a last line without a newline: awk adds one.
bool read_awk_lines(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("awk") || !stage.call->options.empty()) return false;
  const Call& awk = *stage.call;
  if (!has_program_and_files(awk)) return false;
  const auto address = address_of(awk.operands[0]->text);
  // awk may have read more than it printed; sed leaves that to a later command.
  const bool keeps_input = at == 0 && !context.place.status_is_last && !reads_own_file(stage);
  const bool is_first =
      awk.operands[0]->text == "NR==1{print;exit}" && awk.operands.size() < 3 && !keeps_input;
  Call* sed = address || is_first ? make_call(context, "sed", awk.name->span) : nullptr;
  if (!sed) return false;
  context.assume(rule::awk_lines, *awk.operands[0]);
  if (!is_first) add_option(context, *sed, "-n");
  const std::string script = is_first ? "1q" : *address + "p";
  sed->operands.assign(awk.operands.begin(), awk.operands.end());
  sed->operands[0] = context.arena.kept(script, awk.operands[0]->span);
  stage.call = sed;
  return true;
}

// A utility that prints one header line, the option that omits it, and those with which that remains so:
// lsblk --pairs and --json have none, and ss --summary prints something else.
struct Headed {
  std::string_view utility, option;
  std::initializer_list<std::string_view> others;
};
const std::array<Headed, 3> kHeaded = {
    {{"ss", "-H", {"-n", "-r", "-o", "-e", "-m", "-i", "-p", "-T", "-t", "-u", "-d",
                   "-w", "-x", "-S", "-a", "-l", "-4", "-6", "-0", "-f", "-O"}},
     {"lsblk", "-n", {"-A", "-D", "-I", "-O", "-S", "-T", "-a", "-b", "-d", "-e", "-f",
                      "-i", "-l", "-m", "-o", "-p", "-r", "-s", "-t", "-w", "-x", "-z"}},
     {"findmnt", "-n", {"-s", "-m", "-k",           "-A",       "-a",         "-b", "-C", "-c",
                        "-D", "-d", "-e",           "-F",       "-f",         "-i", "-l", "-N",
                        "-O", "-o", "--output-all", "--pseudo", "--shadowed", "-R", "-r", "--real",
                        "-S", "-T", "--tree",       "-M",       "-t",         "-U", "-u", "-v"}}}};

const Headed* headed(const Call& call) {
  const auto found = std::ranges::find_if(kHeaded, [&](const Headed& each) { return call.is(each.utility); });
  return found != kHeaded.end() && call.has_only(found->others) ? &*found : nullptr;
}

// {print$1,$NF" "$3}: fields, and texts between them. Anything else may see the whole line: print and length
// without arguments do, and so does $i if i is 0.
bool prints_fields(std::string_view program) {
  constexpr std::string_view kStart = "{print";
  if (!program.starts_with("{print$") || !program.ends_with('}')) return false;
  std::string_view rest = program.substr(kStart.size(), program.size() - kStart.size() - 1);
  while (!rest.empty()) {
    std::size_t size = 1;
    if (rest.starts_with("$NF")) {
      size = 3;
    } else if (rest[0] == '$') {
      size = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
      if (size == 1 || rest[1] == '0') return false;
    } else if (rest[0] == '"') {
      const std::size_t end = rest.find_first_of("\"\\", 1);
      if (end == rest.npos || rest[end] != '"') return false;
      size = end + 1;
    } else if (rest[0] != ',') {
      return false;
    }
    rest.remove_prefix(size);
  }
  return true;
}

// Whether it depends on lines or fields but not on the blanks between them: a header widens columns.
bool is_blind_to_blanks(const Stage& stage) {
  if (!is_plain_stage(stage) || redirects(stage, 0)) return false;
  const Call& call = *stage.call;
  if (call.is("wc")) return call.options.size() == 1 && call.has("-l") && call.operands.empty();
  return call.is("awk") && call.options.empty() && call.operands.size() == 1 && call.operands[0]->is_text() &&
         prints_fields(call.operands[0]->text);
}

bool skips_first_line(const Stage& stage) {
  if (!is_bare_stage(stage)) return false;
  const Call& call = *stage.call;
  const bool is_script = call.options.empty() && call.operands.size() == 1;
  if (call.is("sed")) return is_script && call.operands[0]->is_text("1d");
  if (call.is("awk")) return is_script && call.operands[0]->is_text("NR>1");
  const Setting* count = call.is("tail") && call.options.size() == 1 ? call.find("-n") : nullptr;
  return count && count->value && count->value->is_text("+2") && call.operands.empty();
}

// ss | tail -n +2 | wc -l is ss -H | wc -l.
bool drop_header(Context& context, Stages& stages, std::size_t at) {
  if (at + 2 >= stages.size() || !is_plain_stage(stages[at]) || redirects(stages[at], 1) ||
      !skips_first_line(stages[at + 1]) || !is_blind_to_blanks(stages[at + 2]))
    return false;
  const Headed* found = headed(*stages[at].call);
  if (!found) return false;
  context.note(rule::no_header, *stages[at + 1].call->name);
  add_option(context, *stages[at].call, found->option);
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return true;
}

}  // namespace

constexpr Rule rule::first_lines = {
    .id = "first-lines",
    .rung = Rung::rewrite,
    .meaning = "sed scripts that print the first or last lines equal head and tail",
    .same = {"sed 3q f", "head -n 3 f"},
    .apart = {"head -n 3 f | tail -n 1", "sed -n 3p f"},
    .assumption = "the input can be read, ends in a newline, and nobody writes to it meanwhile",
    .rewrite = shorten};

constexpr Rule rule::awk_lines = {.id = "awk-lines",
                                  .rung = Rung::rewrite,
                                  .meaning = "lines that awk selects only by number are selected by sed",
                                  .same = {"awk 'NR>=3 && NR<=5' f", "sed -n 3,5p f"},
                                  .apart = {"awk 'NR==3; NR==5' f", "sed -n 3,5p f"},
                                  .assumption = "the input can be read, and ends in a newline",
                                  .sentence = "the input of `{}` can be read, and ends in a newline",
                                  .rewrite = read_awk_lines};

constexpr Rule rule::no_header = {
    .id = "no-header",
    .rung = Rung::rewrite,
    .meaning = "an option that omits headings equals cutting them off, if blanks do not show",
    .same = {"ss -t | tail -n +2 | wc -l", "ss -H -t | wc -l"},
    .apart = {"ss -t | tail -n +2", "ss -H -t"},
    .assumption = "the command can list what it is asked for",
    .rewrite = drop_header};

}  // namespace assay::equivalence
