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
// strings, numbers, booleans, enums with to_string(), described structs, and vectors,
// maps and optionals of these; or one of the views below, which refine a value's type.
#pragma once

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <bitset>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "assay/dataset.h"
#include "assay/error.h"
#include "assay/internal/enum_words.h"
#include "assay/internal/text.h"

namespace assay::json_members {

// Views that refine a value's type: `io("score", Fraction{score})`. Each has a
// write_view() and a read_view().

using Json = nlohmann::ordered_json;
// What is read: a run's rows are read as often as they are written, and nlohmann's values take much longer.
using Parsed = rapidjson::Value;

// An invalid value whose member is not yet known.
struct BadValue {
  std::string what;
};
struct OtherType {};  // a member has a value of another type

inline std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}
inline std::string shown_value(const Parsed& value) {
  rapidjson::StringBuffer text;
  rapidjson::Writer writer(text);
  value.Accept(writer);
  return text.GetString();
}
inline std::string_view text_in(const Parsed& value) {
  if (!value.IsString()) throw OtherType{};
  return {value.GetString(), value.GetStringLength()};
}

// Text that needs no escape is most of what a row holds, and is copied; the library writes the rest.
inline void write_text(std::string& to, std::string_view text) {
  bool is_plain = true;  // no early exit: the compiler looks at many bytes at once
  for (const char byte : text) is_plain &= (byte >= ' ') & (byte < '\x7f') & (byte != '"') & (byte != '\\');
  if (!is_plain) {
    to += text_of(text);
    return;
  }
  to += '"';
  to += text;
  to += '"';
}

// Most numbers of a row are 0 or 1; the library writes the rest.
inline void write_number(std::string& to, double number) {
  if (number == 1.0)
    to += "1.0";
  else if (number == 0.0 && !std::signbit(number))
    to += "0.0";
  else
    to += text_of(number);
}

// Throws BadValue if an object has a member twice: which of the values counts would be anybody's guess.
inline void expect_distinct_members(const Parsed& object) {
  std::vector<std::string_view> names;
  for (const auto& member : object.GetObject()) names.push_back(text_in(member.name));
  std::ranges::sort(names);
  if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
    throw BadValue{"the member \"" + one_line(*twice) + "\" is given twice"};
}

// An array.
template <typename All, typename WriteOne>
void write_each(std::string& to, const All& all, WriteOne write_one) {
  to += '[';
  for (const auto& each : all) {
    if (to.back() != '[') to += ',';
    write_one(each);
  }
  to += ']';
}

template <typename T>
void write(std::string& to, const T& value);
template <typename T>
void read(const Parsed& from, T&& value);

// Bytes: a string if they are valid UTF-8, otherwise {"base64": …}, so that documents stay valid UTF-8
// without loss.
template <typename S>
struct Bytes {
  S& bytes;
};
template <typename S>
Bytes(S&) -> Bytes<S>;

template <typename S>
void write_view(std::string& to, const Bytes<S>& view) {
  if (is_utf8(view.bytes)) return write_text(to, view.bytes);
  to += text_of({{"base64", to_base64(view.bytes)}});
}
inline void read_view(const Parsed& from, Bytes<std::string> view) {
  if (!from.IsObject()) {
    view.bytes = text_in(from);
    return;
  }
  const auto member = from.FindMember("base64");
  if (member == from.MemberEnd()) throw OtherType{};
  auto bytes = from_base64(text_in(member->value));
  if (!bytes) throw BadValue{"\"base64\" is not base64"};
  view.bytes = *std::move(bytes);
}

// An array of Bytes.
template <typename V>
struct EachBytes {
  V& all;
};
template <typename V>
EachBytes(V&) -> EachBytes<V>;

template <typename V>
void write_view(std::string& to, const EachBytes<V>& view) {
  write_each(to, view.all, [&](const std::string& each) { write_view(to, Bytes{each}); });
}
inline void read_view(const Parsed& from, EachBytes<std::vector<std::string>> view) {
  view.all.clear();
  if (!from.IsArray()) throw OtherType{};
  for (const auto& each : from.GetArray()) read_view(each, Bytes{view.all.emplace_back()});
}

// A number from 0 to 1.
template <typename D>
struct Fraction {
  D& share;
};
template <typename D>
Fraction(D&) -> Fraction<D>;

template <typename D>
void write_view(std::string& to, const Fraction<D>& view) {
  write(to, view.share);
}
inline void read_view(const Parsed& from, Fraction<double> view) {
  if (!from.IsNumber() || from.GetDouble() < 0.0 || from.GetDouble() > 1.0)
    throw BadValue{shown_value(from) + " is not a number from 0 to 1"};
  view.share = from.GetDouble();
}

// An integer of at least `least` and at most `most`.
template <typename I>
struct Count {
  I& count;
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<int>::max();
};
template <typename I, typename... Bound>
Count(I&, Bound...) -> Count<I>;

template <typename I>
void write_view(std::string& to, const Count<I>& view) {
  write(to, view.count);
}
template <typename I>
void read_view(const Parsed& from, Count<I> view) {
  if (!from.IsInt64() || from.GetInt64() < view.least || from.GetInt64() > view.most)
    throw BadValue{shown_value(from) + " is not an integer from " + std::to_string(view.least) + " to " +
                   std::to_string(view.most)};
  view.count = static_cast<I>(from.GetInt64());
}

// A duration, as milliseconds.
template <typename D>
struct Milliseconds {
  D& duration;
};
template <typename D>
Milliseconds(D&) -> Milliseconds<D>;

template <typename D>
void write_view(std::string& to, const Milliseconds<D>& view) {
  write(to, std::chrono::duration<double, std::milli>(view.duration).count());
}
template <typename D>
void read_view(const Parsed& from, Milliseconds<D> view) {
  constexpr double kMost = 1e12;  // more than thirty years
  if (!from.IsNumber() || !(from.GetDouble() >= 0 && from.GetDouble() < kMost))
    throw BadValue{shown_value(from) + " is not a number of milliseconds"};
  view.duration = std::chrono::duration_cast<D>(std::chrono::duration<double, std::milli>(from.GetDouble()) +
                                                std::chrono::duration<double, std::nano>(0.5));
}

// Null if the optional is unset; otherwise a view of its value.
template <template <typename> class Refined, typename O>
struct OrNull {
  O& optional;
};
template <template <typename> class Refined, typename O>
OrNull<Refined, O> or_null(O& optional) {
  return {optional};
}

template <template <typename> class Refined, typename O>
void write_view(std::string& to, const OrNull<Refined, O>& view) {
  if (view.optional) return write_view(to, Refined{*view.optional});
  to += "null";
}
template <template <typename> class Refined, typename O>
void read_view(const Parsed& from, OrNull<Refined, O> view) {
  if (!from.IsNull()) read_view(from, Refined{view.optional.emplace()});
}

// Null if the value is absent; reading null then leaves it unchanged. Null for a present value is a fault.
template <typename V>
struct If {
  bool is_there;
  V value;
};
template <typename V>
If(bool, V) -> If<V>;

template <typename V>
void write_view(std::string& to, const If<V>& view) {
  if (view.is_there) return write(to, view.value);
  to += "null";
}
template <typename V>
void read_view(const Parsed& from, If<V> view) {
  if (from.IsNull() && !view.is_there) return;
  read(from, view.value);
}

class Writer;
class Reader;
template <typename Io, typename T>
using MemberOf = std::conditional_t<std::is_same_v<Io, Writer>, const T, T>;

// An invalid value of a present member; the reader of the document adds the place.
struct Fault {
  std::string member;
  std::string what;
};

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
  explicit Reader(const Parsed& from) : from_(from) {
    if (!from.IsObject()) throw BadValue{shown_value(from) + " is not an object"};
  }
  template <typename T>
  void operator()(const char* name, T&& value) {
    const Parsed* found = find(name);
    if (found == nullptr) throw Fault{name, "is missing"};
    read_as(name, *found, std::forward<T>(value));
  }
  bool is_null(const char* name) {
    const Parsed* found = find(name);
    return found != nullptr && found->IsNull();
  }
  bool has(const char* name) { return find(name) != nullptr; }
  template <typename T>
  void added(const char* name, T&& value) {
    if (const Parsed* found = find(name)) read_as(name, *found, std::forward<T>(value));
  }
  // Call after all members that are known were read.
  void expect_distinct() const {
    if (found_.count() < from_.MemberCount()) expect_distinct_members(from_);
  }

 private:
  template <typename T>
  static void read_as(const char* name, const Parsed& from, T&& value) {
    try {
      read(from, std::forward<T>(value));
    } catch (BadValue& bad) {
      throw Fault{name, std::move(bad.what)};
    } catch (const OtherType&) {
      throw Fault{name, shown_value(from) + " is of another type"};
    }
  }

  // Members are nearly always requested in their order in the document: the search begins after the last
  // match.
  const Parsed* find(std::string_view name) {
    const rapidjson::SizeType all = from_.MemberCount();
    for (rapidjson::SizeType i = 0; i < all; ++i) {
      const rapidjson::SizeType at = next_ + i < all ? next_ + i : next_ + i - all;
      const auto& member = from_.MemberBegin()[at];
      if (text_in(member.name) != name) continue;
      if (at < found_.size()) found_.set(at);
      next_ = at + 1;
      return &member.value;
    }
    return nullptr;
  }

  const Parsed& from_;
  rapidjson::SizeType next_ = 0;
  std::bitset<128> found_;  // the members at these places
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
  } else if constexpr (is_a<T, std::optional> || is_a<T, BoxedOptional>) {
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
  } else if constexpr (std::is_floating_point_v<T>) {
    write_number(to, value);
  } else if constexpr (std::constructible_from<Json, const T&>) {
    to += text_of(value);
  } else {
    to += '{';
    Writer writer(to);
    describe(writer, value);
    to += '}';
  }
}

template <typename T>
void read(const Parsed& from, T&& value) {
  using V = std::remove_cvref_t<T>;
  if constexpr (View<V>) {
    read_view(from, value);
  } else if constexpr (std::is_enum_v<V>) {
    const std::string_view name = text_in(from);
    const auto known = told_as<V>(name);
    if (!known) throw BadValue{"\"" + one_line(name) + "\" is not known to this version of assay"};
    value = *known;
  } else if constexpr (is_a<V, std::optional> || is_a<V, BoxedOptional>) {
    if (from.IsNull()) return value.reset();
    read(from, value.emplace());
  } else if constexpr (is_a<V, std::vector>) {
    if (!from.IsArray()) throw BadValue{shown_value(from) + " is not an array"};
    value.clear();
    value.reserve(from.Size());
    for (const auto& each : from.GetArray()) read(each, value.emplace_back());
  } else if constexpr (is_a<V, std::map>) {
    if (!from.IsObject()) throw OtherType{};
    value.clear();
    for (const auto& [key, each] : from.GetObject()) read(each, value[std::string(text_in(key))]);
    if (value.size() < from.MemberCount()) expect_distinct_members(from);
  } else if constexpr (std::is_same_v<V, std::string>) {
    value = text_in(from);
  } else if constexpr (std::is_arithmetic_v<V>) {
    if (!from.Is<V>() && !(std::is_floating_point_v<V> && from.IsNumber())) throw OtherType{};
    value = from.Get<V>();
  } else {
    Reader reader(from);
    describe(reader, value);
    reader.expect_distinct();
  }
}

// What the text of a whole document should be, for messages.
struct Expected {
  SourceLine where;
  std::string what;  // "a result row"
  std::string next;  // the way out if it is not
};

// Calls `describe_all` with a Reader of the text's single object. Throws Error with the place of a fault.
template <typename Describe>
void read_document(std::string_view text, const Expected& expected, Describe describe_all) {
  const auto wrong = [&](std::string pointer, const std::string& what, std::string next) {
    return Error(Problem{.where = expected.where,
                         .pointer = std::move(pointer),
                         .what = "not " + expected.what + ": " + what,
                         .next = std::move(next)});
  };
  try {
    constexpr unsigned kStrict = rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag |
                                 rapidjson::kParseIterativeFlag;
    char memory[8192];  // enough for most rows
    rapidjson::MemoryPoolAllocator<> pool(memory, sizeof memory);
    rapidjson::Document json(&pool);
    json.Parse<kStrict>(text.data(), text.size());
    // RapidJSON takes the second half of a surrogate pair alone for a character.
    const auto has = [&](const char* escape) { return text.find(escape) != text.npos; };
    if (json.HasParseError() || (has("\\u") && (has("\\ud") || has("\\uD")))) {
      const Json careful = Json::parse(text);  // throws what is wrong and where
      if (json.HasParseError()) throw BadValue{"it cannot be read as JSON"};
    }
    Reader reader(json);
    describe_all(reader);
    reader.expect_distinct();
  } catch (const Fault& fault) {
    throw wrong("/" + fault.member, fault.what, "fix or remove it, or run the suite again");
  } catch (const BadValue& bad) {
    throw wrong("", bad.what, expected.next);
  } catch (const Json::exception& error) {
    throw wrong("", error.what(), expected.next);
  }
}

}  // namespace assay::json_members
