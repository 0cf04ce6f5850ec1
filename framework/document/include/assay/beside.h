// Work that may go on beside the caller's.
#pragma once

#include <future>
#include <system_error>
#include <type_traits>

namespace assay {

// `work()` on a thread of its own; where no thread is to be had, on the caller's, when it asks for the
// result. What `work` refers to has to live until then: the future's destructor waits for it, too.
template <typename Work>
std::future<std::invoke_result_t<Work>> beside(Work work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    return std::async(std::launch::deferred, work);
  }
}

}  // namespace assay
