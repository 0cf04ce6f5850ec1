// SPDX-License-Identifier: Apache-2.0
// Runs the client in a separate process, so that a program which only sometimes asks servers need not link an
// HTTPS client.
#pragma once

#include <memory>

#include "assay/internal/http.h"

namespace assay::http {

// Starts the process with the first request; it ends with the courier, or when this process is killed. If it
// cannot be started or dies, every request ends as `unreachable` and says so. Of the environment, the process
// receives only the variables about certificates and proxies.
class Courier : public Poster {
 public:
  explicit Courier(ClientOptions options = {});  // `random` is not passed on
  ~Courier() override;
  Courier(const Courier&) = delete;
  Courier& operator=(const Courier&) = delete;

  void post(Request request, std::stop_token stop, std::function<void(Reply)> done) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::http
