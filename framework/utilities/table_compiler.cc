// SPDX-License-Identifier: Apache-2.0
// assay_utility_compiler <out.cc> <schema.json> <runners.json> <table.json>… : puts the reviewed tables into
// one C++ source, as JSON without blanks, and checks those of runners.json, which are compiled in as they
// are. Runs at build time, so a table that violates the schema or contradicts itself stops the build with its
// file and line.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/json.h"
#include "table_reader.h"

namespace assay {
namespace {

struct Source {
  std::string file;
  std::string text;
  JsonValue document;
};

using Names = std::map<std::string, std::size_t>;  // name to table index

// Each may be the same as a table that `find_table` finds, but not as another runner.
void check_runners(const std::string& file, const JsonSchema& schema, const FindTable& find_table,
                   std::vector<Problem>& problems) {
  const JsonValue document = read_json(file);
  if (!document.array()) problems.push_back({{file, 1}, "", "is not a list of tables", ""});
  for (const JsonValue& each : document.array() ? *document.array() : JsonValue::Array()) {
    ReadTable read = checked_table(each, file, schema, find_table);
    problems.insert(problems.end(), read.problems.begin(), read.problems.end());
  }
}

// Moves tables that are `same_as` another behind the others.
Names check_all(std::vector<Source>& sources, const std::string& runners, const JsonSchema& schema) {
  std::stable_partition(sources.begin(), sources.end(),
                        [](const Source& each) { return base_of(each.document).empty(); });
  std::map<std::string, Utility> tables;
  const auto find_table = [&tables](std::string_view name) {
    const auto found = tables.find(std::string(name));
    return found == tables.end() ? nullptr : &found->second;
  };
  std::vector<Problem> problems;
  Names names;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ReadTable read = checked_table(sources[i].document, sources[i].file, schema, find_table);
    problems.insert(problems.end(), read.problems.begin(), read.problems.end());
    std::vector<std::string> own = read.utility.other_names;
    own.push_back(read.utility.name);
    for (const std::string& each : own)
      if (!names.emplace(each, i).second)
        problems.push_back({{sources[i].file, 0}, "", "the name " + each + " belongs to two tables", ""});
    tables[read.utility.name] = std::move(read.utility);
  }
  check_runners(runners, schema, find_table, problems);
  if (!problems.empty()) throw Error(std::move(problems));
  return names;
}

void append_literal(std::string& out, std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += 4096)
    out += "R\"~~(" + std::string(bytes.substr(at, 4096)) + ")~~\"\n";
}

class Embedded {
 public:
  // Without blanks.
  void table(const nlohmann::ordered_json& document) {
    const std::string text = document.dump();
    places_ += "{" + std::to_string(bytes_.size()) + "," + std::to_string(text.size()) + "},\n";
    bytes_ += text;
  }
  void name(const std::string& name, std::size_t table) {
    names_ += "{" + std::to_string(bytes_.size()) + "," + std::to_string(name.size()) + "," +
              std::to_string(table) + "},\n";
    bytes_ += name;
    ++count_;
  }
  // The tables and names so far, as arrays that begin with this word.
  std::string arrays(const std::string& word) {
    std::string text = "const EmbeddedName " + word + "_names[] = {\n" + std::exchange(names_, {}) +
                       "};\nconst EmbeddedTable " + word + "_places[] = {\n" + std::exchange(places_, {}) +
                       "};\nconst std::size_t " + word + "_names_count = " + std::to_string(count_) + ";\n";
    count_ = 0;
    return text;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_, names_, places_;
  std::size_t count_ = 0;
};

std::string source_of(const std::vector<Source>& sources, const Names& names, const std::string& runners) {
  Embedded embedded;
  for (const Source& each : sources) embedded.table(nlohmann::ordered_json::parse(each.text));
  for (const auto& [name, table] : names) embedded.name(name, table);
  std::string arrays = embedded.arrays("embedded");
  std::multimap<std::string, std::size_t> runner_names;
  std::size_t count = 0;
  for (const auto& each : nlohmann::ordered_json::parse(read_file(runners))) {
    runner_names.emplace(each.at("name"), count);
    for (const auto& other : each.value("other_names", nlohmann::ordered_json::array()))
      runner_names.emplace(other, count);
    embedded.table(each);
    ++count;
  }
  for (const auto& [name, table] : runner_names) embedded.name(name, table);
  arrays += embedded.arrays("embedded_runner");
  std::string out = "#include \"embedded_tables.h\"\nnamespace assay {\nconst char embedded_tables[] =\n";
  append_literal(out, embedded.bytes());
  return out + ";\n" + arrays + "}  // namespace assay\n";
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  try {
    std::vector<assay::Source> sources;
    for (int at = 4; at < argc; ++at) {
      std::string text = assay::read_file(argv[at]);
      assay::JsonValue document = assay::parse_json(text, argv[at]);
      sources.push_back({argv[at], std::move(text), std::move(document)});
    }
    const auto names = assay::check_all(sources, argv[3], assay::JsonSchema(assay::read_file(argv[2])));
    assay::write_file_atomically(argv[1], assay::source_of(sources, names, argv[3]));
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
