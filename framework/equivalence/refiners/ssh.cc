// SPDX-License-Identifier: Apache-2.0
// ssh: -o settings as the equivalent options, and user and port taken from the host's name.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// Whether each option has a single meaning, whatever precedes it.
bool says_one_thing(const Call& call) {
  constexpr std::array<std::string_view, 5> kOnce = {"-p", "-l", "-J", "-b", "-S"};
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kRivals = {{{"-4", "-6"},
                                                                                     {"-A", "-a"},
                                                                                     {"-D", "-L"},
                                                                                     {"-N", "-t"},
                                                                                     {"-T", "-t"},
                                                                                     {"-X", "-x"},
                                                                                     {"-x", "-Y"},
                                                                                     {"-q", "-v"},
                                                                                     {"-X", "-Y"}}};
  const auto count = [&call](std::string_view name) {
    const OptionId id = call.utility->find_option(name);
    return std::ranges::count(call.options, id, [](const Setting& each) { return each.parsed.id; });
  };
  return call.has_only({"-4", "-6", "-A", "-a", "-C", "-f", "-g", "-N", "-n", "-q", "-T", "-t", "-v",
                        "-X", "-x", "-Y", "-p", "-l", "-i", "-J", "-b", "-D", "-L", "-R", "-S", "-o"}) &&
         std::ranges::all_of(kOnce, [&](std::string_view each) { return count(each) < 2; }) &&
         std::ranges::none_of(
             kRivals, [&](const auto& each) { return call.has(each.first) && call.has(each.second); });
}

struct Configured {
  std::string key, value;
};

// Key=value or "Key value"; none for anything else.
std::optional<Configured> configured(const Setting& setting) {
  if (!setting.value || !setting.value->is_text()) return std::nullopt;
  const std::string_view text = setting.value->text;
  const std::size_t end = text.find_first_of("= ");
  if (end == 0 || end == text.npos || end + 1 == text.size() ||
      text.find_first_of("= \"", end + 1) != text.npos)
    return std::nullopt;
  Configured read{std::string(text.substr(0, end)), std::string(text.substr(end + 1))};
  for (char& c : read.key) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return read;
}

std::string_view option_for(const Configured& setting) {
  if (setting.key == "port") return "-p";
  if (setting.key == "user") return "-l";
  if (setting.key == "compression" && setting.value == "yes") return "-C";
  if (setting.key == "requesttty" && setting.value == "no") return "-T";
  return {};
}

// Keys that only one option also sets, so that their order among the others does not matter.
bool stands_alone(const Call& call, const Configured& setting) {
  constexpr std::array<std::string_view, 10> kAlone = {"port",
                                                       "user",
                                                       "compression",
                                                       "batchmode",
                                                       "connecttimeout",
                                                       "passwordauthentication",
                                                       "pubkeyauthentication",
                                                       "serveraliveinterval",
                                                       "serveralivecountmax",
                                                       "stricthostkeychecking"};
  if (setting.key == "requesttty") return !call.has("-t") && !call.has("-T");
  if (setting.key == "userknownhostsfile" || setting.key == "identitiesonly") return true;
  return std::ranges::find(kAlone, setting.key) != kAlone.end();
}

// Replaces -o settings with distinct keys by options where there are equivalent ones.
bool spell_settings(Context& context, Call& call) {
  std::vector<Configured> all;
  for (const Setting& each : call.options) {
    if (each.option->name() != "-o") continue;
    const auto read = configured(each);
    if (!read || !stands_alone(call, *read) ||
        std::ranges::find(all, read->key, &Configured::key) != all.end())
      return false;
    const std::string_view option = option_for(*read);
    if (!option.empty() && call.has(option)) return false;
    all.push_back(*read);
  }
  if (all.empty()) return true;
  context.note(rule::argument_form, "-o");
  call.remove("-o");
  std::ranges::sort(all, {}, &Configured::key);
  for (const Configured& each : all) {
    const std::string_view option = option_for(each);
    if (option.empty()) {
      add_option(context, call, "-o", context.arena.keep(each.key + "=" + each.value));
    } else if (option == "-p" || option == "-l") {
      add_option(context, call, option, each.value);
    } else {
      add_option(context, call, option);
    }
  }
  return true;
}

// user@host is -l user host; ssh://user@host:port as well, unless ssh decodes a character of it (%62).
void spell_host(Context& context, Call& call) {
  if (call.operands.size() != 1 || !call.operands[0]->is_text()) return;
  const Term& written = *call.operands[0];
  std::string_view host = written.text;
  const bool is_url = host.starts_with("ssh://");
  if (is_url) host.remove_prefix(6);
  const std::size_t at = host.rfind('@');
  const std::string_view user = at == host.npos ? std::string_view() : host.substr(0, at);
  if (at != host.npos) host.remove_prefix(at + 1);
  const std::size_t colon = is_url ? host.find(':') : host.npos;
  const std::string_view port = colon == host.npos ? std::string_view() : host.substr(colon + 1);
  host = host.substr(0, colon);
  if (host.empty() || host.find('/') != host.npos || (is_url && host.find('[') != host.npos) ||
      (!user.empty() && call.has("-l")) || (!port.empty() && call.has("-p")) || (at == 0) ||
      user.find_first_of(":;%") != user.npos)
    return;
  if (host == written.text) return;
  context.note(rule::argument_form, written);
  if (!user.empty()) add_option(context, call, "-l", user);
  if (!port.empty()) add_option(context, call, "-p", port);
  call.operands[0] = context.arena.text(host, written.span);
}

}  // namespace

void refine_ssh(Context& context, Call& call) {
  refine_joined(context, call);
  if (!context.allows(rule::argument_form) || !call.tail.empty() || !says_one_thing(call)) return;
  if (!spell_settings(context, call)) return;
  spell_host(context, call);
  std::ranges::stable_sort(call.options, {}, [](const Setting& each) { return each.parsed.id; });
  const Setting* port = call.find("-p");
  if (!context.allows(rule::ssh_port) || !port || !port->value || !port->value->is_text() ||
      port->value->text != "22")
    return;
  context.note(rule::ssh_port, "-p 22");
  call.remove("-p");
}

constexpr Rule rule::ssh_port = {.id = "ssh-port",
                                 .rung = Rung::rewrite,
                                 .meaning = "ssh's default port may be named",
                                 .same = {"ssh -p 22 host", "ssh host"},
                                 .apart = {"ssh -p 2222 host", "ssh host"},
                                 .assumption = "no configuration of ssh names a port"};

}  // namespace assay::equivalence
