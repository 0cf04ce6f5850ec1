// SPDX-License-Identifier: Apache-2.0
// A model run by ONNX Runtime, inside the program that has loaded the library.
#pragma once

#include <memory>

#include "frames.h"

namespace assay::onnx {

class Session {
 public:
  // Loads the library and the file. Throws Error naming the one that cannot be used, and the reason.
  explicit Session(const Opening& opening);
  ~Session();

  const Description& description() const;
  // Throws Error if the model rejects the inputs, or if its output is not a tensor of 32-bit floats.
  Output run(Question question) const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay::onnx
