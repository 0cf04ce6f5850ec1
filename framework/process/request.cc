#include "request.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "descriptor.h"
#include "reaper_protocol.h"

namespace assay::process {
namespace {

// Far more than the system takes, and less than offsets can count.
constexpr std::size_t kMostBytes = 64 << 20;

std::size_t count_of(const char* const* strings) {
  std::size_t count = 0;
  while (strings[count] != nullptr) ++count;
  return count;
}

// One message with descriptors. 0, or the errno.
int send_message(int socket, std::string_view bytes, std::span<const int> descriptors) {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> control{};
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
  cmsghdr* rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
  std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
  while (::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Our folder as it is now. A folder that we may not search has no "." for us.
Descriptor open_folder() {
  Descriptor folder(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder && errno == EACCES) folder = Descriptor(::open("/proc/self/cwd", O_PATH | O_CLOEXEC));
  return folder;
}

}  // namespace

std::string request_of(const Launch& launch) {
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
  std::memcpy(request.data(), &head, sizeof head);
  return request;
}

bool is_large(const std::string& request) { return request.size() > kMostInMessage; }

Sent send_request(int socket, const std::string& request, const Launch& launch) {
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
  const int error = send_message(socket, message, sent);
  return {error == 0 ? ProcessStep::none : ProcessStep::pipes, error};
}

}  // namespace assay::process
