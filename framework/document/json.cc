// SPDX-License-Identifier: Apache-2.0
// nlohmann's SAX parser keeps no positions, but it reads through an iterator that we own. When a callback
// runs, the last byte read lies in the token that caused it (for a number it is one byte of lookahead
// further, and a token never spans lines), so counting newlines up to there gives the line of the value's
// first byte.
#include "assay/internal/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "assay/internal/text.h"

namespace assay {
namespace {

std::string unescaped(std::string_view token) {
  std::string key;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape =
        token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1');
    key += escape ? (token[++i] == '0' ? '~' : '/') : token[i];
  }
  return key;
}

const JsonValue* element(const JsonValue::Array& array, std::string_view token) {
  const auto index = number_from<std::size_t>(token);
  const bool leading_zero = token.size() > 1 && token[0] == '0';
  return index && !leading_zero && *index < array.size() ? &array[*index] : nullptr;
}

class JsonSource {
 public:
  JsonSource(Blocks blocks, const JsonLimits& limits, int first_line)
      : blocks_(std::move(blocks)), limit_(limits.bytes), first_line_(first_line) {}
  JsonSource(const JsonSource&) = delete;
  JsonSource& operator=(const JsonSource&) = delete;

  // Fetches the next block once the current one has been read.
  bool at_end() { return position_ == end_ && !fetch(); }
  // REQUIRES: not at the end.
  const char& byte() const { return *position_; }
  void advance() { ++position_; }

  // The number of bytes read.
  std::size_t offset() const { return before_ + static_cast<std::size_t>(position_ - begin_); }
  // Of the last byte read; columns are 1-based.
  int line();
  std::size_t column() const;

  // Reads to the end. Returns the faults of the bytes themselves; if there are any, no other error is worth
  // reporting.
  std::vector<Problem> faults(const std::string& file);

 private:
  bool fetch();
  void leave_block();
  void check(std::string_view block);
  void report(std::string_view before, std::string what, std::string next);
  const char* last() const { return position_ > begin_ ? position_ - 1 : position_; }

  Blocks blocks_;
  std::size_t limit_;
  int first_line_;               // the number of the document's first line
  const char* begin_ = nullptr;  // of the block
  const char* end_ = nullptr;
  const char* position_ = nullptr;  // the next byte to read
  const char* counted_ = nullptr;   // newlines before this position are counted in line_
  int line_ = first_line_;
  std::size_t before_ = 0;      // bytes of the blocks before this one
  std::size_t line_begin_ = 0;  // the offset of the line in which the block begins
  bool ends_line_ = false;      // the previous block ended in a newline, not counted above yet

  bool is_blank_ = true;
  bool is_utf8_ = true;
  bool has_nul_ = false;
  bool is_too_large_ = false;
  std::vector<Problem> faults_;
};

int JsonSource::line() {
  line_ += static_cast<int>(std::count(counted_, std::max(counted_, last()), '\n'));
  counted_ = std::max(counted_, last());
  return line_;
}

std::size_t JsonSource::column() const {
  const std::string_view read(begin_, static_cast<std::size_t>(last() - begin_));
  const std::size_t newline = read.rfind('\n');
  return offset() - (newline == read.npos ? line_begin_ : before_ + newline + 1);
}

bool JsonSource::fetch() {
  leave_block();
  const std::string_view block = is_too_large_ ? "" : blocks_();
  if (block.empty()) return false;
  if (std::exchange(ends_line_, false)) {
    ++line_;
    line_begin_ = before_;
  }
  check(block);
  if (is_too_large_) return false;
  begin_ = position_ = counted_ = block.data();
  end_ = begin_ + block.size();
  return true;
}

// If no further block arrives, this block's last byte is still the last one read.
void JsonSource::leave_block() {
  if (begin_ == end_) return;
  position_ = end_;
  line();
  line_begin_ = offset() - column();
  ends_line_ = *last() == '\n';
  before_ = offset();
  begin_ = end_ = position_ = counted_ = nullptr;
}

void JsonSource::check(std::string_view block) {
  if (block.size() > limit_ - before_) {
    is_too_large_ = true;
    return;
  }
  is_blank_ = is_blank_ && trimmed(block).empty();
  if (before_ == 0 && block.starts_with("\xEF\xBB\xBF"))
    report("", "begins with a byte order mark", "save it as UTF-8 without one");
  const std::size_t valid = is_utf8_ ? well_formed_prefix(block) : block.size();
  if (valid < block.size()) {
    is_utf8_ = false;
    report(block.substr(0, valid),
           fmt::format("is not UTF-8: byte 0x{:02X}", static_cast<unsigned char>(block[valid])),
           "save it as UTF-8");
  }
  const std::size_t nul = has_nul_ ? block.npos : block.find('\0');
  if (nul != block.npos) {
    has_nul_ = true;
    report(block.substr(0, nul), "holds a NUL byte", "remove it");
  }
}

// `before`: the part of the block before the fault.
void JsonSource::report(std::string_view before, std::string what, std::string next) {
  const int line = line_ + static_cast<int>(std::ranges::count(before, '\n'));
  faults_.push_back({{"", line}, "", std::move(what), std::move(next)});
}

std::vector<Problem> JsonSource::faults(const std::string& file) {
  while (fetch()) {
  }
  if (is_too_large_)
    return {{{file, 0},
             "",
             fmt::format("is larger than the limit of {} bytes", limit_),
             "split the file into smaller ones"}};
  if (is_blank_) faults_.push_back({{"", first_line_}, "", "is empty", "write a JSON document into it"});
  std::ranges::stable_sort(faults_, {}, [](const Problem& each) { return each.where.line; });
  for (Problem& each : faults_) each.where.file = file;
  return std::move(faults_);
}

// Copies share one source, so that the handler knows how far the parser has read.
class SourceIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit SourceIterator(JsonSource& source) : source_(&source) {}
  reference operator*() const { return source_->byte(); }
  SourceIterator& operator++() {
    source_->advance();
    return *this;
  }
  // Only ever compared with the past-the-end iterator.
  bool operator==(const SourceIterator&) const { return source_->at_end(); }

 private:
  JsonSource* source_;
};

constexpr std::size_t kLongestShown = 200;

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing value - what"
// -> "what"
std::string reason_of(std::string message) {
  const auto drop_past = [&](std::string_view mark) {
    const std::size_t at = message.find(mark);
    if (at != std::string::npos) message.erase(0, at + mark.size());
  };
  drop_past("] ");
  if (message.starts_with("parse error")) drop_past(": ");
  if (message.starts_with("syntax error while parsing")) drop_past(" - ");
  // The last token may be long, and the column already identifies it.
  const std::size_t last_read = message.find("; last read: '");
  const std::size_t expected = message.rfind("; expected ");
  if (last_read != std::string::npos) {
    const bool more = expected != std::string::npos && expected > last_read;
    message.erase(last_read, more ? expected - last_read : std::string::npos);
  }
  return one_line(without_middle(message, kLongestShown));
}

// Lists whose elements are passed on instead of stored.
struct Handover {
  std::vector<std::string_view> lists = {};
  const std::function<void(const JsonElement&)>* take = nullptr;
};

// Receives the parser's events and builds the value.
class Builder {
 public:
  Builder(JsonSource& source, std::string file, const JsonLimits& limits, Handover handover)
      : source_(source), file_(std::move(file)), limits_(limits), handover_(std::move(handover)) {}

  std::vector<Problem> take_problems() { return std::move(problems_); }
  JsonValue take_value() { return std::move(root_); }

  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(std::int64_t value) { return put(value); }
  bool number_unsigned(std::uint64_t value) {
    if (value > INT64_MAX) return put(static_cast<double>(value));
    return put(static_cast<std::int64_t>(value));
  }
  bool number_float(double value, const std::string&) { return put(value); }
  bool string(std::string& value) { return put(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // no such thing in text
  bool start_object(std::size_t) { return put(JsonValue::Object{}) && open(); }
  bool start_array(std::size_t) { return put(JsonValue::Array{}) && open(); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    Frame& frame = open_.back();
    auto& object = std::get<JsonValue::Object>(frame.value->data);
    if (repeats(frame, object, name)) {
      const int first = frame.value->find(name)->line;
      report(fmt::format("member \"{}\" is given twice, first in line {}",
                         one_line(without_middle(name, kLongestShown)), first),
             "remove one of the two", pointer() + pointer_token(name));
    }
    object.emplace_back(std::move(name), JsonValue{});
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
    report(fmt::format("not valid JSON at column {}: {}", source_.column(), reason_of(error.what())),
           "fix the text at or just before that place", "");
    return false;
  }

 private:
  struct Frame {
    JsonValue* value = nullptr;              // stable address: only the innermost container grows
    std::unordered_set<std::string> keys{};  // filled once an object is too large for a linear search
    std::size_t offset = 0;                  // of its first byte
    std::size_t values = 0;                  // number of values before it
    std::size_t handed_over = 0;             // elements already removed from it
  };

  static bool repeats(Frame& frame, const JsonValue::Object& object, const std::string& name) {
    constexpr std::size_t kSmall = 16;
    if (object.size() < kSmall) return frame.value->find(name) != nullptr;
    if (frame.keys.empty())
      for (const auto& member : object) frame.keys.insert(member.first);
    return !frame.keys.insert(name).second;
  }

  bool put(JsonValue::Data data) {
    if (++values_ > limits_.values) {
      report(fmt::format("has more than {} values", limits_.values), "split the file into smaller ones", "");
      return false;
    }
    JsonValue& slot = next_slot();
    slot.data = std::move(data);
    slot.line = source_.line();
    last_ = &slot;
    return true;
  }

  JsonValue& next_slot() {
    if (open_.empty()) return root_;
    JsonValue& container = *open_.back().value;
    if (auto* array = std::get_if<JsonValue::Array>(&container.data)) return array->emplace_back();
    return std::get<JsonValue::Object>(container.data).back().second;
  }

  bool open() {
    open_.push_back({.value = last_, .offset = source_.offset() - 1, .values = values_});
    if (static_cast<int>(open_.size()) <= limits_.depth) return true;
    report(fmt::format("is nested deeper than {} levels", limits_.depth), "make it flatter", "");
    return false;
  }

  bool close() {
    const Frame closed = std::move(open_.back());
    open_.pop_back();
    if (handover_.take && open_.size() == 2) hand_over(closed);
    return true;
  }

  void hand_over(const Frame& closed) {
    const auto* root = root_.object();
    auto* list = std::get_if<JsonValue::Array>(&open_.back().value->data);
    if (!root || !list || std::ranges::find(handover_.lists, root->back().first) == handover_.lists.end())
      return;
    std::size_t& gone = open_.back().handed_over;
    const std::size_t index = list->size() - 1 + gone;
    const std::size_t length = source_.offset() - closed.offset;
    (*handover_.take)({root->back().first, index, *closed.value, closed.offset, length});
    if (index == 0) return;
    list->pop_back();
    ++gone;
    values_ = closed.values - 1;
  }

  // The pointer of the innermost open container.
  std::string pointer() const {
    std::string text;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const JsonValue& value = *open_[i].value;
      text += value.array() ? "/" + std::to_string(value.array()->size() - 1 + open_[i].handed_over)
                            : pointer_token(value.object()->back().first);
    }
    return text;
  }

  void report(std::string what, std::string next, std::string pointer) {
    problems_.push_back({{file_, source_.line()}, std::move(pointer), std::move(what), std::move(next)});
  }

  JsonSource& source_;
  std::string file_;
  JsonLimits limits_;
  Handover handover_;
  std::size_t values_ = 0;
  JsonValue root_;
  JsonValue* last_ = nullptr;
  std::vector<Frame> open_;
  std::vector<Problem> problems_;
};

JsonValue parse(Blocks blocks, const std::string& file, const JsonLimits& limits, Handover handover,
                int first_line = 1) {
  JsonSource source(std::move(blocks), limits, first_line);
  Builder builder(source, file, limits, std::move(handover));
  nlohmann::json::sax_parse(SourceIterator(source), SourceIterator(source), &builder);
  std::vector<Problem> problems = source.faults(file);
  if (problems.empty()) problems = builder.take_problems();
  if (!problems.empty()) throw Error(std::move(problems));
  return builder.take_value();
}

// The code unit of the \\uXXXX at the beginning of the text; none if there is none.
std::optional<unsigned> code_unit(std::string_view text) {
  return text.size() >= 6 && text.starts_with("\\u") ? number_from<unsigned>(text.substr(2, 4), 16)
                                                     : std::nullopt;
}

// NaN, Infinity, or more than a double can hold.
bool is_no_number(std::string_view word) {
  if (is_among(word, "NaN -NaN Infinity -Infinity")) return true;
  double value = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  return fault == std::errc::result_out_of_range && end == word.data() + word.size() &&
         word.find("e-") == word.npos && word.find("E-") == word.npos;
}

// The same document without what only some programs write; `halves`: the lines of halves of surrogate pairs.
std::string standard_json(std::string_view text, int line, std::vector<int>& halves) {
  constexpr std::string_view kWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.";
  std::string standard;
  bool is_string = false;
  for (std::size_t at = 0; at < text.size();) {
    std::string_view part = text.substr(at, 1);
    const auto is_in = [](std::optional<unsigned> unit, unsigned first, unsigned last) {
      return unit && *unit >= first && *unit <= last;
    };
    if (is_string && part == "\\") {
      const auto unit = code_unit(text.substr(at));
      const bool is_pair =
          is_in(unit, 0xD800, 0xDBFF) && is_in(code_unit(text.substr(at + 6)), 0xDC00, 0xDFFF);
      part = text.substr(at, is_pair ? 12 : 2);
      if (!is_pair && is_in(unit, 0xD800, 0xDFFF)) {
        halves.push_back(line);
        standard += "\\ufffd";
        at += 6;
        continue;
      }
    } else if (part == "\"") {
      is_string = !is_string;
    } else if (!is_string && kWord.find(part) != kWord.npos) {
      part = text.substr(at, std::min(text.find_first_not_of(kWord, at), text.size()) - at);
    }
    line += part == "\n";
    standard += !is_string && is_no_number(part) ? "null" : part;
    at += part.size();
  }
  return standard;
}

}  // namespace

std::string pointer_token(std::string_view key) {
  std::string token = "/";
  for (char c : key) {
    if (c == '~')
      token += "~0";
    else if (c == '/')
      token += "~1";
    else
      token += c;
  }
  return token;
}

const JsonValue* JsonValue::at_pointer(std::string_view pointer) const {
  const JsonValue* value = this;
  while (value != nullptr && !pointer.empty()) {
    if (pointer[0] != '/') return nullptr;
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    value = value->array() ? element(*value->array(), token) : value->find(unescaped(token));
  }
  return value;
}

double JsonValue::number(double otherwise) const {
  if (const auto* value = integer()) return static_cast<double>(*value);
  if (const auto* value = std::get_if<double>(&data)) return *value;
  return otherwise;
}

std::string JsonValue::text(std::string_view key, std::string_view otherwise) const {
  const JsonValue* value = find(key);
  return std::string(value && value->string() ? *value->string() : otherwise);
}

std::string JsonValue::text_at(std::string_view pointer) const {
  const JsonValue* value = at_pointer(pointer);
  return value && value->string() ? *value->string() : std::string();
}

const JsonValue* JsonValue::find(std::string_view key) const {
  const Object* members = object();
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, key, &Object::value_type::first);
  return found == members->end() ? nullptr : &found->second;
}

JsonValue parse_json(std::string_view text, const std::string& file, const JsonLimits& limits) {
  return parse(one_block(text), file, limits, {});
}

JsonValue parse_json_line(std::string_view text, const SourceLine& where) {
  return parse(one_block(text), where.file, {}, {}, where.line);
}

JsonValue parse_foreign_json(std::string_view text, const SourceLine& where,
                             const std::function<void(int line)>& tell_of_half) {
  const auto read = [&](std::string_view bytes) {
    return parse(one_block(bytes), where.file, {.depth = 1000}, {}, where.line);
  };
  try {
    return read(text);
  } catch (const Error&) {
    std::vector<int> halves;
    const std::string standard = standard_json(text, where.line, halves);
    if (standard == text) throw;
    JsonValue value = read(standard);
    if (tell_of_half)
      for (const int line : halves) tell_of_half(line);
    return value;
  }
}

void read_json_lines(const std::filesystem::path& file,
                     const std::function<void(const JsonValue& value, const SourceLine& where)>& take) {
  read_lines(file, [&](const TextLine& line) {
    if (trimmed(line.text).empty()) return;
    const SourceLine where{file.string(), line.number};
    take(parse_json_line(line.text, where), where);
  });
}

JsonValue parse_json_lists(Blocks blocks, const std::string& file, std::vector<std::string_view> lists,
                           const std::function<void(const JsonElement&)>& take, const JsonLimits& limits) {
  return parse(std::move(blocks), file, limits, {std::move(lists), &take});
}

JsonValue read_json(const std::filesystem::path& file, const JsonLimits& limits) {
  FileBlocks bytes(file, limits.bytes);
  return parse([&] { return bytes.next(); }, one_line(file.string()), limits, {});
}

}  // namespace assay
