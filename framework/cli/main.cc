#include <iostream>

#include "assay/error.h"
#include "command_line.h"

namespace {

template <class... Handlers>
struct Each : Handlers... {
  using Handlers::operator()...;
};

}  // namespace

int main(int argc, char** argv) try {
  using namespace assay::cli;
  return std::visit(Each{[](const Done& done) { return done.status; },
                         [](const Explain& options) { return explain(options); },
                         [](const Lint& options) { return lint(options); }},
                    read_command_line(argc, argv));
} catch (const assay::Error& error) {
  std::cerr << error.what() << "\n";
  return assay::cli::kNotComparable;
}
