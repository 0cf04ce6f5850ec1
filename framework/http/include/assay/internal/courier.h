// SPDX-License-Identifier: Apache-2.0
// The client in a process of its own, so that a program which asks servers now and then need not have what a
// client of https brings along.
#pragma once

#include <memory>

#include "assay/internal/http.h"

namespace assay::http {

// Starts the process with the first request; it ends with the courier, or with this process where that is
// killed. Where it cannot be started, or dies, every request is `unreachable` and says so. It is told
// SSL_CERT_FILE and SSL_CERT_DIR, and nothing else of the environment.
class Courier : public Poster {
 public:
  explicit Courier(ClientOptions options = {});  // `random` is not handed over
  ~Courier() override;
  Courier(const Courier&) = delete;
  Courier& operator=(const Courier&) = delete;

  void post(Request request, std::stop_token stop, std::function<void(Reply)> done) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::http
