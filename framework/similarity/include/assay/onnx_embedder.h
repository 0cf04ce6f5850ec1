// SPDX-License-Identifier: Apache-2.0
// Embedders computed by ONNX Runtime, and the choice of what computes the model in a folder.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "assay/embedder.h"

namespace assay {

struct OnnxModel {
  // An ONNX file that maps token ids to a vector each. config.json and the tokenizer's files, as for a
  // NativeModel, are beside it or, if its folder is called "onnx", in the folder above.
  std::filesystem::path file;
  std::optional<Pooling> pooling = {};  // cls or mean; none: from 1_Pooling/config.json, otherwise cls
  // The shared library of ONNX Runtime. Empty: the value of ASSAY_ONNXRUNTIME, otherwise libonnxruntime.so.1,
  // as found by the system's loader.
  std::filesystem::path runtime = {};
};

// Loads the library together with the model, in a separate process that ends with the embedder and computes
// one text at a time. name() includes the version of the library, and so loads it; model_hash() does not
// include it, because vectors of two versions differ only by rounding. docs/similarity.md lists the supported
// files.
std::unique_ptr<Embedder> onnx_embedder(OnnxModel model);

// ONNX Runtime for a file that ends in .onnx and for a folder with model.onnx but without model.safetensors;
// native_embedder for any other folder.
std::unique_ptr<Embedder> model_embedder(const std::filesystem::path& model,
                                         std::optional<Pooling> pooling = {});

}  // namespace assay
