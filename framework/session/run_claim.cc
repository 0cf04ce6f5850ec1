// SPDX-License-Identifier: Apache-2.0
// A name in the abstract namespace of Unix sockets: a killed process leaves nothing on disk, and the store
// may be on any file system.
#include "run_claim.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include "assay/error.h"
#include "assay/internal/digest.h"

namespace assay {

RunClaim::RunClaim(const std::string& run_id) : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const std::string name = "assay-run-" + sha256(run_id);  // ids are longer than such a name may be
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  std::ranges::copy(name, address.sun_path + 1);  // after a NUL: not a file
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  // If such sockets are unavailable nothing is claimed: the store itself keeps two writers apart.
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) == 0 || errno != EADDRINUSE) return;
  ::close(socket_);
  throw Error(Problem{.what = "run " + run_id + " is still going on in another process",
                      .next = "wait for it, or stop it; then repeat the command line, or resume the run"});
}

RunClaim::~RunClaim() {
  if (socket_ >= 0) ::close(socket_);
}

}  // namespace assay
