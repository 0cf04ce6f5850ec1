// SPDX-License-Identifier: Apache-2.0
// Which other files an ONNX model's weights lie in.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>

namespace assay {

// Their names, of files in the model's own folder. Throws Error naming `file` where the bytes are no ONNX
// model, are cut off, or name a file elsewhere.
std::set<std::string> onnx_weight_files(std::span<const std::byte> bytes, const std::string& file);

}  // namespace assay
