// SPDX-License-Identifier: Apache-2.0
// Work that may go on beside the caller's.
#pragma once

#include <future>
#include <system_error>
#include <type_traits>

namespace assay {

// `work()` on a thread of its own; where no thread is to be had, on the caller's, when it asks for the
// result: work that nobody asks for may not be done at all. What `work` refers to has to outlive the future,
// whose destructor waits for the thread. What `work` throws, the future's get() throws.
template <typename Work>
std::future<std::invoke_result_t<Work>> beside(Work work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    return std::async(std::launch::deferred, work);
  }
}

}  // namespace assay
