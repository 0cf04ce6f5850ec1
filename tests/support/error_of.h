// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "assay/error.h"

namespace assay {

// The message of the Error with which `work` ends; "no error" if it ends without one.
template <typename Work>
std::string error_of(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace assay
