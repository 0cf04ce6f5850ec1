// SPDX-License-Identifier: Apache-2.0
// The proxy for a request, as the environment names it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/http_client.h"

namespace assay::http {

struct Proxy {
  std::string host;  // without the brackets of an IPv6 address
  std::string port;
  std::string authorization;  // the value of Proxy-Authorization; empty: none
  std::string name;           // for messages: "http://proxy.example:3128", without user and password

  bool operator==(const Proxy&) const = default;
};

struct ProxyChoice {
  std::optional<Proxy> proxy;  // none: the server is asked directly
  std::string fault;           // why the proxy that is named cannot be used; otherwise empty
};

// `variable` returns the value of an environment variable, empty if it is not set: https_proxy or
// HTTPS_PROXY, http_proxy (in lower case only, because servers pass a header of a request to their programs
// as HTTP_PROXY), no_proxy or NO_PROXY. A host of this machine never has a proxy, nor has one that no_proxy
// lists: names with all below them, addresses, networks (10.0.0.0/8), each with or without a port, or * for
// all.
ProxyChoice proxy_for(const Url& url, const std::function<std::string(const char*)>& variable);

}  // namespace assay::http
