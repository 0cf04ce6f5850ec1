// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "assay/error.h"

namespace assay {

// A thread that does `work`, as std::jthread's. Throws Error if the system allows no further one.
template <typename Work>
std::jthread new_thread(Work&& work) {
  try {
    return std::jthread(std::forward<Work>(work));
  } catch (const std::system_error& error) {
    throw Error(Problem{.what = std::string("cannot start a thread: ") + error.code().message(),
                        .next = "raise the limit of processes: ulimit -u, or pids of the container"});
  }
}

}  // namespace assay
