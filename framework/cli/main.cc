#include <iostream>

#include "assay/error.h"
#include "command_line.h"

int main(int argc, char** argv) try {
  return std::visit([](const auto& command) { return assay::cli::perform(command); },
                    assay::cli::read_command_line(argc, argv));
} catch (const assay::Error& error) {
  std::cerr << error.what() << "\n";
  return assay::cli::kNotComparable;
}
