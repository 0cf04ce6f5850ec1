// SPDX-License-Identifier: Apache-2.0
// A store used as a cache: if anything goes wrong with it, the work can be done again.
#pragma once

#include <filesystem>
#include <iostream>
#include <mutex>
#include <string_view>
#include <utility>

#include "fault.h"

namespace assay {

// Thread-safe: calls are serialised.
class OptionalStore {
 public:
  // `loss` is printed after the first error: what is lost without the store. It must outlive this.
  OptionalStore(std::filesystem::path file, std::string_view loss) : file_(std::move(file)), loss_(loss) {}

  const std::filesystem::path& file() const { return file_; }

  // Returns what `work` returns or, from the first error on, its type's default value. Only that error is
  // reported.
  template <typename Work>
  auto attempt(Work work) -> decltype(work()) {
    const std::lock_guard lock(mutex_);
    if (is_given_up_) return decltype(work())();
    try {
      return guarded(file_, work);
    } catch (const std::exception& error) {
      is_given_up_ = true;
      std::cerr << error.what() << "\n" << loss_ << "\n";
      return decltype(work())();
    }
  }

 private:
  std::filesystem::path file_;
  std::string_view loss_;
  std::mutex mutex_;
  bool is_given_up_ = false;
};

}  // namespace assay
