// SPDX-License-Identifier: Apache-2.0
// The files of a model, whichever embedder computes it.
#pragma once

#include <filesystem>
#include <vector>

namespace assay {

// The folder with config.json and the tokenizer's files of an ONNX file.
std::filesystem::path text_folder_of(const std::filesystem::path& onnx_file);
// The existing files that a vector may depend on. Never throws.
std::vector<std::filesystem::path> files_of_model(const std::filesystem::path& model);

}  // namespace assay
