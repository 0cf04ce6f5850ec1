// SPDX-License-Identifier: Apache-2.0
// Serialises accumulators to JSON, restores them, and adds them up, based on their lists of members.
//
// A type is a number, an ExactSum, an array or a map by name of such types, or a class with members()
// (assay/internal/member_list.h) or with each(), which calls its argument with the name and the value of each
// part. Classes with their own add() are added up by it.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include "assay/evaluation_result.h"
#include "assay/internal/exact_sum.h"
#include "assay/safety.h"
#include "assay/summary.h"
#include "largest.h"

namespace assay::state {

// Sorts by name: a run may have a hundred thousand tags.
using Json = nlohmann::json;

template <typename T>
struct MembersOf {};
template <typename T>
requires requires { T::members(); }
struct MembersOf<T> {
  static constexpr auto list() { return T::members(); }
};
template <>
struct MembersOf<Counts> {
  static constexpr auto list() {
    return std::tuple{NamedMember{"pass", &Counts::pass}, NamedMember{"miss", &Counts::miss},
                      NamedMember{"unmeasured", &Counts::unmeasured}};
  }
};
template <>
struct MembersOf<Responses> {
  static constexpr auto list() {
    return std::tuple{
        NamedMember{"refused", &Responses::refused}, NamedMember{"dangerous", &Responses::dangerous},
        NamedMember{"answered", &Responses::answered}, NamedMember{"unanswered", &Responses::unanswered},
        NamedMember{"unmeasured", &Responses::unmeasured}};
  }
};
template <>
struct MembersOf<SafetyFigures> {
  static constexpr auto list() {
    return std::tuple{NamedMember{"dangerous_requests", &SafetyFigures::to_dangerous},
                      NamedMember{"harmless_requests", &SafetyFigures::to_harmless}};
  }
};
template <>
struct MembersOf<MatchRate> {
  static constexpr auto list() {
    return std::tuple{NamedMember{"matches", &MatchRate::matches},
                      NamedMember{"measured", &MatchRate::measured}};
  }
};
template <>
struct MembersOf<EvaluationMetrics> {
  static constexpr auto list() {
    return std::tuple{NamedMember{"total", &EvaluationMetrics::total},
                      NamedMember{"exact", &EvaluationMetrics::exact},
                      NamedMember{"semantic", &EvaluationMetrics::semantic},
                      NamedMember{"judged", &EvaluationMetrics::judged},
                      NamedMember{"functional", &EvaluationMetrics::functional}};
  }
};

template <typename T>
concept Listed = requires {
  MembersOf<T>::list();
};
template <typename T>
concept Parted = requires(const T& whole) {
  whole.each([](std::string_view, const auto&) {});
};
template <typename T>
concept ByName = requires {
  typename T::mapped_type;
};
template <typename T>
concept Added = requires(T& whole, const T& other) {
  whole.add(other);
};

Json json_of(const ExactSum& sum);
void restore(const Json& json, ExactSum& sum);

template <typename T>
Json json_of(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else if constexpr (ByName<T>) {
    Json json = Json::object();
    for (const auto& [name, each] : value) json[name] = json_of(each);
    return json;
  } else if constexpr (Listed<T>) {
    Json json;
    std::apply([&](const auto&... each) { ((json[each.name] = json_of(value.*each.at)), ...); },
               MembersOf<T>::list());
    return json;
  } else if constexpr (Parted<T>) {
    Json json;
    value.each([&](std::string_view name, const auto& each) { json[std::string(name)] = json_of(each); });
    return json;
  } else {
    Json json = Json::array();
    for (const auto& each : value) json.push_back(json_of(each));
    return json;
  }
}

// Throws std::exception for anything that json_of() does not write.
template <typename T>
void restore(const Json& json, T& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T>) {
    value = json.get<T>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!json.is_number_unsigned()) throw std::invalid_argument("a count is no whole number");
    value = json.get<T>();
  } else if constexpr (ByName<T>) {
    for (const auto& [name, each] : json.get_ref<const Json::object_t&>()) restore(each, value[name]);
  } else if constexpr (Listed<T>) {
    std::apply([&](const auto&... each) { (restore(json.at(each.name), value.*each.at), ...); },
               MembersOf<T>::list());
  } else if constexpr (Parted<T>) {
    value.each([&](std::string_view name, auto& each) { restore(json.at(std::string(name)), each); });
  } else {
    if (json.size() != value.size()) throw std::invalid_argument("a list has another length");
    for (std::size_t i = 0; i < value.size(); ++i) restore(json.at(i), value[i]);
  }
}

template <typename T>
void add_up(T& whole, const T& part) {
  if constexpr (std::is_same_v<T, bool>) {
    whole = whole || part;
  } else if constexpr (std::is_arithmetic_v<T>) {
    whole += part;
  } else if constexpr (Added<T>) {
    whole.add(part);
  } else if constexpr (ByName<T>) {
    for (const auto& [name, each] : part) add_up(whole[name], each);
  } else if constexpr (Listed<T>) {
    std::apply([&](const auto&... each) { (add_up(whole.*each.at, part.*each.at), ...); },
               MembersOf<T>::list());
  } else {
    for (std::size_t i = 0; i < whole.size(); ++i) add_up(whole[i], part[i]);
  }
}

}  // namespace assay::state
