// curl: the method that it takes by itself, and its data.
#include <algorithm>
#include <string>
#include <vector>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

bool is_text(const Term& term, std::string_view text) { return term.is_text() && term.text == text; }

// What a URL without a scheme is taken for by the beginning of its host; the default is HTTP.
bool names_other_protocol(std::string_view url) {
  constexpr std::string_view kHosts[] = {"dict.", "ftp.", "imap.", "ldap.", "pop3.", "smtp."};
  std::string host(url.substr(url.rfind('@', url.find('/')) + 1));
  for (char& c : host) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::any_of(kHosts, [&](std::string_view each) { return host.starts_with(each); });
}

// Whether it is HTTP for certain, for which -X GET is nothing new: with FTP it is another command.
bool is_http(const Term& url) {
  const Term& start = url.is(Label::word) ? *url.parts[0] : url;
  if (!start.is_text()) return false;
  if (start.text.starts_with("http://") || start.text.starts_with("https://")) return true;
  const bool is_plain = url.is_text() && url.text.find("://") == std::string_view::npos &&
                        url.text.find_first_of("{[") == std::string_view::npos;
  return is_plain && !names_other_protocol(url.text);
}

// --url u is u; and a URL without a scheme is one of HTTP.
void spell_url(Context& context, Call& call) {
  const Setting* url = call.find("--url");
  const bool is_only = url && call.operands.empty() && url->value && url->value->is_text() &&
                       !url->value->text.starts_with('-') &&
                       std::ranges::count(call.options, url->parsed.id,
                                          [](const Setting& each) { return each.parsed.id; }) == 1;
  if (is_only) {
    context.note(Rule::option_name, "--url");
    call.operands.push_back(url->value);
    call.remove("--url");
  }
  const bool shows_url = call.has("-w") || call.has("--proto-default") || call.has("-K");
  for (const Term*& operand : call.operands) {
    if (shows_url || !operand->is_text() || operand->text.find("://") != std::string_view::npos ||
        !is_http(*operand) || operand->text.starts_with('-') || operand->text.empty())
      continue;
    context.note(Rule::request_data, *operand);
    operand = context.arena.text(context.arena.keep("http://" + std::string(operand->text)), operand->span);
  }
}

std::string header_name(const Setting& header) {
  std::string name(header.value->text.substr(0, header.value->text.find(':')));
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return name;
}

// --json x is -d x with two headers.
void spell_json(Context& context, Call& call) {
  const Setting* json = call.find("--json");
  const auto is_data = [](const Setting& each) {
    const std::string& name = each.option->name();
    return name == "-d" || name.starts_with("--data") || name == "--json" || name == "-F";
  };
  const auto is_unsure = [](const Setting& each) {
    return each.option->name() == "-H" &&
           (!each.value || !each.value->is_text() || header_name(each) == "content-type" ||
            header_name(each) == "accept");
  };
  if (!json || std::ranges::count_if(call.options, is_data) != 1 || !json->value || !json->value->is_text() ||
      json->value->text.starts_with('@') || std::ranges::any_of(call.options, is_unsure))
    return;
  const std::string_view text = json->value->text;
  context.note(Rule::request_data, "--json");
  call.remove("--json");
  add_option(context, call, "-d", text);
  add_option(context, call, "-H", "Content-Type: application/json");
  add_option(context, call, "-H", "Accept: application/json");
}

// Data that does not begin with @ is the same to all of these.
void spell_data(Context& context, Call& call) {
  const auto is_data = [](const Setting& each) {
    const std::string& name = each.option->name();
    return name == "-d" || name == "--data-raw" || name == "--data-binary";
  };
  const auto is_plain = [&](const Setting& each) {
    return !is_data(each) || (each.value && each.value->is_text() && !each.value->text.starts_with('@') &&
                              !each.value->text.empty());
  };
  if (call.has("--data-urlencode") || call.has("--json") || !std::ranges::all_of(call.options, is_plain))
    return;
  const OptionId id = call.utility->find_option("-d");
  for (Setting& each : call.options) {
    if (!is_data(each) || each.parsed.id == id) continue;
    context.note(Rule::request_data, each.option->name());
    each.parsed.id = id;
    each.option = &call.utility->options[id];
  }
  std::ranges::stable_sort(call.options, {}, [](const Setting& each) { return each.parsed.id; });
}

// Headers of different names are a set.
void sort_headers(Context& context, Call& call) {
  Terms headers = context.arena.terms();
  std::vector<std::string> names;
  for (const Setting& each : call.options) {
    if (each.option->name() != "-H") continue;
    if (!each.value || !each.value->is_text() || each.value->text.find(':') == std::string_view::npos) return;
    names.push_back(header_name(each));
    headers.push_back(each.value);
  }
  std::ranges::sort(names);
  if (headers.size() < 2 || std::ranges::adjacent_find(names) != names.end()) return;
  Terms sorted(headers, context.arena.memory());
  sort_terms(sorted);
  if (std::ranges::equal(sorted, headers)) return;
  context.note(Rule::request_data, "-H");
  std::size_t at = 0;
  for (Setting& each : call.options) {
    if (each.option->name() == "-H") each.value = sorted[at++];
  }
}

}  // namespace

// A request with data is a POST, one without is a GET; -L would keep the word for what it is sent on to.
void refine_curl(Context& context, Call& call) {
  if (!context.allows(Rule::request_method) || !call.tail.empty()) return;
  if (!call.has("--next")) {
    spell_url(context, call);
    spell_json(context, call);
    spell_data(context, call);
    sort_headers(context, call);
  }
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

}  // namespace assay::equivalence
