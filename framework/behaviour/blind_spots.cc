// SPDX-License-Identifier: Apache-2.0
#include "blind_spots.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "assay/equivalence.h"

namespace assay::behaviour {
namespace {

struct Test {
  std::string_view name;
  bool has_value;
  const char* why;
};
constexpr const char* kOneSystem = "a world has one file system, and nothing tells it from others";
constexpr const char* kOneUser = "a world has files of one user";
constexpr const char* kOwnRights = "a world has files of one user, whose rights are in their modes";
constexpr const char* kChanged = "no file of a world was changed (ctime) before its start";
constexpr std::array kTests = {Test{"-xdev", false, kOneSystem},
                               Test{"-mount", false, kOneSystem},
                               Test{"-fstype", true, kOneSystem},
                               Test{"-user", true, kOneUser},
                               Test{"-group", true, kOneUser},
                               Test{"-uid", true, kOneUser},
                               Test{"-gid", true, kOneUser},
                               Test{"-nouser", false, kOneUser},
                               Test{"-nogroup", false, kOneUser},
                               Test{"-readable", false, kOwnRights},
                               Test{"-writable", false, kOwnRights},
                               Test{"-executable", false, kOwnRights},
                               Test{"-ctime", true, kChanged},
                               Test{"-cmin", true, kChanged},
                               Test{"-cnewer", true, kChanged},
                               Test{"-used", true, kChanged},
                               Test{"-inum", true, "numbers of inodes are a world's own"}};

struct RequestedTest {
  std::string test;
  std::string value;
  const char* why;
  auto operator<=>(const RequestedTest& other) const {
    return std::tie(test, value) <=> std::tie(other.test, other.value);
  }
  bool operator==(const RequestedTest& other) const { return test == other.test && value == other.value; }
};

std::vector<RequestedTest> tests_in(const std::vector<Call>& calls, Question question, Owners owners) {
  std::vector<RequestedTest> requested;
  for (const Call& call : calls) {
    if (call.name == "df")
      for (const std::string& word : call.arguments) requested.push_back({"df", word, kOneSystem});
    if (call.name != "find") continue;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const auto test = std::ranges::find(kTests, call.arguments[i], &Test::name);
      if (test == kTests.end()) continue;
      const bool has_value = test->has_value && i + 1 < call.arguments.size();
      requested.push_back({call.arguments[i] == "-mount" ? "-xdev" : call.arguments[i],
                           has_value ? call.arguments[i + 1] : "", test->why});
    }
  }
  if (owners == Owners::several)
    std::erase_if(requested, [](const RequestedTest& each) { return each.why == kOneUser; });
  // Who asks for files that can be read seldom thinks of those of others.
  if (owners == Owners::several || question == Question::fulfils)
    std::erase_if(requested, [](const RequestedTest& each) { return each.why == kOwnRights; });
  std::ranges::sort(requested);
  return requested;
}

// ---- Questions asked at a terminal ----

// Without -f, rm and mv ask before touching a write-protected file.
enum class Asking { no_such_call, never, perhaps };

Asking asking(std::vector<std::string>::const_iterator begin, std::vector<std::string>::const_iterator end) {
  for (; begin != end && *begin != ";" && *begin != "--"; ++begin) {
    const bool is_short = begin->size() > 1 && (*begin)[0] == '-' && (*begin)[1] != '-';
    if (*begin == "--force" || (is_short && begin->find('f') != std::string::npos)) return Asking::never;
  }
  return Asking::perhaps;
}

Asking asking(const std::vector<Call>& calls, std::string_view utility) {
  Asking most = Asking::no_such_call;
  for (const Call& call : calls) {
    if (call.name == utility) most = std::max(most, asking(call.arguments.begin(), call.arguments.end()));
    const auto wrapped = wrapped_names(call);
    const bool is_wrapped = std::ranges::any_of(
        wrapped, [&](const std::string& name) { return name.substr(name.rfind('/') + 1) == utility; });
    if (!is_wrapped) continue;
    const auto at = std::ranges::find_if(call.arguments, [&](const std::string& word) {
      return word == utility || word.ends_with("/" + std::string(utility));
    });
    if (at != call.arguments.end()) most = std::max(most, asking(at + 1, call.arguments.end()));
  }
  return most;
}

// ---- Values of which a machine has one ----

constexpr std::array<std::string_view, 15> kOfTheMachine = {
    "PPID",    "UID",     "EUID",  "HOSTNAME", "hostname", "hostnamectl", "uname", "nproc",
    "cpuinfo", "meminfo", "lscpu", "arch",     "id",       "getconf",     "locale"};

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// As a separate word.
bool mentions(std::string_view command, std::string_view name) {
  for (std::size_t at = command.find(name); at != std::string_view::npos; at = command.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_name_character(command[at - 1]);
    if (begins && (end == command.size() || !is_name_character(command[end]))) return true;
  }
  return false;
}

// Assignments of a named time zone ("Asia/Tokyo"; "JST-9" needs no file) or of a locale that no world has.
std::vector<std::string_view> places_of(std::string_view command) {
  std::vector<std::string_view> places;
  for (std::size_t at = 0; at < command.size(); ++at) {
    if (at > 0 && is_name_character(command[at - 1])) continue;
    const std::string_view rest = command.substr(at);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\n;&|)"));
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = word.substr(0, equals), value = word.substr(equals + 1);
    const bool is_zone = name == "TZ" && value.find('/') != std::string_view::npos;
    const bool is_locale = (name == "LANG" || name == "LANGUAGE" || name.starts_with("LC_")) &&
                           value.find('_') != std::string_view::npos;
    if (is_zone || is_locale) places.push_back(word);
  }
  std::ranges::sort(places);
  return places;
}

// ---- The clock ----

// A date that does not depend on today's: "@0", "2020-01-31 …".
bool is_absolute(std::string_view date) {
  return date.starts_with('@') || (date.size() >= 8 && (date[4] == '-' || date[4] == '/') &&
                                   date.find_first_not_of("0123456789") == 4);
}

bool asks_the_clock(const Call& call) {
  if (!is_one_of(call.name, {"date", "cal", "ncal"})) return false;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const std::string_view word = call.arguments[i];
    const bool has_own = word == "-d" && i + 1 < call.arguments.size();
    if (word.starts_with("--reference") || word == "-r") return false;
    if (is_absolute(has_own ? call.arguments[i + 1]
                            : word.substr(word.starts_with("--date=") ? 7
                                          : word.starts_with("-d")    ? 2
                                                                      : 0)))
      return false;
  }
  return true;
}

// The words in which a command asks for the time of the run, in order.
std::vector<std::string> requested_of_clock(std::string_view command) {
  std::vector<std::string> requested;
  for (const Call& call : calls_of(command)) {
    const bool runs_one = std::ranges::any_of(wrapped_names(call), [](const std::string& name) {
      return is_one_of(name, {"date", "cal", "ncal"});
    });
    const bool is_whole = runs_one || asks_the_clock(call);
    if (is_whole) requested.push_back(call.name);
    for (const std::string& word : call.arguments) {
      const bool is_program =
          std::ranges::any_of(std::array{"strftime", "systime", "localtime", "gmtime"},
                              [&](std::string_view name) { return mentions(word, name); });
      const bool is_format = call.name == "printf" && word.find("%(") != std::string::npos;
      if (is_whole || is_program || is_format) requested.push_back(word);
    }
  }
  // What it is compared with is a part of the question.
  for (const Call& call : calls_of(command))
    if (!requested.empty() && is_one_of(call.name, {"[", "test"}))
      requested.insert(requested.end(), call.arguments.begin(), call.arguments.end());
  for (const char* variable : {"EPOCHSECONDS", "EPOCHREALTIME"})
    if (mentions(command, variable)) requested.emplace_back(variable);
  return requested;
}

// The first of those that it mentions; empty if none.
std::string_view value_of_machine(std::string_view command) {
  const bool prints_mask = std::ranges::any_of(calls_of(command), [](const Call& call) {
    return call.name == "umask" && (call.arguments.empty() || call.arguments.front().starts_with('-'));
  });
  if (prints_mask) return "umask";
  const auto found =
      std::ranges::find_if(kOfTheMachine, [&](std::string_view name) { return mentions(command, name); });
  return found == kOfTheMachine.end() ? std::string_view() : *found;
}

// ---- Settings that all worlds share, and options that ask for others ----

struct Settled {
  std::vector<std::string_view> utilities;
  std::vector<std::string_view> options;
  const char* why;
};

// Whole words only: letters in clusters such as -rf are left to what the worlds show.
const std::vector<Settled>& settled() {
  static const std::vector<Settled> all = {
      {{"pwd", "cd"}, {"-P", "-L"}, "no link leads to where a world's commands run"},
      {{"cp", "mv", "rsync", "unzip", "wget"},
       {"-u", "--update", "-n", "-nc", "--no-clobber", "--ignore-existing", "-o", "-uo"},
       "no world has both an older and a newer file in its target"},
      {{"chmod", "mkdir", "install", "umask"}, {}, "a world has one umask"},
      {{"ps", "pgrep", "pkill", "killall", "top", "pstree", "lsof", "fuser"},
       {},
       "a world has no processes but its own"},
      {{"nohup", "setsid"}, {}, "no world has a terminal that could hang up"}};
  return all;
}

bool is_of(const Settled& kind, const Call& call) {
  return std::ranges::find(kind.utilities, call.name) != kind.utilities.end();
}

// The words in which the calls ask about that kind, in order.
std::vector<std::string> requested_words(const Settled& kind, const std::vector<Call>& calls) {
  const bool is_of_modes = kind.utilities.front() == "chmod";
  std::vector<std::string> requested;
  for (const Call& call : calls) {
    if (!is_of(kind, call)) continue;
    for (const std::string& word : call.arguments) {
      const bool is_option = std::ranges::find(kind.options, word) != kind.options.end();
      const bool lacks_class = is_of_modes && word.size() > 1 && (word[0] == '+' || word[0] == '=');
      const bool counts = kind.options.empty() && !is_of_modes;
      if (is_option || lacks_class || counts) requested.push_back(word);
    }
  }
  return requested;
}

struct RequestedIds {
  bool all_groups = false;
  bool real_ids = false;  // and not those in force
  bool operator==(const RequestedIds&) const = default;
};

RequestedIds requested_ids(std::string_view command) {
  RequestedIds requested;
  for (const Call& call : calls_of(command)) {
    requested.all_groups |= call.name == "groups";
    for (const std::string& word : call.arguments) {
      const bool are_letters = call.name == "id" && word.starts_with('-') && !word.starts_with("--");
      requested.all_groups |= word == "--groups" || (are_letters && word.find('G') != std::string::npos);
      requested.real_ids |= word == "--real" || (are_letters && word.find('r') != std::string::npos);
    }
  }
  return requested;
}

}  // namespace

std::optional<std::string> blind_spot(const std::vector<Call>& accepted, const std::vector<Call>& generated,
                                      Question question, Owners owners) {
  const std::vector<RequestedTest> mine = tests_in(accepted, question, owners),
                                   others = tests_in(generated, question, owners);
  if (mine != others) {
    const auto [a, b] = std::ranges::mismatch(mine, others);
    return a != mine.end() ? a->why : b->why;
  }
  for (const Settled& kind : settled()) {
    if (question == Question::equivalent &&
        requested_words(kind, accepted) != requested_words(kind, generated))
      return kind.why;
  }
  for (const char* utility : {"rm", "mv"}) {
    const Asking first = asking(accepted, utility), second = asking(generated, utility);
    const bool differs = question == Question::equivalent
                             ? std::min(first, second) == Asking::never && first != second
                             : first == Asking::never && second == Asking::perhaps;
    if (differs) return std::string(utility) + " without -f asks at a terminal, and no world has one";
  }
  return std::nullopt;
}

std::optional<std::string> blind_to_machine(std::string_view accepted, std::string_view generated) {
  const std::string_view mine = value_of_machine(accepted), others = value_of_machine(generated);
  if (mine.empty() == others.empty()) {
    if (requested_ids(accepted) == requested_ids(generated)) return std::nullopt;
    return "a world's user has one group, and no other ids in force";
  }
  return std::string(mine.empty() ? others : mine) + " tells the same in all worlds";
}

std::optional<std::string> blind_to_clock(std::string_view accepted, std::string_view generated) {
  const bool is_same =
      requested_of_clock(accepted) == requested_of_clock(generated) ||
      requested_of_clock(canonical_form(accepted)) == requested_of_clock(canonical_form(generated));
  if (is_same) return std::nullopt;
  return "all worlds have the clock of the run";
}

std::optional<std::string> blind_to_jobs(std::string_view accepted, std::string_view generated) {
  if (!leaves_jobs(accepted) && !leaves_jobs(generated)) return std::nullopt;
  return "a job in the background may not have ended when the world is looked at";
}

std::optional<std::string> blind_to_places(std::string_view accepted, std::string_view generated) {
  if (places_of(accepted) == places_of(generated)) return std::nullopt;
  return "a world has the time zone UTC and one locale";
}

}  // namespace assay::behaviour
