#include "draft_reader.h"

#include <cmath>

namespace assay {
namespace {

bool within(double value, double low, double high) { return value >= low && value <= high; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

int DraftReader::line_at(std::size_t offset) {
  line_ += static_cast<int>(std::count(text_.begin() + counted_, text_.begin() + offset, '\n'));
  counted_ = offset;
  return line_;
}

bool DraftReader::name(std::string& result) { return text(result) && characters(result) <= 100; }

bool DraftReader::texts(std::vector<std::string>& result) {
  return json_.array([&] { return text(result.emplace_back()); });
}

bool DraftReader::timeout(std::optional<std::chrono::milliseconds>& result) {
  double seconds = 0;
  if (!json_.number(seconds) || !within(seconds, 0.001, 86400)) return false;
  result = std::chrono::milliseconds(std::llround(seconds * 1000));
  return true;
}

bool DraftReader::share(std::optional<double>& result) {
  double value = 0;
  if (!json_.number(value) || !within(value, 0, 1)) return false;
  result = value;
  return true;
}

}  // namespace assay
