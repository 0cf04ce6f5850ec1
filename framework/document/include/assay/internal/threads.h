// SPDX-License-Identifier: Apache-2.0
// Work on other threads, if the system allows them.
#pragma once

#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

#include "assay/error.h"

namespace assay {

// A thread that does `work`, as std::jthread's. Throws Error if the system allows no further one.
template <typename Work>
std::jthread new_thread(Work&& work) {
  try {
    return std::jthread(std::forward<Work>(work));
  } catch (const std::system_error& error) {
    throw Error({}, std::string("cannot start a thread: ") + error.code().message(),
                "raise the limit of processes: ulimit -u, or pids of the container");
  }
}

// Runs `work()` on a new thread or, if no thread can be created, deferred on the caller's when it asks for
// the result: deferred work may never run. Whatever `work` refers to must outlive the future, whose
// destructor waits for the thread. The future's get() rethrows what `work` throws.
template <typename Work>
std::future<std::invoke_result_t<Work>> run_async(Work work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    return std::async(std::launch::deferred, work);
  }
}

}  // namespace assay
