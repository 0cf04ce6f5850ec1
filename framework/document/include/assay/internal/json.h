// SPDX-License-Identifier: Apache-2.0
// JSON documents in which every value knows its line, and their validation against a JSON Schema. All JSON is
// read this way, so that every message can name file, line and place.
//
// Threads: all functions are re-entrant; several threads may read a JsonValue or a JsonSchema at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assay/error.h"
#include "assay/internal/file.h"

namespace assay {

class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Object =
      std::vector<std::pair<std::string, JsonValue>>;  // in file order; a duplicate key is a parse error
  using Data = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

  Data data = nullptr;
  int line = 0;  // 1-based line of the value's first byte

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(data); }
  // The typed value, or null if it is of another kind. Pointers live as long as this value is not modified.
  const bool* boolean() const { return std::get_if<bool>(&data); }
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data); }
  const std::string* string() const { return std::get_if<std::string>(&data); }
  const Array* array() const { return std::get_if<Array>(&data); }
  const Object* object() const { return std::get_if<Object>(&data); }
  // An integer or a double as double; `otherwise` for any other kind.
  double number(double otherwise) const;
  // The member of an object; null if this is not an object or has no such member.
  const JsonValue* find(std::string_view key) const;
  // RFC 6901; null if the pointer leads nowhere.
  const JsonValue* at_pointer(std::string_view pointer) const;
  // The member of an object that is a string; `otherwise` if there is none.
  std::string text(std::string_view key, std::string_view otherwise = {}) const;
  // The string that the pointer leads to; empty if there is none.
  std::string text_at(std::string_view pointer) const;
};

// One step of a JSON pointer: '/' and the key, with ~ and / escaped.
std::string pointer_token(std::string_view key);

// Bounds that keep a hostile file from exhausting memory or stack.
struct JsonLimits {
  std::size_t bytes = 256u << 20;
  int depth = 64;
  std::size_t values = 8u << 20;  // a value takes 48 to 100 bytes of memory in addition to its text
};

// Accepts any bytes: a byte order mark, invalid UTF-8, a duplicate key, a depth past the limit or a syntax
// error throws Error naming file and line. `file` is used in messages only.
JsonValue parse_json(std::string_view text, const std::string& file, const JsonLimits& limits = {});

// A document that is one line of a file: values and messages have that line.
JsonValue parse_json_line(std::string_view text, const SourceLine& where);

// A document as other programs write it, with its first line: NaN, Infinity and numbers beyond a double are
// null, as JavaScript writes them; half of a surrogate pair is U+FFFD, and `tell_of_half` gets its line;
// values may have 1000 levels.
JsonValue parse_foreign_json(std::string_view text, const SourceLine& where,
                             const std::function<void(int line)>& tell_of_half = {});

// Passes on the documents of a file with one per line; blank lines are skipped. Throws Error as read_json
// does; exceptions of `take` propagate.
void read_json_lines(const std::filesystem::path& file,
                     const std::function<void(const JsonValue& value, const SourceLine& where)>& take);

// An element of a list, passed on as soon as it has been read.
struct JsonElement {
  std::string_view list;  // the member that holds the list
  std::size_t index = 0;
  const JsonValue& value;  // an object or an array; scalars are not passed on
  std::size_t offset = 0;  // of its first byte
  std::size_t length = 0;
};

// The same for an object with long lists. The elements of the lists named in `lists` are passed to `take` one
// by one, so that neither a tree of all of them nor the whole text is ever in memory. The returned value has
// only the first element of each list, and every scalar. Exceptions thrown by `take` or `blocks` propagate; a
// fault in the bytes may be found after elements have been passed on.
JsonValue parse_json_lists(Blocks blocks, const std::string& file, std::vector<std::string_view> lists,
                           const std::function<void(const JsonElement&)>& take,
                           const JsonLimits& limits = {});

// Reads and parses; throws Error with the system's reason if the file is missing, a folder or unreadable.
JsonValue read_json(const std::filesystem::path& file, const JsonLimits& limits = {});

// The file's bytes; throws Error as read_json does.
std::string read_file(const std::filesystem::path& file, std::size_t limit_bytes = 1u << 30);

// A line of a text file, without its newline. `text` is valid until the next line is read.
struct TextLine {
  std::string_view text;
  int number = 0;            // 1-based
  std::uint64_t offset = 0;  // of its first byte
};
// Passes on the lines of a file one by one, reading in blocks; an empty last line does not count. Throws
// Error as read_json does.
void read_lines(const std::filesystem::path& file, const std::function<void(const TextLine&)>& take);

// Part of a file, cut short at its end; throws Error as read_json does.
std::string read_part(const std::filesystem::path& file, std::uint64_t offset, std::size_t length);

// Writes to a temporary name beside `file`, then renames: readers see the old bytes or the new ones, never a
// mixture. Throws Error naming the file and the system's reason (disk full, read-only, …) and leaves nothing
// behind.
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);
// The same for a symbolic link to `target`, which need not exist.
void set_link(const std::filesystem::path& link, const std::filesystem::path& target);

// A JSON Schema (draft 7, without regular expressions, `not` and `if`). Parsing throws Error, also for a
// keyword that would not be checked; checking never throws.
class JsonSchema {
 public:
  explicit JsonSchema(std::string_view schema_text);
  ~JsonSchema();
  JsonSchema(JsonSchema&&) noexcept;
  JsonSchema& operator=(JsonSchema&&) noexcept;

  // Every violation, in line order, worded for a person: the expected type or values; for an unknown member,
  // the nearest known one. Empty if valid.
  std::vector<Problem> check(const JsonValue& document, const std::string& file) const;
  // The same for one value of a document, located at `pointer` (plain members and indices). On the way there,
  // only `properties`, `items`, `additionalProperties` and `additionalItems` are followed.
  std::vector<Problem> check_at(const std::string& pointer, const JsonValue& value,
                                const std::string& file) const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// A value that may be missing, as a member of a JSON document. Json is nlohmann's class, which headers
// between rooms do not include. `shown` turns the value into what is written: or_null<Json>(figure, rounded).
template <typename Json, typename T, typename Shown = std::identity>
Json or_null(const std::optional<T>& value, Shown shown = {}) {
  return value ? Json(std::invoke(shown, *value)) : Json(nullptr);
}

}  // namespace assay
