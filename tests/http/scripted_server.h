// SPDX-License-Identifier: Apache-2.0
// A server of the tests: one connection, one request, one scripted reply, each in its turn; the last is
// repeated.
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
    whole,     // `bytes`, then the connection is closed
    withheld,  // nothing, until the client goes
    closed,    // at once, before anything is said
  };
  Manner manner = Manner::whole;
  std::string bytes{};  // as they go over the line, status line and headers too
};

// "HTTP/1.1 <status>", headers (each with its line's end) and a body with its length.
ScriptedReply replying(int status, std::string body, std::string headers = {});

// A certificate for 127.0.0.1 that signs itself, and its key; PEM.
struct Certificate {
  std::string certificate;
  std::string key;
};
Certificate made_certificate();

class ScriptedServer {
 public:
  explicit ScriptedServer(std::vector<ScriptedReply> replies);
  ScriptedServer(std::vector<ScriptedReply> replies, const Certificate& certificate);  // speaks TLS
  ~ScriptedServer();                                                                   // its thread is joined
  ScriptedServer(const ScriptedServer&) = delete;

  std::string url(const std::string& target = "/") const;

  struct Seen {
    std::string target;
    std::string headers;
    std::string body;
  };
  std::vector<Seen> seen() const;  // whole requests, so far
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
