// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <exception>
#include <iostream>

#include "assay/error.h"
#include "assay/internal/text.h"
#include "command_line.h"
#include "standard_streams.h"

namespace assay::cli {
namespace {

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
