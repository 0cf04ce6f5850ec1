// SPDX-License-Identifier: Apache-2.0
#include "worker/memory.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <string_view>

#include "worker/files.h"

namespace assay::sandbox {
namespace {

constexpr std::size_t kMostNames = 1024;

// The value of a line such as "RssAnon:     1234 kB"; 0 if there is none.
std::uint64_t kib_of(std::string_view status, std::string_view name) {
  const std::size_t at = status.find(name);
  if (at == std::string_view::npos) return 0;
  const std::size_t digits = status.find_first_of("0123456789", at);
  if (digits == std::string_view::npos) return 0;
  std::uint64_t value = 0;
  std::from_chars(status.data() + digits, status.data() + status.size(), value);
  return value;
}

std::uint64_t memory_of(int proc, const std::string& pid) {
  const Descriptor file(::openat(proc, (pid + "/status").c_str(), O_RDONLY | O_CLOEXEC));
  char text[4096];
  const ssize_t length = file ? ::read(file.get(), text, sizeof text) : 0;
  if (length <= 0) return 0;
  const std::string_view status(text, static_cast<std::size_t>(length));
  return (kib_of(status, "\nRssAnon:") + kib_of(status, "\nRssShmem:")) << 10;
}

}  // namespace

std::uint64_t memory_of_all() {
  const Descriptor proc = open_folder(AT_FDCWD, "/proc");
  bool cut = false;
  std::uint64_t sum = 0;
  for (const std::string& name : names_in(proc.get(), kMostNames, cut)) {
    const bool is_other = name.find_first_not_of("0123456789") == std::string::npos && name != "1";
    if (is_other) sum += memory_of(proc.get(), name);
  }
  return sum;
}

}  // namespace assay::sandbox
