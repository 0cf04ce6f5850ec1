// SPDX-License-Identifier: Apache-2.0
#include "postgres_server.h"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "assay/internal/postgres.h"

namespace assay {
namespace {
namespace fs = std::filesystem;

constexpr const char* kPrograms = "/usr/lib/postgresql";

// A program of the newest version that Debian has installed.
fs::path program(const std::string& name) {
  fs::path found;
  double newest = 0;
  std::error_code none;
  for (const auto& folder : fs::directory_iterator(kPrograms, none)) {
    const double version = std::atof(folder.path().filename().c_str());
    if (version <= newest || !fs::exists(folder.path() / "bin" / name)) continue;
    newest = version;
    found = folder.path() / "bin" / name;
  }
  return found;
}

const passwd* user_of_server() { return ::geteuid() == 0 ? ::getpwnam("nobody") : ::getpwuid(::geteuid()); }

// Runs a server as an unprivileged user, which it requires; it ends with this process.
pid_t start_as_user(const std::vector<std::string>& words, const fs::path& log) {
  const passwd* user = user_of_server();
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const pid_t child = ::fork();
  if (child != 0) {
    ::close(out);
    return child;
  }
  ::dup2(out, 1);
  ::dup2(out, 2);
  if (::geteuid() == 0 &&
      (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0))
    ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  ::setenv("LC_ALL", "C.UTF-8", 1);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

const std::string& PostgresServer::absence() {
  static const std::string why =
      program("postgres").empty() ? "no PostgreSQL server on this machine (Debian: postgresql)" : "";
  static const bool must_run = std::getenv("ASSAY_MUST_RUN") != nullptr;
  if (!why.empty() && must_run) ADD_FAILURE() << why << ", and every test must run";
  return why;
}

PostgresServer& PostgresServer::of_this_process() {
  static PostgresServer server;
  return server;
}

PostgresServer::PostgresServer() {
  std::string name = (fs::temp_directory_path() / "assay-pg-XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
  const passwd* user = user_of_server();
  if (::geteuid() == 0 && ::chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0)
    throw std::runtime_error("the server's folder cannot be given to " + std::string(user->pw_name));
  const fs::path log = folder_ / "log";
  int status = -1;
  const pid_t made = start_as_user({program("initdb").string(), "-D", (folder_ / "data").string(), "-U",
                                    "assay", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8"},
                                   log);
  if (::waitpid(made, &status, 0) != made || status != 0) throw std::runtime_error("initdb: " + text_of(log));
  std::ofstream(folder_ / "data/pg_hba.conf") << "local all locked scram-sha-256\nlocal all all trust\n";
  start();
}

PostgresServer::~PostgresServer() {
  kill();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void PostgresServer::start() {
  process_ =
      start_as_user({program("postgres").string(), "-D", (folder_ / "data").string(), "-k", folder_.string(),
                     "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"},
                    folder_ / "log");
  wait_for_it();
}

void PostgresServer::wait_for_it() const {
  for (int tries = 0;; ++tries) try {
      postgres::Connection connection(url());
      return;
    } catch (const postgres::Failure& failure) {
      if (tries == 600)
        throw std::runtime_error(std::string(failure.what()) + "\n" + text_of(folder_ / "log"));
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

void PostgresServer::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGQUIT);  // "immediate": like a crash, but all server processes end
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

std::string PostgresServer::url(const std::string& database, const std::string& schema,
                                const std::string& role) const {
  std::string text =
      "postgresql:///" + database + "?host=" + folder_.string() + "&user=" + (role.empty() ? "assay" : role);
  if (!schema.empty()) text += "&options=-csearch_path%3D" + schema;
  return text;
}

void PostgresServer::run(const std::string& sql) const { postgres::Connection(url()).script(sql); }

}  // namespace assay
