// SPDX-License-Identifier: Apache-2.0
#include "standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "assay/error.h"

namespace assay::cli {

void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool close_standard_output() {
  errno = 0;
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0;
  const int reason = errno;
  if (flushed && std::cout && std::ferror(stdout) == 0) return true;
  const auto why = reason == 0 ? "" : std::string(": ") + std::strerror(reason);
  std::cerr << to_string(Problem{.where = {"standard output", 0}, .what = "cannot be written" + why}) << "\n";
  return false;
}

}  // namespace assay::cli
