// SPDX-License-Identifier: Apache-2.0
// An unpacked root, as debootstrap makes a larger one, to be named as the userland of worlds.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace assay::sandbox {

// In the folder of this test, with this machine's bash, cat and plain locale, and nothing else.
class UnpackedRoot {
 public:
  explicit UnpackedRoot(const std::string& name)
      : folder_(std::filesystem::path(testing::TempDir()) / (name + "-root")) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "usr/bin");
    const std::string copy = R"sh(set -e
      for program in bash cat; do
        file=$(readlink -f "$(command -v $program)")
        cp "$file" "$root/usr/bin/$program"
        for needed in $(ldd "$file" | grep -o '/[^ ]*'); do
          mkdir -p "$root$(dirname "$needed")"
          cp -L "$needed" "$root$needed"
        done
      done
      mkdir -p "$root/usr/lib/locale"
      if [ -d /usr/lib/locale/C.utf8 ]; then cp -r /usr/lib/locale/C.utf8 "$root/usr/lib/locale"; fi)sh";
    ::setenv("root", folder_.c_str(), 1);
    is_whole_ = std::system(("bash -c '" + quoted(copy) + "'").c_str()) == 0;
    ::unsetenv("root");
  }
  ~UnpackedRoot() { std::filesystem::remove_all(folder_); }
  UnpackedRoot(const UnpackedRoot&) = delete;
  UnpackedRoot& operator=(const UnpackedRoot&) = delete;

  bool is_whole() const { return is_whole_; }
  const std::filesystem::path& folder() const { return folder_; }
  // A program of this name that is a bash script.
  void script(const std::string& name, const std::string& lines) const {
    const std::filesystem::path file = folder_ / "usr/bin" / name;
    std::ofstream(file) << "#!/usr/bin/bash\n" << lines << "\n";
    std::filesystem::permissions(file, std::filesystem::perms(0755));
  }

 private:
  static std::string quoted(std::string text) {
    for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 4)
      text.replace(at, 1, "'\\''");
    return text;
  }

  std::filesystem::path folder_;
  bool is_whole_ = false;
};

}  // namespace assay::sandbox
