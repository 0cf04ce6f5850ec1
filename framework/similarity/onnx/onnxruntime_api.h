// SPDX-License-Identifier: Apache-2.0
// The parts of ONNX Runtime's C API, version 1, that are used here, so that building needs none of its
// headers.
//
// The API is a table of functions to which newer versions only append; version 1 has 102. The positions are
// those in include/onnxruntime/core/session/onnxruntime_c_api.h of microsoft/onnxruntime, whose
// onnxruntime_c_api.cc asserts that version 1 ends at position 101.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::onnxruntime {

struct Status;
struct Environment;
struct Session;
struct SessionOptions;
struct RunOptions;
struct Value;
struct Allocator;
struct MemoryInfo;
struct TensorInfo;

enum LogLevel : int { kLogFatal = 4 };
enum ElementType : int { kFloat = 1, kInt64 = 7 };
enum AllocatorType : int { kDeviceAllocator = 0 };
enum MemoryType : int { kDefaultMemory = 0 };

using Unused = void (*)();

// Functions that return a Status return null on success.
struct Api {
  Unused unused_0[2];
  const char* (*error_message)(const Status*);                                     // 2: GetErrorMessage
  Status* (*create_environment)(LogLevel, const char* identifier, Environment**);  // 3: CreateEnv
  Unused unused_4[3];
  Status* (*create_session)(const Environment*, const char* file, const SessionOptions*,
                            Session**);  // 7: CreateSession
  Unused unused_8;
  Status* (*run)(Session*, const RunOptions*, const char* const* input_names, const Value* const* inputs,
                 std::size_t input_count, const char* const* output_names, std::size_t output_count,
                 Value** outputs);                      // 9: Run
  Status* (*create_session_options)(SessionOptions**);  // 10: CreateSessionOptions
  Unused unused_11[13];
  Status* (*set_intra_op_threads)(SessionOptions*, int);  // 24: SetIntraOpNumThreads
  Unused unused_25[5];
  Status* (*input_count)(const Session*, std::size_t*);   // 30: SessionGetInputCount
  Status* (*output_count)(const Session*, std::size_t*);  // 31: SessionGetOutputCount
  Unused unused_32[4];
  Status* (*input_name)(const Session*, std::size_t, Allocator*, char**);   // 36: SessionGetInputName
  Status* (*output_name)(const Session*, std::size_t, Allocator*, char**);  // 37: SessionGetOutputName
  Unused unused_38[11];
  Status* (*create_tensor)(const MemoryInfo*, void* data, std::size_t bytes, const std::int64_t* shape,
                           std::size_t dimensions, ElementType,
                           Value**);         // 49: CreateTensorWithDataAsOrtValue
  Status* (*is_tensor)(const Value*, int*);  // 50: IsTensor
  Status* (*tensor_data)(Value*, void**);    // 51: GetTensorMutableData
  Unused unused_52[8];
  Status* (*element_type)(const TensorInfo*, ElementType*);              // 60: GetTensorElementType
  Status* (*dimension_count)(const TensorInfo*, std::size_t*);           // 61: GetDimensionsCount
  Status* (*dimensions)(const TensorInfo*, std::int64_t*, std::size_t);  // 62: GetDimensions
  Unused unused_63[2];
  Status* (*tensor_info)(const Value*, TensorInfo**);  // 65: GetTensorTypeAndShape
  Unused unused_66[3];
  Status* (*create_memory_info)(AllocatorType, MemoryType, MemoryInfo**);  // 69: CreateCpuMemoryInfo
  Unused unused_70[6];
  Status* (*free)(Allocator*, void*);  // 76: AllocatorFree
  Unused unused_77;
  Status* (*default_allocator)(Allocator**);  // 78: GetAllocatorWithDefaultOptions
  Unused unused_79[13];
  void (*release_environment)(Environment*);  // 92: ReleaseEnv
  void (*release_status)(Status*);            // 93: ReleaseStatus
  void (*release_memory_info)(MemoryInfo*);   // 94: ReleaseMemoryInfo
  void (*release_session)(Session*);          // 95: ReleaseSession
  void (*release_value)(Value*);              // 96: ReleaseValue
  Unused unused_97[2];
  void (*release_tensor_info)(TensorInfo*);          // 99: ReleaseTensorTypeAndShapeInfo
  void (*release_session_options)(SessionOptions*);  // 100: ReleaseSessionOptions
  Unused unused_101;
};
static_assert(sizeof(Api) == 102 * sizeof(Unused));
static_assert(offsetof(Api, create_session) == 7 * sizeof(Unused));
static_assert(offsetof(Api, set_intra_op_threads) == 24 * sizeof(Unused));
static_assert(offsetof(Api, input_name) == 36 * sizeof(Unused));
static_assert(offsetof(Api, create_tensor) == 49 * sizeof(Unused));
static_assert(offsetof(Api, tensor_info) == 65 * sizeof(Unused));
static_assert(offsetof(Api, default_allocator) == 78 * sizeof(Unused));
static_assert(offsetof(Api, release_environment) == 92 * sizeof(Unused));
static_assert(offsetof(Api, release_session_options) == 100 * sizeof(Unused));

constexpr std::uint32_t kVersion = 1;

// OrtApiBase, returned by the only exported function, OrtGetApiBase.
struct ApiBase {
  const Api* (*api)(std::uint32_t version);  // null: the library lacks that version
  const char* (*version)();                  // of the library: "1.20.1"
};
using ApiBaseFunction = const ApiBase* (*)();

}  // namespace assay::onnxruntime
