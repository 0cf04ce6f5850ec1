// SPDX-License-Identifier: Apache-2.0
#include "script/header_rules.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "call/made_call.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

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

}  // namespace

bool drop_header(Context& context, Stages& stages, std::size_t at) {
  if (at + 2 >= stages.size() || !is_plain_stage(stages[at]) || redirects(stages[at], 1) ||
      !skips_first_line(stages[at + 1]) || !is_blind_to_blanks(stages[at + 2]))
    return false;
  const Headed* found = headed(*stages[at].call);
  if (!found) return false;
  context.note(Rule::no_header, *stages[at + 1].call->name);
  add_option(context, *stages[at].call, found->option);
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return true;
}

}  // namespace assay::equivalence
