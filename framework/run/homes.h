// SPDX-License-Identifier: Apache-2.0
// Empty home folders for tools that are asked.
#pragma once

#include <cstddef>
#include <filesystem>

#include "assay/process.h"
#include "assay/tool.h"

namespace assay {

// Those that it makes lie in the system's folder for temporary files and are gone with it.
class Homes {
 public:
  // `shared`: the one of Home::per_run, which its caller made; empty: one is made. Throws Error where a
  // folder cannot be made.
  Homes(Home kind, std::filesystem::path shared);
  ~Homes();
  Homes(const Homes&) = delete;
  Homes& operator=(const Homes&) = delete;

  // The process of that case gets its home. Throws Error as above.
  void give(std::size_t index, ProcessSpec& spec) const;
  // What it left there is removed, if the home was its own.
  void clear(std::size_t index) const;

 private:
  std::filesystem::path of(std::size_t index) const { return own_ / std::to_string(index); }

  Home kind_;
  std::filesystem::path shared_;
  std::filesystem::path own_;  // empty: nothing was made
};

}  // namespace assay
