// SPDX-License-Identifier: Apache-2.0
// Views that refine a value's type for json_members.h: `io("score", Share{score})`. Each has a write_view()
// and a read_view().
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/internal/encoding.h"
#include "assay/internal/text.h"

namespace assay::json_members {

using Json = nlohmann::ordered_json;

// An invalid value whose member is not yet known.
struct BadValue {
  std::string what;
};

inline std::string shown(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Text that needs no escape is most of what a row holds, and is copied; the library writes the rest.
inline void write_text(std::string& to, std::string_view text) {
  const auto is_plain = [](char byte) { return byte >= ' ' && byte < '\x7f' && byte != '"' && byte != '\\'; };
  if (!std::ranges::all_of(text, is_plain)) {
    to += shown(text);
    return;
  }
  to += '"';
  to += text;
  to += '"';
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

// Of json_members.h.
template <typename T>
void write(std::string& to, const T& value);
template <typename T>
void read(const Json& from, T&& value);

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
  to += shown({{"base64", to_base64(view.bytes)}});
}
inline void read_view(const Json& from, Bytes<std::string> view) {
  if (!from.is_object()) {
    from.get_to(view.bytes);
    return;
  }
  auto bytes = from_base64(from.at("base64").get<std::string>());
  if (!bytes) throw BadValue{"\"base64\" holds something else than base64"};
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
inline void read_view(const Json& from, EachBytes<std::vector<std::string>> view) {
  view.all.clear();
  for (const auto& each : from) read_view(each, Bytes{view.all.emplace_back()});
}

// A number from 0 to 1.
template <typename D>
struct Share {
  D& share;
};
template <typename D>
Share(D&) -> Share<D>;

template <typename D>
void write_view(std::string& to, const Share<D>& view) {
  write(to, view.share);
}
inline void read_view(const Json& from, Share<double> view) {
  if (!from.is_number() || from.get<double>() < 0.0 || from.get<double>() > 1.0)
    throw BadValue{shown(from) + " is not a number from 0 to 1"};
  view.share = from.get<double>();
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
void read_view(const Json& from, Count<I> view) {
  const bool is_small = from.is_number_integer() &&
                        (!from.is_number_unsigned() || from.get<std::uint64_t>() <= std::uint64_t(view.most));
  if (!is_small || from.get<std::int64_t>() < view.least || from.get<std::int64_t>() > view.most)
    throw BadValue{shown(from) + " is not an integer from " + std::to_string(view.least) + " to " +
                   std::to_string(view.most)};
  view.count = static_cast<I>(from.get<std::int64_t>());
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
void read_view(const Json& from, Milliseconds<D> view) {
  constexpr double kMost = 1e12;  // more than thirty years
  if (!from.is_number() || !(from.get<double>() >= 0 && from.get<double>() < kMost))
    throw BadValue{shown(from) + " is not a number of milliseconds"};
  view.duration =
      std::chrono::duration_cast<D>(std::chrono::duration<double, std::milli>(from.get<double>()) +
                                    std::chrono::duration<double, std::nano>(0.5));
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
void read_view(const Json& from, If<V> view) {
  if (from.is_null() && !view.is_there) return;
  read(from, view.value);
}

}  // namespace assay::json_members
