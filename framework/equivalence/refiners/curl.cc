// SPDX-License-Identifier: Apache-2.0
// curl: its default method, and its data.
#include <algorithm>
#include <string>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// Without a scheme, the beginning of the host may select another protocol; the default is HTTP.
bool names_other_protocol(std::string_view url) {
  constexpr std::string_view kHosts[] = {"dict.", "ftp.", "imap.", "ldap.", "pop3.", "smtp."};
  std::string host(url.substr(url.rfind('@', url.find('/')) + 1));
  for (char& c : host) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::any_of(kHosts, [&](std::string_view each) { return host.starts_with(each); });
}

// Whether it is certainly HTTP, for which -X GET is the default: with FTP, -X is a different command.
bool is_http(const Term& url) {
  const Term& start = url.is(Label::word) ? *url.parts[0] : url;
  if (!start.is_text()) return false;
  if (start.text.starts_with("http://") || start.text.starts_with("https://")) return true;
  const bool is_plain = url.is_text() && url.text.find("://") == std::string_view::npos &&
                        url.text.find_first_of("{[") == std::string_view::npos;
  return is_plain && !names_other_protocol(url.text);
}

// Data that is not read from a file means the same to all of these options; several would have to keep their
// order.
void spell_data(Context& context, Call& call) {
  const auto is_data = [](const Setting& each) {
    const std::string& name = each.option->name();
    return name == "-d" || name.starts_with("--data") || name == "--json" || name == "-F" ||
           name == "--form-string";
  };
  const auto data = std::ranges::find_if(call.options, is_data);
  if (data == call.options.end() || std::ranges::count_if(call.options, is_data) != 1) return;
  const std::string& name = data->option->name();
  const bool is_plain = (name == "--data-raw" || name == "--data-binary") && data->value &&
                        data->value->is_text() && !data->value->text.starts_with('@') &&
                        !data->value->text.empty();
  if (!is_plain) return;
  context.note(rule::request_data, name);
  const std::string_view text = data->value->text;
  call.options.erase(data);
  add_option(context, call, "-d", text);
  std::ranges::stable_sort(call.options, {}, [](const Setting& each) { return each.parsed.id; });
}

}  // namespace

// A request with data is a POST by default, one without is a GET; with -L an explicit method would be kept
// for redirects.
void refine_curl(Context& context, Call& call) {
  if (context.defaults_hold && !call.has("--proto-default") && !call.has("-w") && !call.has("-K"))
    complete_urls(context, call);
  if (!context.allows(rule::request_method) || !call.tail.empty()) return;
  if (!call.has("--next")) spell_data(context, call);
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
                        call.has("--location-trusted") || call.has("-K") || call.has("--next") ||
                        call.has("--url") || call.has("--proto-default") ||
                        !std::ranges::all_of(call.operands, [](const Term* each) { return is_http(*each); });
  const Setting* method = call.find("-X");
  if (method && method->value && method->value->is_text(sends ? "POST" : "GET") && !is_other) {
    context.note(rule::request_method, *method->value);
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
  context.note(rule::request_data, joined);
  const shell::Span span = data->span;
  call.remove("-d");
  add_option(context, call, "-d", context.arena.keep(joined));
  call.find("-d")->span = span;
}

constexpr Rule rule::request_method = {
    .id = "request-method",
    .rung = Rung::utility,
    .meaning = "curl's default method for HTTP may be named, unless redirects are followed",
    .same = {"curl -X POST -d a=1 h", "curl -d a=1 h"},
    .apart = {"curl -L -X POST -d a=1 h", "curl -L -d a=1 h"}};

constexpr Rule rule::request_data = {
    .id = "request-data",
    .rung = Rung::utility,
    .meaning = "several `-d` are joined with `&`; `--data-raw` and `--data-binary` of plain text equal `-d`",
    .same = {"curl -d a=1 -d b=2 h", "curl -d 'a=1&b=2' h"},
    .apart = {"curl -d a=1 -d b=2 h", "curl -d b=2 -d a=1 h"}};

}  // namespace assay::equivalence
