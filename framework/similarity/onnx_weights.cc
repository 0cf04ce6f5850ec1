// SPDX-License-Identifier: Apache-2.0
// The messages of onnx.proto (https://github.com/onnx/onnx) that lead to weights, in protocol buffers' wire
// format; all others are skipped by their length.
#include "onnx_weights.h"

#include <cstdint>
#include <string_view>

#include "assay/error.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

enum class Message { model, graph, node, attribute, function, sparse, tensor, entry };

struct Field {
  Message in;
  std::uint64_t number;
  Message holds;
};
constexpr Field kFields[] = {
    {Message::model, 7, Message::graph},       {Message::model, 25, Message::function},
    {Message::graph, 1, Message::node},        {Message::graph, 5, Message::tensor},
    {Message::graph, 15, Message::sparse},     {Message::function, 7, Message::node},
    {Message::node, 5, Message::attribute},    {Message::attribute, 5, Message::tensor},
    {Message::attribute, 6, Message::graph},   {Message::attribute, 10, Message::tensor},
    {Message::attribute, 11, Message::graph},  {Message::attribute, 22, Message::sparse},
    {Message::attribute, 23, Message::sparse}, {Message::sparse, 1, Message::tensor},
    {Message::sparse, 2, Message::tensor},     {Message::tensor, 13, Message::entry}};
constexpr int kDeepest = 100;

class Walk {
 public:
  Walk(const std::string& file, std::set<std::string>& names) : file_(file), names_(names) {}

  void message(std::string_view bytes, Message kind, int depth) {
    if (depth > kDeepest) fail("it is nested too deeply");
    std::string_view key, value;
    bool has_graph = false;
    while (!bytes.empty()) {
      const auto tag = number(bytes);
      const auto field = tag >> 3;
      switch (tag & 7) {
        case 0:
          number(bytes);
          continue;
        case 1:
          take(bytes, 8);
          continue;
        case 5:
          take(bytes, 4);
          continue;
        case 2:
          break;
        default:
          fail("it is cut off, or no such file");
      }
      const auto held = take(bytes, number(bytes));
      if (kind == Message::entry) (field == 1 ? key : value) = held;
      for (const auto& [in, at, holds] : kFields)
        if (in == kind && at == field) message(held, holds, depth + 1);
      has_graph = has_graph || (kind == Message::model && field == 7);
    }
    if (key == "location") add(value);
    if (kind == Message::model && !has_graph) fail("it has no graph");
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw Error(Problem{.where = {.file = file_},
                        .pointer = {},
                        .what = "this is not an ONNX model: " + why,
                        .next = "fetch or export it again"});
  }

  std::uint64_t number(std::string_view& bytes) const {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return number;
    }
    fail("it is cut off, or no such file");
  }

  std::string_view take(std::string_view& bytes, std::uint64_t count) const {
    if (count > bytes.size()) fail("it is cut off, or no such file");
    const auto taken = bytes.substr(0, count);
    bytes.remove_prefix(count);
    return taken;
  }

  void add(std::string_view name) {
    if (name.empty() || name == "." || name == ".." || name.find('/') != name.npos ||
        name.find('\0') != name.npos)
      throw Error(Problem{.where = {.file = file_},
                          .pointer = {},
                          .what = "its weights lie in '" + one_line(std::string(name)) +
                                  "', which is not a file in its folder",
                          .next = "export it with its weights in one file, or beside it"});
    names_.emplace(name);
  }

  const std::string& file_;
  std::set<std::string>& names_;
};

}  // namespace

std::set<std::string> onnx_weight_files(std::span<const std::byte> bytes, const std::string& file) {
  std::set<std::string> names;
  Walk(file, names).message({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, Message::model, 0);
  return names;
}

}  // namespace assay
