// SPDX-License-Identifier: Apache-2.0
// The arithmetic of a BERT encoder: plain numbers in, plain numbers out, compiled once for each kind of
// processor.
#pragma once

#include <cstddef>

namespace assay {

struct Dense {
  const float* weight = nullptr;  // a row an output
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

// Refers to numbers that somebody else holds.
struct EncoderWeights {
  int hidden = 0;
  int heads = 0;
  int intermediate = 0;
  float epsilon = 0;
  const float* words = nullptr;      // a row a token
  const float* positions = nullptr;  // a row a position, from the first one that is used
  const float* type = nullptr;       // of the first type
  LayerNorm norm;
  const EncoderLayer* layers = nullptr;
  int layer_count = 0;
};

// Of `count` tokens, the last layer's state of each: `state` holds count * hidden numbers. Re-entrant.
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
