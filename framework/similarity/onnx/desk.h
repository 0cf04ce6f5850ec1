// SPDX-License-Identifier: Apache-2.0
// A model that ONNX Runtime computes, in a process of its own: programs of assay are linked statically, which
// cannot load a library, and what goes wrong in there is an error here.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "frames.h"

namespace assay::onnx {

// The library that is loaded where nobody names one: what ASSAY_ONNXRUNTIME says, or its usual name.
std::string default_runtime();

class Desk {
 public:
  // Starts the process, which loads both. Throws Error, naming which of them cannot be used and why.
  Desk(const std::string& library, const std::filesystem::path& model);
  ~Desk();

  const Description& description() const;
  // Throws Error where the model does not take that, what it gives is no tensor of 32-bit floats, or the
  // process has ended. From several threads at once, which are answered one after the other.
  Output run(const Question& question);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay::onnx
