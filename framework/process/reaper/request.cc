// SPDX-License-Identifier: Apache-2.0
#include "reaper/request.h"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "assay/internal/worker.h"

namespace assay::process {
namespace {

// Far more than the system accepts, and less than offsets can express.
constexpr std::size_t kMostBytes = 64 << 20;

std::size_t count_of(const char* const* strings) {
  std::size_t count = 0;
  while (strings[count] != nullptr) ++count;
  return count;
}

// Our current folder. "." cannot be opened if we may not search the folder.
Descriptor open_folder() {
  Descriptor folder(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder && errno == EACCES) folder = Descriptor(::open("/proc/self/cwd", O_PATH | O_CLOEXEC));
  return folder;
}

// Whether it must be sent in a memory file, which the reaper then maps for a while.
bool is_large(const std::string& request) { return request.size() > kMostInMessage; }

}  // namespace

std::string request_of(const Launch& launch, Reach reach) {
  Request head{};
  head.paths = static_cast<std::uint32_t>(count_of(launch.paths));
  head.arguments = static_cast<std::uint32_t>(count_of(launch.argv));
  head.variables = static_cast<std::uint32_t>(count_of(launch.environment));
  const std::size_t words = head.paths + head.arguments + head.variables + 3;
  std::string request(sizeof head + words * sizeof(std::uint64_t), '\0');
  std::size_t word = sizeof head;
  for (const char* const* strings : {launch.paths, launch.argv, launch.environment}) {
    for (; *strings != nullptr; ++strings, word += sizeof(std::uint64_t)) {
      const std::uint64_t offset = request.size();
      std::memcpy(request.data() + word, &offset, sizeof offset);
      request.append(*strings).push_back('\0');
    }
    word += sizeof(std::uint64_t);
  }
  if (launch.cwd != nullptr) {
    head.folder = static_cast<std::uint32_t>(request.size());
    request.append(launch.cwd).push_back('\0');
  }
  head.bytes = static_cast<std::uint32_t>(request.size());
  head.in_file = is_large(request);
  head.reach = reach;
  std::memcpy(request.data(), &head, sizeof head);
  return request;
}

Sent send_request(int line, const std::string& request, const Launch& launch) {
  if (request.size() > kMostBytes) return {ProcessStep::exec, E2BIG};
  const Descriptor folder = open_folder();
  if (!folder) return {ProcessStep::chdir, errno};
  std::array<int, kMostDescriptors> descriptors = {launch.input, launch.output, launch.errors, folder.get()};
  std::span<const int> sent = std::span(descriptors).first(kRequestFile);
  std::string_view message = request;
  Descriptor file;
  if (is_large(request)) {
    file = memory_file("assay-request");
    if (!file || !write_all(file.get(), request)) return {ProcessStep::pipes, errno};
    descriptors[kRequestFile] = file.get();
    sent = descriptors;
    message = message.substr(0, sizeof(Request));
  }
  const int error = send_message(line, message, sent);
  return {error == 0 ? ProcessStep::none : ProcessStep::pipes, error};
}

}  // namespace assay::process
