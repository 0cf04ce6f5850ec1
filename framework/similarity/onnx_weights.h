// SPDX-License-Identifier: Apache-2.0
// The additional files that hold an ONNX model's weights.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>

namespace assay {

// Their names; the files are in the model's own folder. Throws Error naming `file` if the bytes are not an
// ONNX model, are truncated, or name a file elsewhere.
std::set<std::string> onnx_weight_files(std::span<const std::byte> bytes, const std::string& file);

}  // namespace assay
