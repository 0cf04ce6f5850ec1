// SPDX-License-Identifier: Apache-2.0
// One request over its own connection, and the reply.
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

// Everything runs in the thread that runs the io_context.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void cancel() = 0;  // then calls `done` with `cancelled`, unless it has been called already
};

// `tls` is used for https only and must outlive the exchange. The exchange lives until it has called `done`,
// regardless of other owners.
std::shared_ptr<Exchange> start_exchange(boost::asio::io_context& context, boost::asio::ssl::context* tls,
                                         const Url& url, const std::optional<Proxy>& proxy,
                                         const Request& request, ExchangeLimits limits,
                                         std::function<void(Reply)> done);

}  // namespace assay::http
