// assay_utility_compiler <out.cc> <table.json>… : packs the reviewed tables into one C++ source. Runs at
// build time, so a table that contradicts itself stops the build with its file and line.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <vector>

#include "assay/internal/json.h"
#include "table_codec.h"
#include "table_reader.h"

namespace assay {
namespace {

struct Source {
  std::string file;
  JsonValue document;
};

using Tables = std::map<std::string, Utility>;

// Tables that are the same as another come after it.
Tables read_all(std::vector<Source> sources) {
  Tables tables;
  const auto find_table = [&tables](std::string_view name) {
    const auto found = tables.find(std::string(name));
    return found == tables.end() ? nullptr : &found->second;
  };
  std::stable_partition(sources.begin(), sources.end(),
                        [](const Source& each) { return base_of(each.document).empty(); });
  std::vector<Problem> problems;
  for (const Source& source : sources) {
    ReadTable read = read_table(source.document, source.file, find_table);
    problems.insert(problems.end(), read.problems.begin(), read.problems.end());
    tables[read.utility.name] = std::move(read.utility);
  }
  if (!problems.empty()) throw Error(std::move(problems));
  return tables;
}

struct Packed {
  std::string bytes;
  std::vector<std::pair<std::size_t, std::size_t>> places;
  std::map<std::string, std::size_t> names;  // to the table
};

Packed pack(const Tables& tables) {
  Packed packed;
  for (const auto& [name, utility] : tables) {
    const std::string bytes = pack_table(utility);
    std::vector<std::string> names = utility.other_names;
    names.push_back(name);
    for (const std::string& each : names) {
      if (!packed.names.emplace(each, packed.places.size()).second) {
        throw Error(Problem{{name + ".json", 0}, "", "the name " + each + " belongs to two tables", ""});
      }
    }
    packed.places.emplace_back(packed.bytes.size(), bytes.size());
    packed.bytes += bytes;
  }
  return packed;
}

void append_literal(std::string& out, std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += 64) {
    out += '"';
    for (const char c : bytes.substr(at, 64)) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += escape;
    }
    out += "\"\n";
  }
}

std::string source_of(Packed packed) {
  std::string names;
  for (const auto& [name, table] : packed.names) {
    names += "{" + std::to_string(packed.bytes.size()) + "," + std::to_string(name.size()) + "," +
             std::to_string(table) + "},\n";
    packed.bytes += name;
  }
  std::string places;
  for (const auto& [begin, size] : packed.places)
    places += "{" + std::to_string(begin) + "," + std::to_string(size) + "},\n";
  std::string out = "#include \"embedded_tables.h\"\nnamespace assay {\nconst char packed_tables[] =\n";
  append_literal(out, packed.bytes);
  out += ";\nconst PackedName packed_names[] = {\n" + names +
         "};\nconst PackedTable packed_table_places[] = {\n" + places;
  out += "};\nconst std::size_t packed_names_count = " + std::to_string(packed.names.size());
  out += ";\nconst std::size_t packed_tables_count = " + std::to_string(packed.places.size());
  return out + ";\n}  // namespace assay\n";
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  try {
    std::vector<assay::Source> sources;
    for (int at = 2; at < argc; ++at) sources.push_back({argv[at], assay::read_json(argv[at])});
    assay::write_file_atomically(argv[1], assay::source_of(assay::pack(assay::read_all(std::move(sources)))));
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
