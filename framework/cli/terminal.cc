#include "terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace assay::cli {

Colour terminal_colour() {
  const char* term = std::getenv("TERM");
  const bool shows =
      ::isatty(STDOUT_FILENO) && term && std::string_view(term) != "dumb" && !std::getenv("NO_COLOR");
  return shows ? Colour::ansi : Colour::none;
}

}  // namespace assay::cli
