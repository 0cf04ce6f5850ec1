// SPDX-License-Identifier: Apache-2.0
// Plain structs as JSON, written and read by one list of their members, so that the two cannot diverge.
//
//   template <typename Io>
//   void describe(Io& io, MemberOf<Io, Vote>& vote) {
//     io("outcome", vote.outcome);
//     io("why", vote.why);
//   }
//
// Io is a Writer, which appends to a text because a run writes millions of rows, or a Reader. Members are
// strings, numbers, booleans, enums with to_string() and an entry in NamedBy, described structs, and vectors,
// maps and optionals of these; or one of the views in json_views.h, which refine a value's type.
#pragma once

#include <concepts>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/text.h"
#include "json_views.h"

namespace assay::json_members {

class Writer;
class Reader;
template <typename Io, typename T>
using MemberOf = std::conditional_t<std::is_same_v<Io, Writer>, const T, T>;

// An invalid value of a present member; the reader of the document adds the place.
struct Fault {
  std::string member;
  std::string what;
};

// Looks up the value of an enum by its name.
template <typename Enum>
struct NamedBy;  // static std::optional<Enum> from(std::string_view)

class Writer {
 public:
  static constexpr bool kWrites = true;
  // REQUIRES: `to` ends with an object that is still open; the caller closes it.
  explicit Writer(std::string& to) : to_(to) {}
  template <typename T>
  void operator()(std::string_view name, const T& value) {
    if (to_.back() != '{') to_ += ',';
    write_text(to_, name);
    to_ += ':';
    write(to_, value);
  }
  // Like operator(), for members that documents of older versions lack.
  template <typename T>
  void added(std::string_view name, const T& value) {
    (*this)(name, value);
  }

 private:
  std::string& to_;
};

class Reader {
 public:
  static constexpr bool kWrites = false;
  explicit Reader(const Json& from) : members_(from.get_ptr<const Json::object_t*>()) {
    if (members_ == nullptr) throw BadValue{shown(from) + " is not an object"};
  }
  template <typename T>
  void operator()(const char* name, T&& value) {
    const Json* found = find(name);
    if (found == nullptr) throw Fault{name, "is missing"};
    read_as(name, *found, std::forward<T>(value));
  }
  bool is_null(const char* name) {
    const Json* found = find(name);
    return found != nullptr && found->is_null();
  }
  bool has(const char* name) { return find(name) != nullptr; }
  template <typename T>
  void added(const char* name, T&& value) {
    if (const Json* found = find(name)) read_as(name, *found, std::forward<T>(value));
  }

 private:
  template <typename T>
  static void read_as(const char* name, const Json& from, T&& value) {
    try {
      read(from, std::forward<T>(value));
    } catch (BadValue& bad) {
      throw Fault{name, std::move(bad.what)};
    } catch (const Json::exception&) {
      throw Fault{name, shown(from) + " is of another type"};
    }
  }

  // Members are nearly always requested in their order in the document: the search begins after the last
  // match.
  const Json* find(std::string_view name) {
    for (std::size_t i = 0; i < members_->size(); ++i) {
      const std::size_t at = (next_ + i) % members_->size();
      const auto& [key, value] = members_->data()[at];
      if (std::string_view(key) != name) continue;
      next_ = at + 1;
      return &value;
    }
    return nullptr;
  }

  const Json::object_t* members_;
  std::size_t next_ = 0;
};

template <typename T, template <typename...> class Of>
constexpr bool is_a = false;
template <typename... Parts, template <typename...> class Of>
constexpr bool is_a<Of<Parts...>, Of> = true;

template <typename T>
concept View = requires(std::string& to, const T& view) {
  write_view(to, view);
};

template <typename T>
void write(std::string& to, const T& value) {
  if constexpr (View<T>) {
    write_view(to, value);
  } else if constexpr (std::is_enum_v<T>) {
    write_text(to, to_string(value));
  } else if constexpr (is_a<T, std::optional> || is_a<T, Rare>) {
    if (value) return write(to, *value);
    to += "null";
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    write_text(to, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    to += value ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    to += std::to_string(value);
  } else if constexpr (is_a<T, std::vector>) {
    write_each(to, value, [&](const auto& each) { write(to, each); });
  } else if constexpr (std::constructible_from<Json, const T&>) {
    to += shown(value);
  } else {
    to += '{';
    Writer writer(to);
    describe(writer, value);
    to += '}';
  }
}

template <typename T>
void read(const Json& from, T&& value) {
  using V = std::remove_cvref_t<T>;
  if constexpr (View<V>) {
    read_view(from, value);
  } else if constexpr (std::is_enum_v<V>) {
    const auto name = from.get<std::string>();
    const auto known = NamedBy<V>::from(name);
    if (!known) throw BadValue{"\"" + one_line(name) + "\" is not known to this version of assay"};
    value = *known;
  } else if constexpr (is_a<V, std::optional> || is_a<V, Rare>) {
    if (from.is_null()) return value.reset();
    read(from, value.emplace());
  } else if constexpr (is_a<V, std::vector>) {
    if (!from.is_array()) throw BadValue{shown(from) + " is not an array"};
    value.clear();
    for (const auto& each : from) read(each, value.emplace_back());
  } else if constexpr (std::constructible_from<Json, const V&>) {
    from.get_to(value);
  } else {
    Reader reader(from);
    describe(reader, value);
  }
}

}  // namespace assay::json_members
