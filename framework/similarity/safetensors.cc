// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/safetensors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "assay/error.h"
#include "assay/internal/json.h"

namespace assay {
namespace {

constexpr std::size_t kMostHeader = 100u << 20;  // as in the format's own reader
constexpr std::size_t kPrefix = 8;

[[noreturn]] void fail_tensors(const std::string& file, std::string what, std::string next = {}) {
  throw Error({.file = file}, std::move(what), std::move(next));
}

std::optional<std::size_t> size_of(std::string_view type) {
  constexpr std::pair<std::string_view, std::size_t> kSizes[] = {
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"I16", 2}, {"U16", 2}, {"F16", 2},
      {"BF16", 2}, {"I32", 4}, {"U32", 4}, {"F32", 4},     {"F64", 8},     {"I64", 8}, {"U64", 8}};
  for (const auto& [name, size] : kSizes)
    if (name == type) return size;
  return std::nullopt;
}

// Empty if an item is negative or not an integer.
std::optional<std::vector<std::size_t>> sizes(const JsonValue* list) {
  const auto* items = list == nullptr ? nullptr : list->array();
  if (items == nullptr) return std::nullopt;
  std::vector<std::size_t> read;
  for (const auto& item : *items) {
    const auto* number = item.integer();
    if (number == nullptr || *number < 0) return std::nullopt;
    read.push_back(static_cast<std::size_t>(*number));
  }
  return read;
}

// Empty on overflow.
std::optional<std::size_t> bytes_of(std::size_t element, const std::vector<std::size_t>& shape) {
  std::size_t bytes = element;
  for (const auto length : shape)
    if (__builtin_mul_overflow(bytes, length, &bytes)) return std::nullopt;
  return bytes;
}

Tensor read_tensor(const std::string& name, const JsonValue& entry, std::span<const std::byte> data,
                   const std::string& file) {
  const auto* type = entry.find("dtype");
  const auto shape = sizes(entry.find("shape"));
  const auto offsets = sizes(entry.find("data_offsets"));
  if (type == nullptr || type->string() == nullptr || !shape || !offsets || offsets->size() != 2)
    fail_tensors(file, fmt::format("tensor '{}' has no dtype, shape and data_offsets", name));
  const auto element = size_of(*type->string());
  if (!element)
    fail_tensors(file, fmt::format("tensor '{}' is of the unknown type '{}'", name, *type->string()));
  const auto begin = (*offsets)[0], end = (*offsets)[1];
  if (begin > end || end > data.size())
    fail_tensors(file,
                 fmt::format("tensor '{}' lies at bytes {} to {} of {}: the file is cut off, or no such file",
                             name, begin, end, data.size()),
                 "fetch the file again");
  const auto wanted = bytes_of(*element, *shape);
  if (wanted != end - begin)
    fail_tensors(file, fmt::format("tensor '{}' has {} bytes, which does not match its type and shape", name,
                                   end - begin));
  return {.type = *type->string(), .shape = *shape, .bytes = data.subspan(begin, end - begin)};
}

// Each byte must belong to exactly one tensor.
void expect_no_gaps(const Tensors& tensors, std::span<const std::byte> data, const std::string& file) {
  std::vector<std::pair<const std::byte*, const std::byte*>> parts;
  for (const auto& [name, tensor] : tensors)
    parts.emplace_back(tensor.bytes.data(), tensor.bytes.data() + tensor.bytes.size());
  std::sort(parts.begin(), parts.end());
  const auto* at = data.data();
  for (const auto& [begin, end] : parts) {
    if (begin != at) fail_tensors(file, "its tensors overlap or leave gaps");
    at = end;
  }
  if (at != data.data() + data.size())
    fail_tensors(
        file, fmt::format("{} bytes after the last tensor belong to none", data.data() + data.size() - at));
}

bool begins_with(std::span<const std::byte> bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

std::string system_reason(int error) { return std::system_category().message(error); }

}  // namespace

Tensors parse_safetensors(std::span<const std::byte> bytes, const std::string& file) {
  static_assert(std::endian::native == std::endian::little, "the format's numbers are read as they are");
  if (begins_with(bytes, "PK\x03\x04") || begins_with(bytes, "\x80\x02"))
    fail_tensors(file, "is a pickle of PyTorch, which could run anything when it is read",
                 "convert it to safetensors; docs/similarity.md has the command");
  if (bytes.size() < kPrefix) fail_tensors(file, "is too short for safetensors", "fetch the file again");
  std::uint64_t header = 0;
  std::memcpy(&header, bytes.data(), kPrefix);
  if (header > kMostHeader || header > bytes.size() - kPrefix)
    fail_tensors(file, fmt::format("names a header of {} bytes, but has {}: no safetensors, or cut off",
                                   header, bytes.size() - kPrefix));
  const std::string_view json(reinterpret_cast<const char*>(bytes.data()) + kPrefix, header);
  const auto document = parse_json(json, file, {.bytes = kMostHeader, .depth = 8});
  if (document.object() == nullptr) fail_tensors(file, "has a header that is not an object");
  const auto data = bytes.subspan(kPrefix + header);
  Tensors tensors;
  for (const auto& [name, entry] : *document.object())
    if (name != "__metadata__") tensors.emplace(name, read_tensor(name, entry, data, file));
  expect_no_gaps(tensors, data, file);
  return tensors;
}

MappedFile::MappedFile(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail_tensors(file.string(), system_reason(errno));
  struct stat about = {};
  const bool known = ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
  const auto size = known ? static_cast<std::size_t>(about.st_size) : 0;
  void* at = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : nullptr;
  const int error = errno;
  ::close(descriptor);
  if (!known) fail_tensors(file.string(), "is not a regular file");
  if (at == MAP_FAILED) fail_tensors(file.string(), system_reason(error));
  bytes_ = {static_cast<const std::byte*>(at), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace assay
