// SPDX-License-Identifier: Apache-2.0
#include "reaper/program.h"
#include "worker/system_call.h"

namespace assay::process {
namespace {

// struct user_msghdr of the kernel.
struct MessageHeader {
  void* name;
  int name_length;
  void* parts;
  unsigned long part_count;
  void* control;
  unsigned long control_length;
  unsigned flags;
};

constexpr unsigned long kBeforeDescriptors = 16;  // struct cmsghdr

// A single buffer: there is one request at a time.
alignas(8) char message[kMostInMessage];

// Converts the offsets to pointers.
char** strings_at(char* request, long& word, std::uint32_t count) {
  char** strings = reinterpret_cast<char**>(request + sizeof(Request)) + word;
  for (std::uint32_t i = 0; i < count; ++i) strings[i] = request + address(strings[i]);
  word += count + 1;
  return strings;
}

const Request* read_strings(Request& request, ToolStart& start) {
  char* begin = reinterpret_cast<char*>(&request);
  long word = 0;
  start.paths = strings_at(begin, word, request.paths);
  start.argv = strings_at(begin, word, request.arguments);
  start.environment = strings_at(begin, word, request.variables);
  start.folder = request.folder ? begin + request.folder : nullptr;
  return &request;
}

}  // namespace

const Request* receive(ToolStart& start) {
  struct {
    unsigned long length;
    int level;
    int type;
    int descriptors[kMostDescriptors + 1];  // rounded up to words, as CMSG_SPACE does
  } control;
  struct {
    void* begin;
    unsigned long length;
  } part = {message, sizeof message};
  MessageHeader header;
  header.name = nullptr;
  header.name_length = 0;
  header.parts = &part;
  header.part_count = 1;
  header.control = &control;
  header.control_length = sizeof control;
  header.flags = 0;
  const long length =
      system_call(kSysRecvmsg, kLineDescriptor, address(&header), 0x40000000 /* MSG_CMSG_CLOEXEC */);
  auto* request = reinterpret_cast<Request*>(message);
  if (length < static_cast<long>(sizeof(Request))) return nullptr;
  const unsigned long count = request->in_file ? kMostDescriptors : kMostDescriptors - 1;
  if (header.control_length < kBeforeDescriptors + count * sizeof(int)) return nullptr;
  for (int i = 0; i < kMostDescriptors; ++i) start.descriptors[i] = control.descriptors[i];
  if (!request->in_file) {
    start.descriptors[kRequestFile] = -1;
    return read_strings(*request, start);
  }
  const long mapped = system_call(kSysMmap, 0, request->bytes, 3 /* PROT_READ | PROT_WRITE */,
                                  2 /* MAP_PRIVATE */, start.descriptors[kRequestFile], 0);
  if (mapped < 0 && mapped > -4096) return nullptr;
  return read_strings(*reinterpret_cast<Request*>(mapped), start);
}

void forget(const Request& request, const ToolStart& start) {
  for (const int descriptor : start.descriptors)
    if (descriptor >= 0) system_call(kSysClose, descriptor);
  if (request.in_file) system_call(kSysMunmap, address(&request), request.bytes);
}

}  // namespace assay::process
