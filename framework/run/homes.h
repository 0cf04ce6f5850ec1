// SPDX-License-Identifier: Apache-2.0
// Empty home folders for the tools that are asked.
#pragma once

#include <cstddef>
#include <filesystem>

#include "assay/process.h"
#include "assay/tool.h"

namespace assay {

// Folders created here are in the system's temporary folder and are removed with this object.
class Homes {
 public:
  // `shared`: the home for Home::per_run, created by the caller; empty: one is created. Throws Error if a
  // folder cannot be created.
  Homes(Home kind, std::filesystem::path shared);
  ~Homes();
  Homes(const Homes&) = delete;
  Homes& operator=(const Homes&) = delete;

  // Sets the home of that case's process. Throws Error as above.
  void give(std::size_t index, ProcessSpec& spec) const;
  // Removes the case's home if it was its own.
  void clear(std::size_t index) const;

 private:
  std::filesystem::path of(std::size_t index) const { return own_ / std::to_string(index); }

  Home kind_;
  std::filesystem::path shared_;
  std::filesystem::path own_;  // empty: nothing was made
};

}  // namespace assay
