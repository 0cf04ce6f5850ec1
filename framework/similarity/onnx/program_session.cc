// SPDX-License-Identifier: Apache-2.0
#include "program_session.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "assay/error.h"
#include "assay/internal/text.h"
#include "onnxruntime_api.h"

namespace assay::onnx {
namespace {

namespace ort = onnxruntime;

constexpr std::size_t kMostNumbers = std::size_t{1} << 25;  // limit for an output: 128 MiB

[[noreturn]] void refuse_runtime(const std::string& library, std::string why) {
  throw Error(
      Problem{.where = {.file = library},
              .pointer = {},
              .what = "ONNX Runtime cannot be used: " + std::move(why),
              .next = "name its library in ASSAY_ONNXRUNTIME; docs/similarity.md says where to get it"});
}

// The library stays loaded: the exit handlers it registers must still exist when the process ends.
std::pair<const ort::Api*, std::string> load(const std::string& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = ::dlerror();
    refuse_runtime(library, one_line(reason == nullptr ? "the loader gives no reason" : reason));
  }
  const auto base_of = reinterpret_cast<ort::ApiBaseFunction>(::dlsym(handle, "OrtGetApiBase"));
  if (base_of == nullptr) refuse_runtime(library, "the library has no function OrtGetApiBase: it is another");
  const auto* base = base_of();
  const std::string version = base == nullptr ? "of no version" : base->version();
  const auto* api = base == nullptr ? nullptr : base->api(ort::kVersion);
  if (api == nullptr)
    refuse_runtime(library, fmt::format("the library, {}, lacks version {} of its C API", one_line(version),
                                        ort::kVersion));
  return {api, version};
}

template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

}  // namespace

struct Session::Inner {
  explicit Inner(const Opening& opening) : file(opening.model) {
    std::tie(api, description.version) = load(opening.library);
    environment = made(api->release_environment, [this](auto** made) {
      return api->create_environment(ort::kLogFatal, "assay", made);  // failures are reported by their status
    });
    memory = made(api->release_memory_info, [this](auto** made) {
      return api->create_memory_info(ort::kDeviceAllocator, ort::kDefaultMemory, made);
    });
    const auto options =
        made(api->release_session_options, [this](auto** made) { return api->create_session_options(made); });
    expect(api->set_intra_op_threads(options.get(), 1));
    session = made(api->release_session, [&](auto** made) {
      return api->create_session(environment.get(), file.c_str(), options.get(), made);
    });
    description.inputs = names(api->input_count, api->input_name);
    description.outputs = names(api->output_count, api->output_name);
  }

  void expect(ort::Status* status) const {
    if (status == nullptr) return;
    const Owned<ort::Status> owned(status, api->release_status);
    throw Error(
        Problem{.where = {.file = file},
                .pointer = {},
                .what = fmt::format("ONNX Runtime {} cannot run this model: {}",
                                    one_line(description.version), one_line(api->error_message(status))),
                .next = "docs/similarity.md says which models are read"});
  }

  template <class T, class Make>
  Owned<T> made(void (*release)(T*), const Make& make) const {
    T* made = nullptr;
    expect(make(&made));
    return {made, release};
  }

  template <class Count, class Name>
  std::vector<std::string> names(Count count_of, Name name_of) const {
    std::size_t count = 0;
    expect(count_of(session.get(), &count));
    ort::Allocator* allocator = nullptr;  // owned by the library
    expect(api->default_allocator(&allocator));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) {
      char* name = nullptr;
      expect(name_of(session.get(), i, allocator, &name));
      names.emplace_back(name);
      expect(api->free(allocator, name));
    }
    return names;
  }

  Owned<ort::Value> tensor(Input& input) const {
    const std::int64_t shape[] = {1, static_cast<std::int64_t>(input.values.size())};
    return made(api->release_value, [&](auto** made) {
      return api->create_tensor(memory.get(), input.values.data(), input.values.size() * sizeof(std::int64_t),
                                shape, 2, ort::kInt64, made);
    });
  }

  Output read(ort::Value* value, const std::string& name) const {
    const auto refuse = [&](const std::string& what) {
      throw Error(Problem{.where = {.file = file},
                          .pointer = {},
                          .what = fmt::format("its output '{}' is {}", one_line(name), what),
                          .next = "export the model so that it gives a vector of 32-bit floats a token"});
    };
    int is_tensor = 0;
    expect(api->is_tensor(value, &is_tensor));
    if (is_tensor == 0) refuse("no tensor");
    const auto info =
        made(api->release_tensor_info, [&](auto** made) { return api->tensor_info(value, made); });
    ort::ElementType type{};
    expect(api->element_type(info.get(), &type));
    if (type != ort::kFloat) refuse("not of 32-bit floats");
    std::size_t dimensions = 0;
    expect(api->dimension_count(info.get(), &dimensions));
    Output output{.shape = std::vector<std::int64_t>(dimensions), .values = {}};
    expect(api->dimensions(info.get(), output.shape.data(), dimensions));
    std::size_t count = 1;
    for (const auto length : output.shape)
      if (__builtin_mul_overflow(count, static_cast<std::size_t>(length), &count)) refuse("too large");
    if (count > kMostNumbers) refuse("too large");
    void* data = nullptr;
    expect(api->tensor_data(value, &data));
    const auto* numbers = static_cast<const float*>(data);
    output.values.assign(numbers, numbers + count);
    return output;
  }

  std::string file;
  const ort::Api* api = nullptr;
  Owned<ort::Environment> environment{nullptr, nullptr};
  Owned<ort::MemoryInfo> memory{nullptr, nullptr};
  Owned<ort::Session> session{nullptr, nullptr};
  Description description;
};

Session::Session(const Opening& opening) : inner_(std::make_unique<Inner>(opening)) {}
Session::~Session() = default;

const Description& Session::description() const { return inner_->description; }

Output Session::run(Question question) const {
  std::vector<Owned<ort::Value>> tensors;
  std::vector<const ort::Value*> values;
  std::vector<const char*> names;
  for (auto& input : question.inputs) {
    names.push_back(input.name.c_str());
    values.push_back(tensors.emplace_back(inner_->tensor(input)).get());
  }
  const char* const wanted[] = {question.output.c_str()};
  const auto given = inner_->made(inner_->api->release_value, [&](auto** made) {
    return inner_->api->run(inner_->session.get(), nullptr, names.data(), values.data(), values.size(),
                            wanted, 1, made);
  });
  return inner_->read(given.get(), question.output);
}

}  // namespace assay::onnx
