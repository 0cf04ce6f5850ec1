// SPDX-License-Identifier: Apache-2.0
#include "assay/tool.h"

#include "assay/internal/json.h"
#include "description.h"

namespace assay {
namespace {

Tool described_in(const std::filesystem::path& file, Tool tool) {
  tool.description = file;
  return tool;
}

}  // namespace

Tool read_tool(const std::filesystem::path& file) {
  return described_in(file, tool::tool_from(tool::completed(read_json(file), file.string()), file.string()));
}

}  // namespace assay
