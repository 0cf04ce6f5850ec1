// SPDX-License-Identifier: Apache-2.0
// What a process is started with, as the system wants it: pointers that end with a null pointer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/process.h"

namespace assay::process {

// Strings and pointers to them. Not copied: the pointers would be to the original.
class StringArray {
 public:
  StringArray() = default;
  StringArray(StringArray&&) = default;
  StringArray& operator=(StringArray&&) = default;

  void reserve(std::size_t count) { strings_.reserve(count); }
  void push_back(std::string text) { strings_.push_back(std::move(text)); }
  const std::vector<std::string>& strings() const { return strings_; }
  // Valid until this changes.
  const char* const* pointers();

 private:
  std::vector<std::string> strings_;
  std::vector<const char*> pointers_;
};

// This program's environment with the changes of `spec`, in "NAME=value" form.
StringArray environment_of(const ProcessSpec& spec);

// The files that a program's name may stand for, in the order in which they are tried: itself where it has a
// slash, otherwise in each folder of the PATH that the process will have. Empty for an empty name.
StringArray paths_of(std::string_view program, const StringArray& environment);

}  // namespace assay::process
