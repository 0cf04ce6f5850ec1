// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

#include "assay/error.h"
#include "assay/internal/text.h"
#include "command_line.h"

namespace assay::cli {
namespace {

// Handles standard streams that are closed, and output that cannot be written.

// Opens a descriptor for each closed stream, on which I/O fails as before, so that no file of ours gets its
// number.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

// Flushes pending output. Returns false if any output was lost, and says so on standard error.
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

int perform_line(int argc, char** argv) try {
  return read_command_line(argc, argv)();
} catch (const Error& error) {
  std::cerr << error.what() << "\n";
  return kError;
} catch (const std::exception& error) {
  std::cerr << "error: " << one_line(error.what()) << "\n";
  return kError;
}

}  // namespace
}  // namespace assay::cli

int main(int argc, char** argv) {
  using namespace assay::cli;
  using assay::kError;
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is reported as an error, like a full disk
  occupy_standard_streams();
  const int status = perform_line(argc, argv);
  return close_standard_output() ? status : kError;
}
