// SPDX-License-Identifier: Apache-2.0
// Runs work concurrently with the caller.
#pragma once

#include <future>
#include <system_error>
#include <type_traits>

namespace assay {

// Runs `work()` on a new thread or, if no thread can be created, deferred on the caller's when it asks for
// the result: deferred work may never run. Whatever `work` refers to must outlive the future, whose
// destructor waits for the thread. The future's get() rethrows what `work` throws.
template <typename Work>
std::future<std::invoke_result_t<Work>> beside(Work work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    return std::async(std::launch::deferred, work);
  }
}

}  // namespace assay
