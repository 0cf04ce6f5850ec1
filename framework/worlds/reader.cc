// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/json.h"
#include "assay/internal/worlds.h"
#include "entry_reader.h"

namespace assay {
extern const std::string_view kWorldSchema;
}

namespace assay::worlds {
namespace {

[[noreturn]] void refuse(std::vector<Problem> problems, const std::string& file) {
  for (Problem& each : problems) {
    each.where.file = file;
    if (each.next.empty()) each.next = "docs/worlds.md says what belongs there";
  }
  throw Error(std::move(problems));
}

// Parallel to the world's entries, which begin with its users' files.
std::vector<int> lines_of(const JsonValue& document, std::size_t entries) {
  std::vector<int> lines;
  for (const JsonValue& each : *document.find("entries")->array()) lines.push_back(each.line);
  lines.insert(lines.begin(), entries - lines.size(), 0);
  return lines;
}

}  // namespace

std::string place_of_userland(const std::string& named, const std::filesystem::path& folder) {
  return named.find('/') == named.npos ? named : (folder / named).string();
}

NamedWorld parse_world(std::string_view json, const std::string& file) {
  static const JsonSchema schema(kWorldSchema);
  const JsonValue document = parse_json(json, file);
  if (auto problems = schema.check(document, file); !problems.empty()) refuse(std::move(problems), file);
  NamedWorld read;
  read.name = file;
  EntryReader reader(read);
  reader.read(document);
  read.world.userland = place_of_userland(read.world.userland, std::filesystem::path(file).parent_path());
  if (auto problems = reader.take_problems(); !problems.empty()) refuse(std::move(problems), file);
  const std::vector<int> lines = lines_of(document, read.world.entries.size());
  if (auto problems = check_places(read.world, lines); !problems.empty()) refuse(std::move(problems), file);
  return read;
}

}  // namespace assay::worlds
