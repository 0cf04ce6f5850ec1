// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL server for the tests, in a temporary folder, reachable only through a Unix socket.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace assay {

class PostgresServer {
 public:
  // This process's server, started by the first call. REQUIRES: absence() is empty.
  static PostgresServer& of_this_process();
  // The reason why there is no server; empty if there is one. If every test must run (ASSAY_MUST_RUN), a
  // missing server is a failure, which the first call reports.
  static const std::string& absence();

  // The URL of a database, or of a schema in it, which the first connection creates.
  std::string url(const std::string& database = "postgres", const std::string& schema = {},
                  const std::string& role = {}) const;
  // In the database `postgres`, as superuser.
  void run(const std::string& sql) const;
  // kill() stops it at once, without notice to its clients; start() brings it up again on the same data.
  void kill();
  void start();
  void wait_for_it() const;

  ~PostgresServer();

 private:
  PostgresServer();
  std::filesystem::path folder_;
  pid_t process_ = -1;
};

}  // namespace assay
