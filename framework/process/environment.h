// SPDX-License-Identifier: Apache-2.0
// The arguments and environment of a process in the system's form: null-terminated arrays of pointers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/process.h"

namespace assay::process {

// Strings and pointers to them. Not copyable: the copied pointers would refer to the original.
class StringArray {
 public:
  StringArray() = default;
  StringArray(StringArray&&) = default;
  StringArray& operator=(StringArray&&) = default;

  void reserve(std::size_t count) { strings_.reserve(count); }
  void push_back(std::string text) { strings_.push_back(std::move(text)); }
  const std::vector<std::string>& strings() const { return strings_; }
  // Valid until this is modified.
  const char* const* pointers();

 private:
  std::vector<std::string> strings_;
  std::vector<const char*> pointers_;
};

// This program's environment with the changes of `spec`, in "NAME=value" form.
StringArray environment_of(const ProcessSpec& spec);

// The files that a program's name may refer to, in the order in which they are tried: itself if it has a
// slash, otherwise in each folder of the process's PATH. Empty for an empty name.
StringArray paths_of(std::string_view program, const StringArray& environment);

}  // namespace assay::process
