// SPDX-License-Identifier: Apache-2.0
// Rules about commands that ask the system: users, variables, routes, certificates.
#include <algorithm>
#include <array>
#include <string>

#include "assay/internal/text.h"
#include "call/call.h"
#include "pipeline/stage_facts.h"

namespace assay::equivalence {
namespace {

// Without operands, some of them print information that anybody may see.
bool has_operands(const Term& call) {
  return std::ranges::any_of(call.parts.subspan(1), [](const Term* part) { return part->is_text(); });
}

// Members of a group may give it their files, but only root may change a file's owner.
bool gives_away(const Term& chown) {
  const auto parts = chown.parts.subspan(1);
  const bool has_other_owner = std::ranges::any_of(
      parts, [](const Term* part) { return option_name(part).starts_with("--reference"); });
  const auto owner = std::ranges::find_if(parts, [](const Term* part) { return part->is_text(); });
  return !has_other_owner && owner != parts.end() && !(*owner)->text.starts_with(':') &&
         (*owner)->text != "--";
}

// Whether the call fails for everyone but root, whatever its operands.
bool needs_root(const Term& call) {
  const std::string_view name = call.parts[0]->is_text() ? call.parts[0]->text : std::string_view();
  if (name == "chown") return gives_away(call);
  if (name == "ip") {
    constexpr std::array<std::string_view, 3> kChanges = {"ip link set ", "ip address add ", "ip route add "};
    const std::string written = print(call);
    return std::ranges::any_of(kChanges, [&](std::string_view each) { return written.starts_with(each); });
  }
  constexpr std::string_view kForRoot =
      "groupadd groupdel modprobe swapoff swapon umount useradd userdel usermod";
  return is_among(name, kForRoot) && has_operands(call);
}

// sudo mount d is mount d if root runs it.
bool drop_needless_sudo(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("sudo") || !stage.call->options.empty() ||
      !stage.call->operands.empty() || !stage.assignments.empty())
    return false;
  const Term* inner = stage.call->inner;
  if (!inner || inner->opaque || !inner->is(Label::call) || !needs_root(*inner)) return false;
  context.assume(rule::root_caller, *inner);
  stage.call->replacement = inner;
  return true;
}

// echo $HOME is printenv HOME.
bool read_shown_variable(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  constexpr std::array<std::string_view, 5> kExported = {"HOME", "LOGNAME", "PATH", "SHELL", "USER"};
  if (!stage.call || !stage.call->is("echo") || stage.call->replacement || !stage.call->options.empty() ||
      !stage.assignments.empty() || !context.place.in_shell)
    return false;
  const Terms& operands = stage.call->operands;
  const Terms& tail = stage.call->tail;
  if (operands.size() + tail.size() != 1) return false;
  const std::string written = print(operands.empty() ? *tail[0] : *operands[0]);
  for (const std::string_view name : kExported) {
    const std::string bare = "${" + std::string(name) + "}";
    if (name == "HOME" && context.script.sets_home) continue;
    const bool is_home = name == "HOME" && written == "~";
    if (written != bare && written != '"' + bare + '"' && !is_home) continue;
    Call* printenv = make_call(context, "printenv", stage.call->name->span);
    if (!printenv) return false;
    const Term* variable = context.arena.text(name, stage.call->name->span);
    context.assume(rule::shown_variable, *variable);
    printenv->operands.push_back(variable);
    stage.call = printenv;
    return true;
  }
  return false;
}

// ip route | grep ^default is ip route show default. Only the status of the last command shows whether grep
// found a line.
bool name_default_route(Context& context, Stages& stages, std::size_t at, const Rule& rule) {
  if (!is_filter_stage(stages, at, "grep")) return false;
  Call& ip = *stages[at].call;
  const Call& grep = *stages[at + 1].call;
  const bool lists = ip.is("ip") && ip.has_only({"-4", "-6"}) && ip.operands.size() == 2 &&
                     says(ip.operands[0], "route") && says(ip.operands[1], "show");
  const bool chooses = grep.has_only({"-E", "-w"}) && grep.operands.size() == 1 &&
                       (says(grep.operands[0], "default") || says(grep.operands[0], "^default") ||
                        says(grep.operands[0], "^default "));
  if (!lists || !chooses) return false;
  context.note(rule, *grep.operands[0]);
  ip.operands.push_back(context.arena.text("default", grep.operands[0]->span));
  join_with_next(stages, at);
  return true;
}

bool read_route_before_others(Context& context, Stages& stages, std::size_t at) {
  return at + 2 != stages.size() && name_default_route(context, stages, at, rule::default_gateway);
}

bool read_last_route(Context& context, Stages& stages, std::size_t at) {
  return at + 2 == stages.size() && context.place.status_is_last &&
         name_default_route(context, stages, at, rule::default_route);
}

// The term of this openssl command including its options; null for another command.
const Term* openssl_command(const Stage& stage, std::string_view name) {
  if (!is_plain_stage(stage) || !stage.call->is("openssl") || !stage.call->options.empty()) return nullptr;
  const Term* command = stage.call->inner;
  const bool is_it = command && command->is(Label::call) && !command->opaque && says(command->parts[0], name);
  return is_it ? command : nullptr;
}

bool has_any_option(const Term& command, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(command.parts.subspan(1), [&](const Term* part) {
    return std::ranges::find(names, option_name(part)) != names.end();
  });
}

// An empty text, a newline, or the letter that ends the session.
bool ends_session(const Stage& stage) {
  if (!stage.call || !stage.assignments.empty() || !stage.redirects.empty()) return false;
  const Call& call = *stage.call;
  if (!call.replacement)
    return is_plain_stage(stage) && call.is("true") && call.operands.empty() && call.options.empty();
  const Term& text = *call.replacement;
  return text.is(Label::emit) && text.parts.size() == 1 &&
         (says(text.parts[0], "\n") || says(text.parts[0], "Q\n") || says(text.parts[0], "Q"));
}

// echo | openssl s_client … | openssl x509 is openssl s_client … < /dev/null | openssl x509.
bool read_certificate_input(Context& context, Stages& stages, std::size_t at) {
  if (at + 2 >= stages.size() || !ends_session(stages[at])) return false;
  Stage& client = stages[at + 1];
  const Term* session = openssl_command(client, "s_client");
  const Term* certificate = openssl_command(stages[at + 2], "x509");
  // If neither the end of input nor the letter ends the session, it lasts until the server closes it.
  const bool ends = session && !has_any_option(*session, {"-quiet", "-ign_eof", "-nocommands", "-crlf"});
  const bool reads = certificate && !has_any_option(*certificate, {"-in", "-new"});
  if (!ends || !reads || redirects(client, 0) || redirects(client, 1) || redirects(stages[at + 2], 0))
    return false;
  context.note(rule::certificate_input, "openssl s_client");
  const Term* nothing = context.arena.text("/dev/null", stages[at].span);
  read_from(client, nothing);
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

}  // namespace

constexpr Rule rule::certificate_input = {
    .id = "certificate-input",
    .rung = Rung::rewrite,
    .meaning = "the input sent to a server does not matter if only its certificate is read",
    .same = {"echo | openssl s_client -connect a.org:443 | openssl x509 -noout -dates",
             "openssl s_client -connect a.org:443 < /dev/null | openssl x509 -noout -dates"},
    .apart = {"echo | openssl s_client -connect a.org:443",
              "openssl s_client -connect a.org:443 < /dev/null"},
    .assumption = "the server shows its certificate whatever it is sent",
    .rewrite = read_certificate_input};

constexpr Rule rule::shown_variable = {
    .id = "shown-variable",
    .rung = Rung::rewrite,
    .meaning =
        "a variable that a login sets (HOME, LOGNAME, PATH, SHELL, USER) may be printed by echo or printenv",
    .same = {"echo $PATH", "printenv PATH"},
    .apart = {"echo $x", "printenv x"},
    .assumption =
        "the variable is exported and one word without the characters of patterns or a dash in "
        "front, and PATH finds printenv",
    .sentence =
        "{} is exported and one word without the characters of patterns or a dash in front, and "
        "PATH finds printenv",
    .rewrite = read_shown_variable};

constexpr Rule rule::root_caller = {
    .id = "root-caller",
    .rung = Rung::rewrite,
    .meaning = "`sudo` may be left out before a command that only root may run",
    .same = {"sudo chown www f", "chown www f"},
    .apart = {"sudo rm f", "rm f"},
    .assumption = "root runs it, and sudo leaves the environment unchanged",
    .rewrite = drop_needless_sudo};

constexpr Rule rule::default_gateway = {
    .id = "default-gateway",
    .rung = Rung::rewrite,
    .meaning = "a command that reads only the default route reads the same after `ip route show default`",
    .same = {"ip route | awk '/^default/ {print $3}'", "ip route show default | awk '{print $3}'"},
    .apart = {"ip route | awk '/eth0/ {print $3}'", "ip route show default | awk '{print $3}'"},
    .assumption = "each default route has one gateway, and no other route has that name",
    .rewrite = read_route_before_others};

constexpr Rule rule::default_route = {
    .id = "default-route",
    .rung = Rung::output,
    .meaning = "grep for the default route equals `ip route show default`",
    .same = {"ip route | grep ^default", "ip route show default"},
    .apart = {"ip route | grep eth0", "ip route show default"},
    .assumption =
        "the exit status does not matter, each default route has one gateway, and no other route "
        "has that name",
    .rewrite = read_last_route};

}  // namespace assay::equivalence
