// SPDX-License-Identifier: Apache-2.0
// Runs a model with ONNX Runtime in a separate process: assay's programs are linked statically and cannot
// load a library, and a crash there is only an error here.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "frames.h"

namespace assay::onnx {

// The library used by default: the value of ASSAY_ONNXRUNTIME, or the usual name.
std::string default_runtime();

class Desk {
 public:
  // Starts the process, which loads the library and the model. Throws Error naming the one that cannot be
  // used, and the reason.
  Desk(const std::string& library, const std::filesystem::path& model);
  ~Desk();

  const Description& description() const;
  // Throws Error if the model rejects the inputs, if its output is not a tensor of 32-bit floats, or if the
  // process has ended. Thread-safe; calls are answered one after the other.
  Output run(const Question& question);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay::onnx
