#include "reading.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lexeme.h"

namespace assay::howto {
namespace {

using Kind = Span::Kind;

struct Fit {
  Kind kind;
  double fit;
};

// How well each kind of span serves a type whose value is the span's own text.
std::vector<Fit> fits(SlotType type) {
  switch (type) {
    case SlotType::File:
      return {{Kind::FileName, 1}, {Kind::Path, 1},        {Kind::Quoted, .4},
              {Kind::Host, .3},    {Kind::Identifier, .4}, {Kind::Word, .1}};
    case SlotType::Files:
      return {{Kind::FileName, 1}, {Kind::Glob, 1},        {Kind::Path, 1},
              {Kind::Quoted, .4},  {Kind::Identifier, .4}, {Kind::Word, .1}};
    case SlotType::Dir:
      return {{Kind::DirName, 1},   {Kind::Place, 1},       {Kind::Path, 1}, {Kind::Quoted, .5},
              {Kind::FileName, .3}, {Kind::Identifier, .4}, {Kind::Word, .1}};
    case SlotType::Path:
      return {{Kind::FileName, .95}, {Kind::DirName, .9}, {Kind::Place, .9},      {Kind::Path, .95},
              {Kind::Quoted, .4},    {Kind::Glob, .5},    {Kind::Identifier, .4}, {Kind::Word, .1}};
    case SlotType::Glob:
      return {{Kind::Glob, 1},        {Kind::FileName, .9}, {Kind::Quoted, .6},
              {Kind::Identifier, .3}, {Kind::Word, .1},     {Kind::Host, .3}};
    case SlotType::Extension:
      return {{Kind::Glob, 1}, {Kind::Word, .1}, {Kind::Quoted, .2}};
    case SlotType::Size:
    case SlotType::Bytes:
      return {{Kind::Size, 1}};
    case SlotType::Days:
    case SlotType::Minutes:
    case SlotType::Seconds:
      return {{Kind::Duration, 1}};
    case SlotType::Number:
      return {{Kind::Number, .8}};
    case SlotType::Ordinal:
      return {{Kind::Number, .8}, {Kind::Ordinal, .8}};
    case SlotType::Port:
      return {{Kind::Number, .7}};
    case SlotType::Mode:
      return {{Kind::Mode, 1}, {Kind::Number, .6}};
    case SlotType::Text:
      return {{Kind::Quoted, 1},     {Kind::Identifier, .5}, {Kind::Word, .2},  {Kind::Number, .2},
              {Kind::Host, .3},      {Kind::FileName, .1},   {Kind::Path, .1},  {Kind::Ordinal, .1},
              {Kind::Delimiter, .1}, {Kind::Url, .2},        {Kind::Login, .2}, {Kind::Date, .4}};
    case SlotType::Word:
      return {{Kind::Identifier, .8}, {Kind::Quoted, .7},   {Kind::Word, .2},
              {Kind::Host, .2},       {Kind::FileName, .3}, {Kind::Path, .1}};
    case SlotType::Host:
      return {{Kind::Host, 1},        {Kind::Login, .4},  {Kind::Url, .4},
              {Kind::Identifier, .4}, {Kind::Quoted, .4}, {Kind::Word, .2}};
    case SlotType::Url:
      return {{Kind::Url, 1}, {Kind::Host, .7}, {Kind::Quoted, .3}};
    case SlotType::Login:
      return {{Kind::Login, 1}, {Kind::Host, .8}, {Kind::Identifier, .3}, {Kind::Word, .1}};
    case SlotType::RemotePath:
      return {{Kind::RemotePath, 1}, {Kind::Login, .7}, {Kind::Host, .5}};
    case SlotType::Delimiter:
      return {{Kind::Delimiter, .6}, {Kind::Quoted, .4}, {Kind::Path, .3}};
    case SlotType::Date:
      return {{Kind::Date, 1}};
    case SlotType::Output:
      return {{Kind::FileName, 1},    {Kind::Path, 1},  {Kind::Quoted, .8},
              {Kind::Identifier, .8}, {Kind::Word, .6}, {Kind::DirName, .6}};
  }
  return {};
}

bool follows(const Request& request, std::size_t at, std::size_t reach, std::string_view stem_prefix) {
  for (std::size_t back = 1; back <= reach && back <= at; ++back) {
    if (request.tokens[at - back].lower.starts_with(stem_prefix)) return true;
  }
  return false;
}

// "starting with foo" is foo*, "with foo in the name" is *foo*.
std::string as_glob(const Span& span, const Request& request) {
  if (span.kind == Kind::Glob || span.kind == Kind::FileName) return span.value;
  if (follows(request, span.first, 3, "start") || follows(request, span.first, 3, "begin") ||
      follows(request, span.first, 3, "prefix")) {
    return span.value + "*";
  }
  if (follows(request, span.first, 3, "ending") || follows(request, span.first, 2, "end") ||
      follows(request, span.first, 2, "suffix")) {
    return "*" + span.value;
  }
  const auto after = span.last + 1;
  const bool in_name = follows(request, span.first, 3, "contain") ||
                       follows(request, span.first, 4, "includ") || follows(request, span.first, 1, "like") ||
                       (after < request.tokens.size() && request.tokens[after].lower == "in");
  return in_name ? "*" + span.value + "*" : span.value;
}

std::string number_text(double number) {
  return std::to_string(static_cast<long long>(std::llround(number)));
}

// A duration in `unit` seconds; nothing when it is not a whole number of them or far too long for the unit.
std::optional<std::string> in_units(const Span& span, double unit, double most) {
  const double count = span.amount / unit;
  if (unit == 1 && count > 0 && count < 1) return span.value;  // half a second
  if (count < 1 || count > most || std::abs(count - std::round(count)) > 1e-6) return std::nullopt;
  return number_text(count);
}

std::string host_part(std::string value) {
  if (const auto scheme = value.find("://"); scheme != value.npos) value.erase(0, scheme + 3);
  if (const auto at = value.find('@'); at != value.npos) value.erase(0, at + 1);
  const auto end = value.find_first_of("/:?#");
  const bool network = end != value.npos && value[end] == '/' && end + 1 < value.size() &&
                       value.find_first_not_of("0123456789./") == value.npos;
  return network ? value : value.substr(0, end);
}

std::optional<std::string> mode_value(const Span& span) {
  if (span.kind == Kind::Mode) return span.value;
  const bool octal = span.value.size() >= 3 && span.value.size() <= 4 &&
                     span.value.find_first_not_of("01234567") == std::string::npos;
  return octal ? std::optional(span.value) : std::nullopt;
}

std::optional<std::string> delimiter_value(const Span& span) {
  if (span.kind != Kind::Delimiter && span.value.size() != 1) return std::nullopt;
  return span.value;
}

// find wants 10M and whole numbers, coreutils 10M and plain bytes.
std::optional<std::string> size_value(const Span& span, SlotType type) {
  std::string value = span.value;
  if (value.find('.') != value.npos) return std::nullopt;
  if (type == SlotType::Size && value.ends_with('T')) {
    value = number_text(span.amount * 1024) + "G";
  } else if (type == SlotType::Bytes && value.ends_with('c')) {
    value.pop_back();
  } else if (type == SlotType::Bytes && value.ends_with('k')) {
    value.back() = 'K';
  }
  return value;
}

// The host with the user that the request names apart from it.
std::string with_user(const std::string& host, const Request& request) {
  return request.user.empty() || host.find('@') != host.npos ? host : request.user + "@" + host;
}

// How well the span's role suits the slot: 0 if not at all.
double role_fit(const Span& span, const Slot& slot) {
  switch (span.role) {
    case Span::Role::Plain:
      return slot.type == SlotType::Output ? 0 : slot.type == SlotType::Port ? .6 : 1;
    case Span::Role::Output:
      if (slot.type == SlotType::Output) return 1;
      return slot.endings.empty() && slot.name != "target" ? .6 : 1;
    case Span::Role::Port:
      return slot.type == SlotType::Port ? 1.4 : .3;
    case Span::Role::User:
      return slot.name.starts_with("user") ? 1.5 : slot.type == SlotType::Word ? .5 : 0;
  }
  return 1;
}

std::optional<std::string> value_of(const Span& span, const Slot& slot, const Request& request) {
  switch (slot.type) {
    case SlotType::Glob:
      return as_glob(span, request);
    case SlotType::Extension:
      return span.value.starts_with("*.") ? span.value.substr(2) : span.value;
    case SlotType::Size:
    case SlotType::Bytes:
      return size_value(span, slot.type);
    case SlotType::Days:
      return in_units(span, 86400, 1e6);
    case SlotType::Minutes:
      return in_units(span, 60, 2880);
    case SlotType::Seconds:
      return in_units(span, 1, 86400);
    case SlotType::Number:
      return span.value.find('.') == std::string::npos ? std::optional(span.value) : std::nullopt;
    case SlotType::Ordinal:
      return span.value.find('.') == std::string::npos ? std::optional(number_text(span.amount))
                                                       : std::nullopt;
    case SlotType::Port:
      return span.amount >= 1 && span.amount <= 65535 ? std::optional(number_text(span.amount))
                                                      : std::nullopt;
    case SlotType::Mode:
      return mode_value(span);
    case SlotType::Host:
      return host_part(span.value);
    case SlotType::RemotePath:
      return with_user(span.kind == Kind::RemotePath ? span.value : span.value + ":", request);
    case SlotType::Login:
      return with_user(span.value, request);
    case SlotType::Delimiter:
      return delimiter_value(span);
    case SlotType::File:
    case SlotType::Files:
    case SlotType::Dir:
    case SlotType::Path:
    case SlotType::Text:
    case SlotType::Word:
    case SlotType::Url:
    case SlotType::Output:
    case SlotType::Date:
      return span.value;
  }
  return std::nullopt;
}

bool is_file_like(SlotType type) {
  return type == SlotType::File || type == SlotType::Files || type == SlotType::Dir || type == SlotType::Path;
}

// A path whose last part has an ending is rather a file, any other rather a directory.
double path_fit(const Span& span, SlotType type, const Words& words) {
  const auto slash = span.value.rfind('/');
  const auto last = slash == span.value.npos ? span.value : span.value.substr(slash + 1);
  const bool has_ending =
      last.find('.', 1) != last.npos || (slash != span.value.npos && words.path_files.contains(last));
  if (type == SlotType::Dir) return has_ending || span.value == "-" ? .5 : 1;
  if (type == SlotType::File || type == SlotType::Files) return has_ending ? 1 : span.amount > 0 ? .3 : .6;
  return 1;
}

}  // namespace

std::optional<Reading> read_as(const Span& span, const Slot& slot, const Request& request,
                               const Words& words) {
  const auto list = fits(slot.type);
  const auto found = std::ranges::find(list, span.kind, &Fit::kind);
  if (found == list.end()) return std::nullopt;
  if (slot.name == "place" && span.kind == Kind::FileName) return std::nullopt;
  auto value = value_of(span, slot, request);
  if (!value || value->empty()) return std::nullopt;
  const double role = role_fit(span, slot);
  if (role == 0) return std::nullopt;
  Reading reading{std::move(*value), found->fit * role};
  // "into the data folder": with the slash, a missing folder is an error instead of a new file.
  if (slot.name == "target" && span.kind == Kind::DirName && reading.value.find('/') == std::string::npos)
    reading.value += '/';
  if (slot.type == SlotType::Minutes && in_units(span, 86400, 1e6)) reading.fit *= .7;
  if (span.kind == Kind::Path) reading.fit *= path_fit(span, slot.type, words);
  if (!slot.endings.empty()) {
    const auto lower = lower_case(reading.value);
    const bool ends =
        std::ranges::any_of(slot.endings, [&](const auto& ending) { return lower.ends_with("." + ending); });
    if (!ends) return std::nullopt;
    reading.fit += .3;
  }
  if (reading.value.starts_with('-') && slot.type != SlotType::Delimiter && slot.type != SlotType::Mode) {
    if (!is_file_like(slot.type) || reading.value == "-")
      return reading.value == "-" && slot.type == SlotType::Dir ? std::optional(reading) : std::nullopt;
    reading.value.insert(0, "./");
  }
  return reading;
}

}  // namespace assay::howto
