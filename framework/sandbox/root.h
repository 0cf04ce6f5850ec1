// SPDX-License-Identifier: Apache-2.0
// A tree of system files: this machine's, or a root that somebody unpacked in a folder. Nothing of it is
// executed here.
#pragma once

#include <filesystem>
#include <string>

namespace assay::sandbox {

class Root {
 public:
  Root() = default;  // this machine
  explicit Root(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The path within the tree that is left when all links are followed, none of which leads out of it. Empty
  // if there is no such file, or not within 40 links.
  std::string real(const std::string& path) const;
  // Where this program reads it.
  std::filesystem::path outside(const std::string& path) const;
  // The reverse of outside().
  std::string inside(const std::filesystem::path& path) const;
  bool is_machine() const { return folder_.empty(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace assay::sandbox
