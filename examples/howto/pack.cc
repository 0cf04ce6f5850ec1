// howto_pack COOKBOOK WORDS OUT: compiles the cookbook into the index that howto carries.
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "index.h"

namespace {

std::string read_file(const char* path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) throw std::runtime_error("usage: howto_pack COOKBOOK WORDS OUT");
  const std::string bytes = assay::howto::compile(read_file(argv[1]), read_file(argv[2]));
  std::ofstream out(argv[3], std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error(std::string("cannot write ") + argv[3]);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "howto_pack: " << error.what() << '\n';
  return 1;
}
