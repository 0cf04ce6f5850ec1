// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// A name of several parts that cannot be mistaken for a number. s_client sends no name in which a hyphen is
// next to a dot.
bool is_host_name(std::string_view host) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_known = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
  };
  const std::size_t dot = host.rfind('.');
  return dot != host.npos && dot > 0 && std::ranges::all_of(host, is_known) &&
         std::ranges::all_of(host.substr(dot + 1), is_letter) && dot + 1 < host.size() &&
         !host.starts_with('.') && !host.starts_with('-') && host.find("..") == host.npos &&
         host.find("-.") == host.npos && host.find(".-") == host.npos && host.size() < 64;
}

}  // namespace

// Since OpenSSL 1.1.1 the server name defaults to the host.
void refine_server_name(Context& context, Call& call) {
  const Setting* server = call.find("-servername");
  const Setting* host = call.find("-connect");
  if (!context.allows(rule::server_name) || !call.tail.empty() || !server || !host || !server->value ||
      !host->value || !server->value->is_text() || !host->value->is_text() || call.has("-noservername") ||
      call.has("-proxy") || call.has("-unix"))
    return;
  const auto is_name = [](const Setting& each) { return each.option->name() == "-servername"; };
  const std::string_view address = host->value->text;
  const std::string_view name = address.substr(0, address.find(':'));
  if (name != server->value->text || !is_host_name(name) || std::ranges::count_if(call.options, is_name) != 1)
    return;
  context.note(rule::server_name, *server->value);
  call.remove("-servername");
}

constexpr Rule rule::server_name = {
    .id = "server-name",
    .rung = Rung::values,
    .meaning = "`openssl s_client` sends the name of the host it connects to by default",
    .same = {"openssl s_client -connect a.org:443 -servername a.org", "openssl s_client -connect a.org:443"},
    .apart = {"openssl s_client -connect a.org:443 -servername b.org",
              "openssl s_client -connect a.org:443"}};

}  // namespace assay::equivalence
