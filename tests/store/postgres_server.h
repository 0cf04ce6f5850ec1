// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL server of the tests' own, in a temporary folder, on a socket of Unix alone.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace assay {

class PostgresServer {
 public:
  // Of this process, started with the first call. REQUIRES: there is one on this machine.
  static PostgresServer& of_this_process();
  // Why there is none; empty: there is one. Where every test must run (ASSAY_MUST_RUN) its absence is a
  // failure, which the first call says.
  static const std::string& absence();

  // Of a database; of a schema in it that is made with the first connection, where one is named.
  std::string url(const std::string& database = "postgres", const std::string& schema = {},
                  const std::string& role = {}) const;
  // In the database called postgres, as superuser.
  void run(const std::string& sql) const;
  // At once and without a word to whoever is connected, and up again on what it left.
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
