// SPDX-License-Identifier: Apache-2.0
// The arithmetic of a BERT encoder: numbers in, numbers out, compiled once per kind of processor.
#pragma once

#include <cstddef>

namespace assay {

struct Dense {
  const float* weight = nullptr;  // one row per output
  const float* bias = nullptr;
};

struct LayerNorm {
  const float* weight = nullptr;
  const float* bias = nullptr;
};

struct EncoderLayer {
  Dense query, key, value, attention;
  LayerNorm attention_norm;
  Dense intermediate, output;
  LayerNorm output_norm;
};

// Refers to numbers owned by others.
struct EncoderWeights {
  int hidden = 0;
  int heads = 0;
  int intermediate = 0;
  float epsilon = 0;
  const float* words = nullptr;      // one row per token
  const float* positions = nullptr;  // one row per position, from the first one in use
  const float* type = nullptr;       // the row of the first token type
  LayerNorm norm;
  const EncoderLayer* layers = nullptr;
  int layer_count = 0;
};

// Computes the last layer's state of each of `count` tokens: `state` holds count * hidden numbers.
// Thread-safe.
using Encode = void (*)(const EncoderWeights& weights, const int* ids, int count, float* state);

namespace baseline {
void encode(const EncoderWeights& weights, const int* ids, int count, float* state);
}
#ifdef __x86_64__
namespace avx2 {
void encode(const EncoderWeights& weights, const int* ids, int count, float* state);
}
namespace avx512 {
void encode(const EncoderWeights& weights, const int* ids, int count, float* state);
}
#endif

}  // namespace assay
