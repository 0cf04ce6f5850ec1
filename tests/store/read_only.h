// SPDX-License-Identifier: Apache-2.0
// A folder that nobody can write, as of a mounted artifact.
#pragma once

#include <sys/mount.h>
#include <unistd.h>

#include <filesystem>

namespace assay {

// Read-only while this lives. Root can write every file, so the kernel must refuse.
class ReadOnly {
 public:
  explicit ReadOnly(std::filesystem::path folder) : folder_(std::move(folder)) {
    namespace fs = std::filesystem;
    if (::geteuid() == 0) {
      is_ = ::mount(folder_.c_str(), folder_.c_str(), nullptr, MS_BIND, nullptr) == 0 &&
            ::mount(nullptr, folder_.c_str(), nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr) == 0;
      return;
    }
    for (const auto& file : fs::directory_iterator(folder_)) fs::permissions(file, fs::perms::owner_read);
    fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  }
  ~ReadOnly() {
    std::error_code ignored;
    if (::geteuid() == 0)
      ::umount2(folder_.c_str(), MNT_DETACH);
    else
      std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, ignored);
  }
  ReadOnly(const ReadOnly&) = delete;
  // False: root without the right to mount.
  explicit operator bool() const { return is_; }

 private:
  std::filesystem::path folder_;
  bool is_ = true;
};

}  // namespace assay
