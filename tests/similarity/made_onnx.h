// SPDX-License-Identifier: Apache-2.0
// The models of made_model.h as ONNX: the same weights in a graph of operators, serialised as protocol
// buffers.
#pragma once

#include <string>

#include "made_model.h"

namespace assay::tests {

// Variations, some of them faulty.
struct MadeOnnx {
  std::string ids = "input_ids";                                   // name of its first input
  std::string output = "last_hidden_state";                        // name of its output
  enum class Gives { states, first_state } gives = Gives::states;  // 1 × tokens × hidden, or 1 × hidden
  std::string weight_file = {};  // where the word table is; empty: in the model, like the others
};

// Takes input_ids and attention_mask, and token_type_ids if the family is BERT. REQUIRES: weights of 32 bits.
std::string onnx_text(const MadeModel& shape, const ModelText& model, const MadeOnnx& wanted = {});
// The bytes of the tensor stored in `weight_file`.
std::string onnx_weight_text(const ModelText& model);

}  // namespace assay::tests
