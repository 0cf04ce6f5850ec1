// SPDX-License-Identifier: Apache-2.0
#include "listening.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>

namespace assay {
namespace {

template <typename Address>
bool connects(int family, const Address& address) {
  const int fd = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const bool is_open = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(fd);
  return is_open;
}

}  // namespace

bool is_listened_at(int port) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(static_cast<std::uint16_t>(port));
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = four.sin_port;
  six.sin6_addr = in6addr_loopback;
  return connects(AF_INET, four) || connects(AF_INET6, six);
}

}  // namespace assay
