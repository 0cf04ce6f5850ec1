// SPDX-License-Identifier: Apache-2.0
// Programs that speak to others: curl, wget, dig, ip, openssl and ssh.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/internal/text.h"
#include "call/call.h"
#include "languages/characters.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// Parts of a URL that curl and wget add.

namespace {

bool is_host_letter(char c) { return is_letter_or_digit(c) || c == '-' || c == '.'; }

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
  const std::string small = lowercase(host);
  return std::ranges::any_of(kBeginnings, [&](std::string_view each) { return small.starts_with(each); });
}

}  // namespace

static void complete_urls(Context& context, Call& call) {
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
    operand = context.arena.kept(url, operand->span);
  }
}

constexpr Rule rule::url_parts = {
    .id = "url-parts",
    .rung = Rung::values,
    .meaning =
        "the parts of a URL that curl and wget add may be left out: `http://`, and the slash after the host",
    .same = {"curl example.com", "curl http://example.com/"},
    .apart = {"curl ftp.example.com", "curl http://ftp.example.com"},
    .refine = {{{"wget", complete_urls}}}};

// curl: its default method, and its data.

namespace {

// Without a scheme, the beginning of the host may select another protocol; the default is HTTP.
bool names_other_protocol(std::string_view url) {
  return names_protocol(url.substr(url.rfind('@', url.find('/')) + 1));
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
    return name == "-d" || name.starts_with("--data") || is_among(name, "--json -F --form-string");
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
static void refine_curl(Context& context, Call& call) {
  if (call.has("--libcurl")) return;  // writes a program that shows the arguments
  if (context.script.defaults_hold && !call.has("--proto-default") && !call.has("-w") && !call.has("-K"))
    complete_urls(context, call);
  if (!context.allows(rule::request_method) || !call.tail.empty()) return;
  if (!call.has("--next")) spell_data(context, call);
  const Setting* data = nullptr;
  bool only_plain_data = true;
  bool sends = false;
  for (const Setting& each : call.options) {
    const std::string& name = each.option->name();
    if (name.starts_with("--data") || is_among(name, "-F --form-string --json")) sends = true;
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
    .apart = {"curl -L -X POST -d a=1 h", "curl -L -d a=1 h"},
    .refine = {{{"curl", refine_curl}}}};

constexpr Rule rule::request_data = {
    .id = "request-data",
    .rung = Rung::utility,
    .meaning = "several `-d` are joined with `&`; `--data-raw` and `--data-binary` of plain text equal `-d`",
    .same = {"curl -d a=1 -d b=2 h", "curl -d 'a=1&b=2' h"},
    .apart = {"curl -d a=1 -d b=2 h", "curl -d b=2 -d a=1 h"}};

namespace {

bool is_record_type(std::string_view word) {
  return is_among(word, "A AAAA ANY CAA CNAME DNSKEY DS MX NS PTR SOA SRV TXT");
}

// The parts of a dig query, independent of their order.
struct Question {
  const Term* server = nullptr;
  const Term* name = nullptr;
  const Term* type = nullptr;
  Terms flags;  // +short and the like, in order
};

// False if something is not understood.
bool read_question(const Call& call, Question& question) {
  for (std::size_t at = 0; at < call.operands.size(); ++at) {
    const Term* each = call.operands[at];
    if (!each->is_text() || each->text.empty()) return false;
    const std::string_view text = each->text;
    if (text[0] == '+') {
      question.flags.push_back(each);
      continue;
    }
    const bool is_type_option = text == "-t" && at + 1 < call.operands.size();
    if (is_type_option) each = call.operands[++at];
    const bool is_type = each->is_text() && is_record_type(in_upper_case(each->text));
    if (is_type_option && !is_type) return false;
    const Term*& kind = is_type ? question.type : text[0] == '@' ? question.server : question.name;
    const bool is_name =
        is_type || text[0] == '@' || (text[0] != '-' && text.find('.') != std::string_view::npos);
    if (kind || !is_name) return false;
    kind = each;
  }
  return question.name != nullptr;
}

}  // namespace

// dig MX name is dig name MX, and A is the default type. Without +short, dig prints its command line.
static void refine_dig(Context& context, Call& call) {
  if (!context.allows(rule::operand_set) || !call.tail.empty()) return;
  Question question{nullptr, nullptr, nullptr, context.arena.terms()};
  if (!read_question(call, question)) return;
  const bool is_short =
      std::ranges::any_of(question.flags, [](const Term* each) { return each->text == "+short"; });
  if (!is_short && !context.allows(rule::dig_header)) return;
  Terms ordered = context.arena.terms();
  if (question.server) ordered.push_back(question.server);
  ordered.push_back(question.name);
  const std::string type = question.type ? in_upper_case(question.type->text) : "A";
  if (type != "A") ordered.push_back(context.arena.kept(type, question.type->span));
  ordered.insert(ordered.end(), question.flags.begin(), question.flags.end());
  context.note(is_short ? rule::operand_set : rule::dig_header, *question.name);
  call.operands = std::move(ordered);
}

constexpr Rule rule::dig_header = {.id = "dig-header",
                                   .rung = Rung::rewrite,
                                   .meaning = "the arguments of dig may change places, even without `+short`",
                                   .same = {"dig a.com MX", "dig -t MX a.com"},
                                   .apart = {"dig +noall +answer a.com", "dig +answer +noall a.com"},
                                   .assumption = "nobody reads the line in which dig repeats its arguments",
                                   .refine = {{{"dig", refine_dig}}}};

namespace {

struct IpObject {
  std::string_view name;
  std::size_t shortest;  // length of the shortest abbreviation
};
constexpr IpObject kIpObjects[] = {{"address", 1},  {"link", 1},  {"neighbour", 1},
                                   {"neighbor", 1}, {"route", 1}, {"rule", 2}};

// The object's full name. ip takes the first one in its own list with that prefix.
std::string_view ip_object(std::string_view word) {
  for (const IpObject& each : kIpObjects) {
    if (word.size() >= each.shortest && each.name.starts_with(word))
      return each.name == "neighbor" ? "neighbour" : each.name;
  }
  return {};
}

// For ip link, a lone `s` means set; a lone `l` is left to ip.
bool lists(std::string_view object, std::string_view word) {
  if (word == "s") return object != "link";
  return word.size() > 1 && (std::string_view("show").starts_with(word) ||
                             std::string_view("list").starts_with(word) || word == "ls" || word == "lst");
}

}  // namespace

// ip a is ip address show.
void refine_ip(Context& context, Call& call) {
  if (!context.allows(rule::choice_value) || !call.tail.empty() || call.operands.empty()) return;
  const auto respell = [&](std::size_t at, std::string_view word) {
    if (call.operands[at]->text == word) return;
    context.note(rule::choice_value, *call.operands[at]);
    call.operands[at] = context.arena.text(word, call.operands[at]->span);
  };
  if (!call.operands[0]->is_text()) return;
  const std::string_view object = ip_object(call.operands[0]->text);
  if (object.empty()) return;
  if (call.operands.size() > 1) {
    if (!call.operands[1]->is_text() || !lists(object, call.operands[1]->text)) return;
    respell(1, "show");
  } else {
    context.note(rule::default_operand, "show");
    call.operands.push_back(context.arena.text("show", call.operands[0]->span));
  }
  respell(0, object);
}

namespace {

// A name of several parts that cannot be mistaken for a number. s_client sends no name in which a hyphen is
// next to a dot.
bool is_host_name(std::string_view host) {
  const std::size_t dot = host.rfind('.');
  return dot != host.npos && dot > 0 && is_alphanumeric(host, "-.") &&
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

// ssh: -o settings as the equivalent options, and user and port taken from the host's name.

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
  return Configured{lowercase(text.substr(0, end)), std::string(text.substr(end + 1))};
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
  constexpr std::string_view kAlone =
      "port user compression batchmode connecttimeout passwordauthentication pubkeyauthentication "
      "serveraliveinterval serveralivecountmax stricthostkeychecking";
  if (setting.key == "requesttty") return !call.has("-t") && !call.has("-T");
  if (setting.key == "userknownhostsfile" || setting.key == "identitiesonly") return true;
  return is_among(setting.key, kAlone);
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
    if (option.empty())
      add_option(context, call, "-o", context.arena.keep(each.key + "=" + each.value));
    else if (option == "-p" || option == "-l")
      add_option(context, call, option, each.value);
    else
      add_option(context, call, option);
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

void drop_port(Context& context, Call& call, std::string_view option) {
  const Setting* port = call.find(option);
  if (!context.allows(rule::ssh_port) || !port || !port->value || !port->value->is_text("22")) return;
  context.note(rule::ssh_port, "22");
  call.remove(option);
}

}  // namespace

static void refine_ssh(Context& context, Call& call) {
  refine_joined(context, call);
  if (!context.allows(rule::argument_form) || !call.tail.empty() || !says_one_thing(call)) return;
  if (!spell_settings(context, call)) return;
  spell_host(context, call);
  std::ranges::stable_sort(call.options, {}, [](const Setting& each) { return each.parsed.id; });
  drop_port(context, call, "-p");
}

static void refine_scp(Context& context, Call& call) { drop_port(context, call, "-P"); }

constexpr Rule rule::ssh_port = {.id = "ssh-port",
                                 .rung = Rung::rewrite,
                                 .meaning = "the default port of ssh and scp may be named",
                                 .same = {"ssh -p 22 host", "ssh host"},
                                 .apart = {"ssh -p 2222 host", "ssh host"},
                                 .assumption = "no configuration of ssh names a port",
                                 .refine = {{{"ssh", refine_ssh}, {"scp", refine_scp}}}};

}  // namespace assay::equivalence
