// SPDX-License-Identifier: Apache-2.0
// One request over a connection of its own, and what came back.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

#include "assay/internal/http_client.h"

namespace assay::http {

struct ExchangeLimits {
  std::chrono::steady_clock::duration timeout;
  std::size_t body;
};

// Everything happens in the thread that runs the io_context.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void cancel() = 0;  // `done` is then called with `cancelled`, unless it was called already
};

// `tls` is of use for https alone, and must outlive the exchange. The exchange lives until it has called
// `done`, whoever else holds it.
std::shared_ptr<Exchange> start_exchange(boost::asio::io_context& context, boost::asio::ssl::context* tls,
                                         const Url& url, const Request& request, ExchangeLimits limits,
                                         std::function<void(Reply)> done);

}  // namespace assay::http
