#include "slot.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace assay::howto {
namespace {

using Entry = std::pair<std::string_view, SlotType>;

constexpr std::array<Entry, 24> kTypes{{{"file", SlotType::File},
                                        {"files", SlotType::Files},
                                        {"dir", SlotType::Dir},
                                        {"path", SlotType::Path},
                                        {"glob", SlotType::Glob},
                                        {"extension", SlotType::Extension},
                                        {"size", SlotType::Size},
                                        {"bytes", SlotType::Bytes},
                                        {"days", SlotType::Days},
                                        {"minutes", SlotType::Minutes},
                                        {"seconds", SlotType::Seconds},
                                        {"number", SlotType::Number},
                                        {"ordinal", SlotType::Ordinal},
                                        {"port", SlotType::Port},
                                        {"mode", SlotType::Mode},
                                        {"text", SlotType::Text},
                                        {"word", SlotType::Word},
                                        {"host", SlotType::Host},
                                        {"url", SlotType::Url},
                                        {"login", SlotType::Login},
                                        {"remote_path", SlotType::RemotePath},
                                        {"delimiter", SlotType::Delimiter},
                                        {"output", SlotType::Output},
                                        {"date", SlotType::Date}}};

// Slot names that are not the name of their type.
constexpr std::array<Entry, 23> kNames{
    {{"pattern", SlotType::Text}, {"old", SlotType::Text},      {"new", SlotType::Text},
     {"message", SlotType::Text}, {"user", SlotType::Word},     {"group", SlotType::Word},
     {"process", SlotType::Word}, {"service", SlotType::Word},  {"package", SlotType::Word},
     {"branch", SlotType::Word},  {"variable", SlotType::Word}, {"interface", SlotType::Word},
     {"name", SlotType::Word},    {"program", SlotType::Word},  {"pid", SlotType::Number},
     {"count", SlotType::Number}, {"depth", SlotType::Number},  {"column", SlotType::Ordinal},
     {"line", SlotType::Ordinal}, {"source", SlotType::Path},   {"target", SlotType::Path},
     {"dest", SlotType::Path},    {"exclude", SlotType::Word}}};

constexpr std::array<std::pair<std::string_view, Join>, 5> kJoins{{{"each", Join::Each},
                                                                   {"or", Join::Or},
                                                                   {"blank", Join::Blank},
                                                                   {"comma", Join::Comma},
                                                                   {"bar", Join::Bar}}};

std::optional<Join> join_named(std::string_view name) {
  for (const auto& [key, join] : kJoins) {
    if (key == name) return join;
  }
  return std::nullopt;
}

template <std::size_t N>
std::optional<SlotType> look_up(const std::array<Entry, N>& entries, std::string_view name) {
  for (const auto& [key, type] : entries) {
    if (key == name) return type;
  }
  return std::nullopt;
}

}  // namespace

std::optional<SlotType> slot_type(std::string_view name) { return look_up(kTypes, name); }

std::string_view join_name(Join join) {
  for (const auto& [key, value] : kJoins) {
    if (value == join) return key;
  }
  return {};
}

Slot parse_slot(std::string_view name, std::string_view declaration) {
  const auto equals = declaration.find('=');
  const std::string_view left = declaration.substr(0, equals);
  const auto colon = left.find(':');
  const auto plus = std::min(left.substr(0, colon).find('+'), left.substr(0, colon).size());
  const auto type = slot_type(left.substr(0, plus));
  const auto written = left.substr(0, colon);
  const std::optional<Join> join =
      plus < written.size() ? join_named(written.substr(plus + 1)) : std::optional(Join::None);
  if (!type || !join)
    throw std::runtime_error("slot {" + std::string(name) + "}: unknown type in '" +
                             std::string(declaration) + "'");
  Slot slot{std::string(name), *type, {}, {}, *join};
  if (equals != declaration.npos) slot.default_value = declaration.substr(equals + 1);
  for (auto at = colon; at != left.npos;) {
    const auto comma = left.find(',', at + 1);
    slot.endings.emplace_back(left.substr(at + 1, comma == left.npos ? comma : comma - at - 1));
    at = comma;
  }
  return slot;
}

Slot implied_slot(std::string_view name) {
  std::string_view stem = name;
  while (!stem.empty() && stem.back() >= '0' && stem.back() <= '9') stem.remove_suffix(1);
  auto type = look_up(kTypes, stem);
  if (!type) type = look_up(kNames, stem);
  if (!type) throw std::runtime_error("slot {" + std::string(name) + "}: declare its type under \"slots\"");
  Slot slot{std::string(name), *type, {}, {}, *type == SlotType::Files ? Join::Blank : Join::None};
  if (name == "exclude") slot.join = Join::Each;
  if (name == "dir") slot.default_value = ".";
  return slot;
}

}  // namespace assay::howto
