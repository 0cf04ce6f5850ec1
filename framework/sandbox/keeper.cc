// SPDX-License-Identifier: Apache-2.0
#include "keeper.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>

#include "assay/error.h"
#include "assay/internal/digest.h"
#include "filter.h"
#include "wire.h"

namespace assay {
extern const std::string_view sandbox_program;
extern const std::string_view sandbox_programs_list;
}  // namespace assay

namespace assay::sandbox {
namespace {

constexpr const char* kName = "assay-sandbox";
constexpr std::chrono::seconds kSetupTime{120};

[[noreturn]] void fail(const std::string& what, int error) {
  throw Error({}, "the sandbox: " + what + ": " + std::strerror(error), "raise the limit of open files");
}

std::string setup(const std::vector<SystemEntry>& system) {
  Writer writer;
  writer.text(system_call_filter());
  writer.number(system.size());
  for (const SystemEntry& entry : system) {
    writer.number(static_cast<std::uint64_t>(entry.kind));
    writer.text(entry.from);
    writer.text(entry.to);
  }
  return writer.bytes();
}

// A file that cannot be read is not copied, either.
std::string bytes_digest(const std::string& file) try { return sha256_file(file); } catch (const Error&) {
  return {};
}

// What the file system says of a file: another one of that name has another text.
std::string state_text(const std::string& file) {
  struct stat known {};
  if (::stat(file.c_str(), &known) != 0) return {};
  return fmt::format("{} {} {} {}.{} {}.{}", known.st_dev, known.st_ino, known.st_size, known.st_mtim.tv_sec,
                     known.st_mtim.tv_nsec, known.st_ctim.tv_sec, known.st_ctim.tv_nsec);
}

process::Worker start(int setup) {
  const process::Descriptor null = process::open_null();
  process::Worker started;
  for (const auto place : {process::ImagePlace::memory, process::ImagePlace::folder}) {
    const process::Descriptor image = process::make_image(sandbox_program, kName, place);
    process::SocketPair line = process::make_socket_pair();
    if (!null || !line.ours) fail("starting it", errno);
    if (!image) continue;
    started = process::start_worker({.image = image.get(),
                                     .arguments = {kName, std::to_string(::getpid())},
                                     .null_input = null.get(),
                                     .shared = {setup}},
                                    std::move(line));
    if (started.pid > 0) break;
  }
  return started;
}

}  // namespace

Greeting receive_greeting(int line, std::chrono::milliseconds limit) {
  Greeting greeting{Step::protocol, 0};
  if (!process::becomes_readable(line, limit)) return {Step::protocol, ETIMEDOUT};
  const ssize_t length = ::recv(line, &greeting, sizeof greeting, MSG_DONTWAIT);
  return length == sizeof greeting ? greeting : Greeting{Step::protocol, ECONNRESET};
}

UserlandFiles system_with(std::string_view userland) {
  return userland_files(userland, sandbox_programs_list);
}

namespace {

// `told` describes the bytes of a file.
std::string told_of_userland(std::string_view name,
                             const std::function<std::string(const std::string&)>& told) {
  const UserlandFiles userland = system_with(name);
  if (!userland.lack.empty()) return {};
  Writer all;
  for (const SystemEntry& entry : userland.files) {
    all.number(static_cast<std::uint64_t>(entry.kind));
    all.text(entry.to);
    if (entry.kind == SystemFile::link) {
      all.text(entry.from);
    } else {
      std::error_code unknown;
      all.number(static_cast<unsigned>(std::filesystem::status(entry.from, unknown).permissions()) & 0555u);
      all.text(told(entry.from));
    }
  }
  return sha256(all.bytes());
}

}  // namespace

std::string digest_of_userland(std::string_view name) { return told_of_userland(name, bytes_digest); }

std::string stamp_of_userland(std::string_view name) {
  return told_of_userland(name, [](const std::string& file) { return stamp_text(file); });
}

std::string state_of_userland(std::string_view name) { return told_of_userland(name, state_text); }

Keeper::Keeper(const std::vector<SystemEntry>& system) {
  const process::Descriptor file = process::memory_file("assay-sandbox-setup");
  if (!file || !process::write_all(file.get(), setup(system))) fail("its setup", errno);
  keeper_ = start(file.get());
  if (keeper_.pid < 0)
    greeting_ = {Step::protocol, static_cast<std::uint64_t>(keeper_.error)};
  else
    greeting_ = receive_greeting(keeper_.line.get(), kSetupTime);
}

Keeper::~Keeper() {
  if (keeper_.pid > 0) process::end_worker(keeper_.pid, keeper_.line.get());
}

void Keeper::order(KeeperOrder order, std::uint64_t worker, std::span<const int> descriptors) {
  const std::array<std::uint64_t, 2> message = {static_cast<std::uint64_t>(order), worker};
  const std::string_view bytes(reinterpret_cast<const char*>(message.data()), sizeof message);
  while (const int error = process::send_message(keeper_.line.get(), bytes, descriptors)) {
    if (error != EAGAIN) return;  // the keeper has ended, and so have its workers and their lines
    pollfd room{keeper_.line.get(), POLLOUT, 0};
    ::poll(&room, 1, -1);
  }
}

std::uint64_t Keeper::begin(KeeperOrder how, int line, int world, int answers) {
  const std::lock_guard lock(mutex_);
  order(how, ++last_, std::array{line, world, answers});
  return last_;
}

void Keeper::end(std::uint64_t worker) {
  const std::lock_guard lock(mutex_);
  order(KeeperOrder::end, worker, {});
}

std::string describe(const Greeting& greeting) {
  const auto why = [&](const std::string& what) {
    return greeting.error == 0 ? what : what + ": " + std::strerror(static_cast<int>(greeting.error));
  };
  switch (greeting.failed) {
    case Step::none: return {};
    case Step::privileges: return why("root's rights cannot be given up");
    case Step::user_namespace: return why("user namespaces are forbidden");
    case Step::namespaces: return why("namespaces are forbidden");
    case Step::mounts: return why("nothing can be mounted in a namespace");
    case Step::system: return why("the system cannot be copied into memory");
    case Step::devices: return why("/dev/null and others like it cannot be had");
    case Step::proc: return why("/proc cannot be mounted: parts of the outer one are hidden");
    case Step::root: return why("the host's files cannot be left behind");
    case Step::world: return why("the world cannot be made");
    case Step::overlay: return why("overlays are not for users here");
    case Step::lock: return why("system calls cannot be filtered");
    case Step::protocol: return why("the sandbox's process cannot be started");
  }
  return {};
}

std::string next_step_for(const Greeting& greeting) {
  switch (greeting.failed) {
    case Step::user_namespace:
    case Step::namespaces:
      return "allow them: sysctl user.max_user_namespaces and kernel.unprivileged_userns_clone; on Ubuntu "
             "kernel.apparmor_restrict_unprivileged_userns=0; in a container its seccomp profile";
    case Step::mounts:
    case Step::root:
    case Step::devices:
      return "on Ubuntu set kernel.apparmor_restrict_unprivileged_userns=0; in a container allow mounts in "
             "user "
             "namespaces";
    case Step::proc: return "start the container with its /proc unmasked (systempaths=unconfined)";
    case Step::overlay: return "use Linux 6.6 or later";
    case Step::lock: return "use a kernel with seccomp filters";
    case Step::privileges: return "run it as a user, or on a system where root may become user 65534";
    case Step::none:
    case Step::system:
    case Step::world:
    case Step::protocol: return {};
  }
  return {};
}

}  // namespace assay::sandbox
