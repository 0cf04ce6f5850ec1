// SPDX-License-Identifier: Apache-2.0
#include "assay/tool.h"

namespace assay {

std::string_view to_string(Ending ending) {
  switch (ending) {
    case Ending::answered:
      return "answered";
    case Ending::refused:
      return "refused";
    case Ending::empty:
      return "empty";
    case Ending::not_utf8:
      return "not_utf8";
    case Ending::malformed_output:
      return "malformed_output";
    case Ending::failed:
      return "failed";
    case Ending::signalled:
      return "signalled";
    case Ending::timed_out:
      return "timed_out";
    case Ending::output_limit:
      return "output_limit";
    case Ending::not_found:
      return "not_found";
    case Ending::not_executable:
      return "not_executable";
    case Ending::spawn_error:
      return "spawn_error";
    case Ending::io_error:
      return "io_error";
    case Ending::cancelled:
      return "cancelled";
    case Ending::unavailable:
      return "unavailable";
    case Ending::not_recorded:
      return "not_recorded";
  }
  return {};
}

std::optional<Ending> ending_from(std::string_view text) {
  for (int i = 0; i <= static_cast<int>(Ending::not_recorded); ++i) {
    if (to_string(static_cast<Ending>(i)) == text) return static_cast<Ending>(i);
  }
  return std::nullopt;
}

bool is_measured(Ending ending) {
  switch (ending) {
    case Ending::answered:
    case Ending::refused:
    case Ending::empty:
    case Ending::not_utf8:
    case Ending::malformed_output:
    case Ending::failed:
    case Ending::signalled:
    case Ending::timed_out:
    case Ending::output_limit:
      return true;
    case Ending::not_found:
    case Ending::not_executable:
    case Ending::spawn_error:
    case Ending::io_error:
    case Ending::cancelled:
    case Ending::unavailable:
    case Ending::not_recorded:
      return false;
  }
  return false;
}

}  // namespace assay
