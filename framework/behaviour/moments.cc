// SPDX-License-Identifier: Apache-2.0
#include "moments.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

namespace assay::behaviour {
namespace {

constexpr std::string_view kLeftOut = "…";
constexpr std::size_t kMostInstants = 2000;

// The longest first, as one may contain another.
constexpr std::array kForms = {"%a %b %e %H:%M:%S",
                               "%a, %d %b %Y %H:%M:%S",
                               "%Y-%m-%d %H:%M:%S",
                               "%Y-%m-%dT%H:%M:%S",
                               "%Y-%m-%d %H:%M",
                               "%Y%m%d%H%M%S",
                               "%b %e %H:%M",
                               "%b %e  %Y",
                               "%s",
                               "%Y-%m-%d",
                               "%Y_%m_%d",
                               "%d-%m-%Y",
                               "%m-%d-%Y",
                               "%d/%m/%Y",
                               "%m/%d/%Y",
                               "%m/%d/%y",
                               "%d.%m.%Y",
                               "%Y%m%d",
                               "%Y.%m.%d",
                               "%H:%M:%S",
                               "%I:%M:%S"};
// These are too short to be times wherever they stand, but they are if they are the run's.
constexpr std::array kFormsOfNow = {"%H%M%S", "%H:%M", "%b %e"};

std::string rendered(std::int64_t instant, const char* form) {
  const auto time = static_cast<std::time_t>(instant);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  std::array<char, 64> text;
  if (std::string_view(form) == "%s") return std::to_string(instant);
  return {text.data(), std::strftime(text.data(), text.size(), form, &parts)};
}

// "XYZ-5:30" is 5½ hours ahead of UTC; 0 for anything else.
std::int64_t offset_of(std::string_view zone) {
  const std::size_t at = zone.find_first_of("+-0123456789");
  if (at == std::string_view::npos || at == 0) return 0;
  std::string_view rest = zone.substr(at);
  const std::int64_t sign = rest.front() == '-' ? 1 : -1;
  if (rest.front() == '-' || rest.front() == '+') rest.remove_prefix(1);
  std::int64_t hours = 0, minutes = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), hours);
  if (error == std::errc() && end != rest.data() + rest.size() && *end == ':')
    std::from_chars(end + 1, rest.data() + rest.size(), minutes);
  return sign * (hours * 3600 + minutes * 60);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Where `word` stands in `text` as a whole number or word from `from` on.
std::size_t find_whole(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at; (at = text.find(word, from)) != std::string_view::npos; from = at + 1) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_digit(text[at - 1]) || !is_digit(word.front());
    const bool ends = end == text.size() || !is_digit(text[end]) || !is_digit(word.back());
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

// Together with a fraction and an offset from UTC behind it.
void leave_out(std::string& text, const std::string& word) {
  for (std::size_t at = 0; (at = find_whole(text, word, at)) != std::string::npos; at += kLeftOut.size()) {
    std::size_t end = at + word.size();
    if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]))
      for (++end; end < text.size() && is_digit(text[end]);) ++end;
    text.replace(at, end - at, kLeftOut);
  }
}

}  // namespace

Moments::Moments(const sandbox::World& world)
    : offsets_{0}, opened_after_(std::time(nullptr)), opened_before_(opened_after_) {
  if (world.start) opened_after_ = opened_before_ = *world.start;
  for (const sandbox::Entry& entry : world.entries) {
    if (entry.dated) continue;
    relative_.insert(entry.modified);
    if (entry.accessed) relative_.insert(*entry.accessed);
  }
  for (const auto& [name, value] : world.environment)
    if (name == "TZ") offsets_.insert(offset_of(value));
}

void Moments::opened() {
  opened_before_ = std::max(opened_before_, static_cast<std::int64_t>(std::time(nullptr)));
}

std::set<std::int64_t> Moments::instants() const {
  std::set<std::int64_t> all;
  for (std::int64_t start = opened_after_; start <= opened_before_; ++start)
    for (const std::int64_t each : relative_)
      if (all.size() < kMostInstants) all.insert(start + each);
  return all;
}

std::string Moments::left_out_of(std::string_view text) const {
  std::string left(text);
  if (std::ranges::none_of(text, is_digit)) return left;
  std::set<std::int64_t> now;
  for (std::int64_t each = std::min<std::int64_t>(opened_after_, std::time(nullptr));
       each <= std::time(nullptr); ++each)
    if (now.size() < kMostInstants) now.insert(each);
  std::set<std::int64_t> all = instants();
  all.insert(now.begin(), now.end());
  const auto leave_out_all = [&](const std::set<std::int64_t>& times, const char* form) {
    std::set<std::string> words;
    for (const std::int64_t offset : offsets_)
      for (const std::int64_t each : times) words.insert(rendered(each + offset, form));
    for (const std::string& word : words) leave_out(left, word);
  };
  for (const char* form : kForms) leave_out_all(all, form);
  for (const char* form : kFormsOfNow) leave_out_all(now, form);
  return left;
}

std::string common_beginning(std::string_view a, std::string_view b) {
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  std::string_view same = a.substr(0, static_cast<std::size_t>(at - a.begin()));
  const std::size_t end = same.find_last_of(" /\"(");
  same = same.substr(0, end == std::string_view::npos ? 0 : end + 1);
  return std::string(same) + std::string(kLeftOut);
}

}  // namespace assay::behaviour
