// howto_pack_docs INDEX IDS FILE.md…: compiles documents into the index that howto carries, and writes the
// ids of all documents and chunks, one a line.
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

#include "docs/doc_index.h"

namespace {

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) throw std::runtime_error("usage: howto_pack_docs INDEX IDS FILE.md...");
  std::vector<assay::howto::Chunk> chunks;
  std::set<std::string> ids;
  for (int i = 3; i < argc; ++i) {
    const std::string name = std::filesystem::path(argv[i]).filename().string();
    if (!ids.insert(name).second) throw std::runtime_error("two documents are called " + name);
    for (auto& chunk : assay::howto::chunks_of(name, read_file(argv[i]))) {
      ids.insert(chunk.chunk_id);
      chunks.push_back(std::move(chunk));
    }
  }
  std::string lines;
  for (const auto& id : ids) lines += id + '\n';
  write_file(argv[1], assay::howto::compile_docs(chunks));
  write_file(argv[2], lines);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "howto_pack_docs: " << error.what() << '\n';
  return 1;
}
