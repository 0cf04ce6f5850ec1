// SPDX-License-Identifier: Apache-2.0
// Parts of a URL that curl and wget add.
#include <algorithm>
#include <string>

#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

bool is_host_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

// The end of the host and port in a text that begins with them; npos if it may begin with anything else. A
// name without a dot may be a scheme.
std::size_t end_of_host(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_host_letter(text[end])) ++end;
  const std::string_view host = text.substr(0, end);
  const bool is_name = host == "localhost" || (host.find('.') != host.npos && !host.starts_with('.') &&
                                               !host.starts_with('-') && !host.ends_with('.'));
  if (!is_name) return text.npos;
  if (end < text.size() && text[end] == ':') {
    const std::size_t port = ++end;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end == port || end - port > 5) return text.npos;
  }
  return end == text.size() || text[end] == '/' ? end : text.npos;
}

// curl deduces the protocol from these beginnings.
bool names_protocol(std::string_view host) {
  constexpr std::string_view kBeginnings[] = {"dict.", "ftp.", "imap.", "ldap.", "pop3.", "smtp."};
  std::string small(host);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::any_of(kBeginnings, [&](std::string_view each) { return small.starts_with(each); });
}

}  // namespace

void complete_urls(Context& context, Call& call) {
  if (!context.allows(rule::url_parts) || !call.tail.empty()) return;
  for (const Term*& operand : call.operands) {
    if (!operand->is_text()) continue;
    std::string_view rest = operand->text;
    std::string url = "http://";
    for (const std::string_view scheme : {"http://", "https://"}) {
      if (!rest.starts_with(scheme)) continue;
      url = scheme;
      rest.remove_prefix(scheme.size());
    }
    const std::size_t end = end_of_host(rest);
    const bool had_scheme = rest.size() != operand->text.size();
    if (end == rest.npos || (!had_scheme && call.is("curl") && names_protocol(rest))) continue;
    url += rest;
    if (end == rest.size()) url += '/';
    if (url == operand->text) continue;
    context.note(rule::url_parts, *operand);
    operand = context.arena.text(context.arena.keep(url), operand->span);
  }
}

void refine_wget(Context& context, Call& call) { complete_urls(context, call); }

constexpr Rule rule::url_parts = {
    .id = "url-parts",
    .rung = Rung::values,
    .meaning =
        "the parts of a URL that curl and wget add may be left out: `http://`, and the slash after the host",
    .same = {"curl example.com", "curl http://example.com/"},
    .apart = {"curl ftp.example.com", "curl http://ftp.example.com"}};

}  // namespace assay::equivalence
