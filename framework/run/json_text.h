// JSON written member by member into one string: a row is written for every finished case, and a document
// that is first built in memory costs many times as much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The caller opens and closes what it should, and gives each member a key. Text that is not UTF-8 is written
// with U+FFFD in the place of what is wrong.
class JsonText {
 public:
  // `expected`: about how many bytes it will be.
  explicit JsonText(std::size_t expected) : out_(expected, '\0') {}
  // What was written. To be called once.
  std::string finish() &&;

  JsonText& key(std::string_view name);   // of the next value; of letters, digits and _
  JsonText& name(std::string_view text);  // the same for any text
  void open(char bracket);
  void close(char bracket);

  void null();
  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool truth);
  void value(std::int64_t number);
  void value(int number) { value(static_cast<std::int64_t>(number)); }
  void value(double number);  // null where it is not finite
  template <typename T>
  void value(const std::optional<T>& maybe) {
    maybe ? value(*maybe) : null();
  }
  void value(const std::vector<std::string>& texts);

 private:
  void separate();
  char* room(std::size_t bytes);  // behind what was written; the caller counts what it used
  void put(std::string_view text);
  std::string out_;       // longer than what was written
  std::size_t size_ = 0;  // of what was written
  bool first_ = true;     // of its object or array, or directly behind a key
};

}  // namespace assay
