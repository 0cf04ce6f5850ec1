// curl, ip and dig, and commands that join their words for somebody else.
#include <algorithm>
#include <string>

#include "plumbing.h"
#include "refiners.h"

namespace assay::equivalence {
namespace {

bool is_text(const Term& term, std::string_view text) { return term.is_text() && term.text == text; }

std::string joined_text(std::span<const Term* const> words) {
  std::string text;
  for (const Term* word : words) text.append(text.empty() ? "" : " ").append(word->text);
  return text;
}

// What a URL without a scheme is taken for by the beginning of its host; the default is HTTP.
bool names_other_protocol(std::string_view url) {
  constexpr std::string_view kHosts[] = {"dict.", "ftp.", "imap.", "ldap.", "pop3.", "smtp."};
  std::string host(url.substr(url.rfind('@', url.find('/')) + 1));
  for (char& c : host) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::any_of(kHosts, [&](std::string_view each) { return host.starts_with(each); });
}

// Whether it is HTTP for certain, for which -X GET is nothing new: with FTP it is another command.
bool is_http(const Term& url) {
  const Term& start = url.is("word") ? *url.parts[0] : url;
  if (!start.is_text()) return false;
  if (start.text.starts_with("http://") || start.text.starts_with("https://")) return true;
  const bool is_plain = url.is_text() && url.text.find("://") == std::string_view::npos &&
                        url.text.find_first_of("{[") == std::string_view::npos;
  return is_plain && !names_other_protocol(url.text);
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

// The remote side, or a shell, gets the words joined by blanks.
void refine_joined(Context& context, Call& call) {
  if (!call.inner || !call.inner->is("words") || !context.allows(Rule::joined_words)) return;
  const auto words = call.inner->parts;
  if (!std::ranges::all_of(words, [](const Term* word) { return word->is_text(); })) return;
  if (words.size() > 1 && words[0]->text.starts_with('-')) return;  // as one word it would be an option
  if (words.size() > 1) context.note(Rule::joined_words, *call.inner);
  call.inner = context.arena.node(
      "words", {context.arena.text(context.arena.keep(joined_text(words)), call.inner->span)});
}

namespace {

struct IpObject {
  std::string_view name;
  std::size_t shortest;  // how many letters say it
};
constexpr IpObject kIpObjects[] = {{"address", 1},  {"link", 1},  {"neighbour", 1},
                                   {"neighbor", 1}, {"route", 1}, {"rule", 2}};

// The object's full name. ip takes the first of its own list that begins so.
std::string_view ip_object(std::string_view word) {
  for (const IpObject& each : kIpObjects) {
    if (word.size() >= each.shortest && each.name.starts_with(word))
      return each.name == "neighbor" ? "neighbour" : each.name;
  }
  return {};
}

// An `s` alone means set to ip link, an `l` is left to ip.
bool lists(std::string_view object, std::string_view word) {
  if (word == "s") return object != "link";
  return word.size() > 1 && (std::string_view("show").starts_with(word) ||
                             std::string_view("list").starts_with(word) || word == "ls" || word == "lst");
}

bool is_record_type(std::string_view word) {
  constexpr std::string_view kTypes[] = {"A",  "AAAA", "ANY", "CAA", "CNAME", "DNSKEY", "DS",
                                         "MX", "NS",   "PTR", "SOA", "SRV",   "TXT"};
  return std::ranges::find(kTypes, word) != std::ranges::end(kTypes);
}

std::string upper(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

}  // namespace

// ip a is ip address show.
void refine_ip(Context& context, Call& call) {
  if (!context.allows(Rule::choice_value) || !call.tail.empty() || call.operands.empty()) return;
  const auto respell = [&](std::size_t at, std::string_view word) {
    if (call.operands[at]->text == word) return;
    context.note(Rule::choice_value, *call.operands[at]);
    call.operands[at] = context.arena.text(word, call.operands[at]->span);
  };
  if (!call.operands[0]->is_text()) return;
  const std::string_view object = ip_object(call.operands[0]->text);
  if (object.empty()) return;
  if (call.operands.size() > 1) {
    if (!call.operands[1]->is_text() || !lists(object, call.operands[1]->text)) return;
    respell(1, "show");
  } else {
    context.note(Rule::default_operand, "show");
    call.operands.push_back(context.arena.text("show", call.operands[0]->span));
  }
  respell(0, object);
}

// dig MX name is dig name MX. Without +short it prints how it was called.
void refine_dig(Context& context, Call& call) {
  if (!context.allows(Rule::operand_set) || !call.tail.empty()) return;
  const Term *name = nullptr, *type = nullptr, *is_short = nullptr;
  for (const Term* each : call.operands) {
    if (!each->is_text() || each->text.empty()) return;
    const Term*& kind = each->text == "+short" ? is_short : is_record_type(upper(each->text)) ? type : name;
    const bool is_name = &kind != &name || each->text.find('.') != std::string_view::npos;
    if (kind || !is_name ||
        (&kind == &name && std::string_view("+-@").find(each->text[0]) != std::string_view::npos))
      return;
    kind = each;
  }
  if (!name || !type || !is_short) return;
  const auto ordered = {name, type, is_short};
  if (!std::ranges::equal(ordered, call.operands)) context.note(Rule::operand_set, *type);
  call.operands.assign(ordered);
  call.operands[1] = context.arena.text(context.arena.keep(upper(type->text)), type->span);
}

}  // namespace assay::equivalence
