// SPDX-License-Identifier: Apache-2.0
// The models that made_model.h makes, as ONNX: the same weights in a graph of operators, written as protocol
// buffers.
#pragma once

#include <string>

#include "made_model.h"

namespace assay::tests {

// What may be wrong with it.
struct MadeOnnx {
  std::string ids = "input_ids";                                   // what its first input is called
  std::string output = "last_hidden_state";                        // what its output is called
  enum class Gives { states, first_state } gives = Gives::states;  // 1 × tokens × hidden, or 1 × hidden
  std::string weight_file = {};  // where the table of words lies; empty: in the model, as the others
};

// Takes input_ids and attention_mask, and token_type_ids where the family is BERT. REQUIRES: weights of 32
// bits.
std::string onnx_text(const MadeModel& shape, const ModelText& model, const MadeOnnx& wanted = {});
// The bytes of the tensor that lies in `weight_file`.
std::string onnx_weight_text(const ModelText& model);

}  // namespace assay::tests
