// SPDX-License-Identifier: Apache-2.0
// A model as ONNX Runtime runs it, in the program that has loaded the library.
#pragma once

#include <memory>

#include "frames.h"

namespace assay::onnx {

class Session {
 public:
  // Loads the library and the file. Throws Error, naming which of both cannot be used and why.
  explicit Session(const Opening& opening);
  ~Session();

  const Description& description() const;
  // Throws Error where the model does not take that, or what it gives is no tensor of 32-bit floats.
  Output run(Question question) const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay::onnx
