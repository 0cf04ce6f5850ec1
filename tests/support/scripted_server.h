// SPDX-License-Identifier: Apache-2.0
// An HTTP server for tests: each connection takes one request and gets the next scripted reply; the last
// reply repeats.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace assay {

struct ScriptedReply {
  enum class Manner {
    whole,     // sends `bytes`, then closes the connection
    withheld,  // sends nothing until the client disconnects
    closed,    // closes the connection at once, without sending anything
  };
  Manner manner = Manner::whole;
  std::string bytes{};  // raw, including the status line and headers
};

// "HTTP/1.1 <status>", headers (each ending in CRLF) and a body with its length.
ScriptedReply replying(int status, std::string body, std::string headers = {});

// A self-signed certificate and its key, in PEM; for "IP:127.0.0.1", "DNS:model.example" or the like.
struct Certificate {
  std::string certificate;
  std::string key;
};
Certificate made_certificate(const char* subject = "IP:127.0.0.1");

class ScriptedServer {
 public:
  explicit ScriptedServer(std::vector<ScriptedReply> replies);
  enum class Opening {
    tls,      // speaks TLS at once
    connect,  // is a proxy: grants CONNECT, and then speaks TLS in place of the server
  };
  ScriptedServer(std::vector<ScriptedReply> replies, const Certificate& certificate,
                 Opening opening = Opening::tls);
  ~ScriptedServer();  // joins its thread
  ScriptedServer(const ScriptedServer&) = delete;

  std::string url(const std::string& target = "/") const;
  std::string address() const;  // "127.0.0.1:port"

  struct Seen {
    std::string target;
    std::string headers;
    std::string body;
  };
  std::vector<Seen> seen() const;  // complete requests so far, CONNECT among them
  int connections() const { return connections_; }

 private:
  struct Listener;
  void serve();

  std::unique_ptr<Listener> listener_;
  std::vector<ScriptedReply> replies_;
  mutable std::mutex mutex_;
  std::vector<Seen> seen_;
  std::atomic<int> connections_ = 0;
  std::thread thread_;
};

}  // namespace assay
