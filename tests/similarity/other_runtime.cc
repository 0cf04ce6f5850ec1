// SPDX-License-Identifier: Apache-2.0
// A library like that of a later ONNX Runtime, without version 1 of the C API, or one that crashes.
#include <cstdint>
#include <cstdlib>

namespace {

const void* api(std::uint32_t) { return nullptr; }
const char* version() { return "99.0.0"; }

struct ApiBase {
  const void* (*api)(std::uint32_t);
  const char* (*version)();
};
const ApiBase base{api, version};

}  // namespace

extern "C" __attribute__((visibility("default"))) const ApiBase* OrtGetApiBase() {
#ifdef ENDS
  std::_Exit(1);
#endif
  return &base;
}
