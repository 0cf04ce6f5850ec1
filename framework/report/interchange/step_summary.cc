// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "assay/internal/interchange.h"

namespace assay {

std::string step_summary(std::string markdown, std::size_t limit) {
  if (markdown.size() <= limit) return markdown;
  const std::size_t whole = markdown.size();
  constexpr std::size_t kRoomForTheNote = 200;
  const std::size_t room = limit > kRoomForTheNote ? limit - kRoomForTheNote : 0;
  std::size_t end = markdown.rfind("\n#", room);
  const std::size_t last_line = markdown.rfind('\n', room);
  if (end == std::string::npos) end = last_line == std::string::npos ? 0 : last_line;
  markdown.resize(end);
  // The cut may leave a <details> section open.
  long open = 0;
  for (std::size_t at = 0; (at = markdown.find("<details", at)) != std::string::npos; ++at) ++open;
  for (std::size_t at = 0; (at = markdown.find("</details>", at)) != std::string::npos; ++at) --open;
  for (; open > 0; --open) markdown += "\n\n</details>";
  markdown += fmt::format("\n\n*Cut here: {} of {} bytes are left out. The whole is in report.md.*\n",
                          whole - end, whole);
  return markdown;
}

}  // namespace assay
