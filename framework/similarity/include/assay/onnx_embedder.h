// SPDX-License-Identifier: Apache-2.0
// Embedders that ONNX Runtime computes, and the choice of who computes a model that lies in a folder.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "assay/embedder.h"

namespace assay {

struct OnnxModel {
  // An ONNX file that takes the numbers of tokens and gives a vector for each. Beside it, or in the folder
  // above one that is called "onnx", lie config.json and the tokenizer's files, as with a NativeModel.
  std::filesystem::path file;
  std::optional<Pooling> pooling = {};  // cls or mean; none: what 1_Pooling/config.json says, otherwise cls
  // The shared library of ONNX Runtime. Empty: what ASSAY_ONNXRUNTIME names, otherwise libonnxruntime.so.1,
  // where the system's loader finds it.
  std::filesystem::path runtime = {};
};

// Loads the library with the model, not before, in a process of its own that ends with the embedder and
// computes one text at a time. name() has the version of the library in it, and loads; model_hash() has not,
// as vectors of two versions differ by rounding alone. docs/similarity.md says which files it takes.
std::unique_ptr<Embedder> onnx_embedder(OnnxModel model);

// What computes `model`: a file that ends in .onnx, or a folder with model.onnx and without
// model.safetensors, is ONNX Runtime's; any other folder is native_embedder's.
std::unique_ptr<Embedder> model_embedder(const std::filesystem::path& model,
                                         std::optional<Pooling> pooling = {});

}  // namespace assay
