// SPDX-License-Identifier: Apache-2.0
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "assay/internal/console.h"

namespace assay {

Colour terminal_colour() {
  const char* term = std::getenv("TERM");
  const bool shows =
      ::isatty(STDOUT_FILENO) && term && std::string_view(term) != "dumb" && !std::getenv("NO_COLOR");
  return shows ? Colour::ansi : Colour::none;
}

std::size_t terminal_columns() {
  winsize size{};
  return ::isatty(STDOUT_FILENO) && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace assay
