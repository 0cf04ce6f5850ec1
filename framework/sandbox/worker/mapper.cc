// SPDX-License-Identifier: Apache-2.0
#include "worker/mapper.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/sandbox.h"

namespace assay::sandbox {
namespace {

// Above all ids that distributions, containers and directory services assign.
constexpr std::uint64_t kRootsRange = 0x70000000;

struct Ids {
  unsigned user, group;
};

// The id of `user` (kUser or kGroup), and which one outside that is.
struct OwnId {
  unsigned inner, outer;
};

// Triples of inner, outer, count.
std::array<std::uint64_t, 9> map_of(std::uint64_t first, const OwnId& own) {
  const auto [inner, outer] = own;
  return {0, first, inner, inner, outer, 1, inner + 1, first + inner + 1, kInnerIds - inner - 1};
}

bool write_to(const std::string& path, const std::string& text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file && process::write_all(file.get(), text);
}

std::string proc_file(pid_t process, const char* file) {
  return "/proc/" + std::to_string(process) + "/" + file;
}

bool write_map(pid_t process, const char* file, std::uint64_t first, const OwnId& own) {
  std::string text;
  const auto numbers = map_of(first, own);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    (text += std::to_string(numbers[i])) += i % 3 == 2 ? '\n' : ' ';
  return write_to(proc_file(process, file), text);
}

std::string read_all(const char* path) {
  constexpr std::size_t kMost = 1 << 20;
  const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 4096> block;
  for (ssize_t count;
       file && text.size() < kMost && (count = ::read(file.get(), block.data(), block.size())) > 0;)
    text.append(block.data(), static_cast<std::size_t>(count));
  return text;
}

std::vector<std::string_view> parts_of(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(mark, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size() ? number : 0;
}

// This user's account name; empty if it is not in the file.
std::string name_of_user(unsigned user) {
  const std::string accounts = read_all("/etc/passwd");
  for (const std::string_view line : parts_of(accounts, '\n')) {
    const auto parts = parts_of(line, ':');
    if (parts.size() > 2 && parts[2] == std::to_string(user)) return std::string(parts[0]);
  }
  return {};
}

// The first range that is long enough; 0 if there is none.
std::uint64_t range_in(const char* path, const std::string& name, unsigned user) {
  const std::string ranges = read_all(path);
  for (const std::string_view line : parts_of(ranges, '\n')) {
    const auto parts = parts_of(line, ':');
    if (parts.size() != 3 || (parts[0] != std::to_string(user) && (name.empty() || parts[0] != name)))
      continue;
    if (number_in(parts[2]) >= kInnerIds) return number_in(parts[1]);
  }
  return 0;
}

// Its output is discarded.
bool run_to_end(const std::vector<std::string>& words) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    char* environment[] = {nullptr};
    ::execve(argv.front(), argv.data(), environment);
    ::_exit(127);
  }
  int status = -1;
  return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool grant_map(const char* program, pid_t process, std::uint64_t first, const OwnId& own) {
  std::vector<std::string> words = {program, std::to_string(process)};
  for (const std::uint64_t number : map_of(first, own)) words.push_back(std::to_string(number));
  return first != 0 && run_to_end(words);
}

bool map_from_outside(pid_t process, const Ids& ids) {
  if (::geteuid() == 0)
    return write_map(process, "uid_map", kRootsRange, {kUser, ids.user}) &&
           write_map(process, "gid_map", kRootsRange, {kGroup, ids.group});
  if (::access("/usr/bin/newuidmap", X_OK) != 0 || ::access("/usr/bin/newgidmap", X_OK) != 0) return false;
  const std::string name = name_of_user(ids.user);
  const std::uint64_t users = range_in("/etc/subuid", name, ids.user);
  const std::uint64_t groups = range_in("/etc/subgid", name, ids.user);
  return users != 0 && groups != 0 && grant_map("/usr/bin/newuidmap", process, users, {kUser, ids.user}) &&
         grant_map("/usr/bin/newgidmap", process, groups, {kGroup, ids.group});
}

[[noreturn]] void serve(int line, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_NAME, "assay-mapper");
  Ids ids{};
  if (::read(line, &ids, sizeof ids) == sizeof ids) {
    const char done = map_from_outside(parent, ids) ? 1 : 0;
    if (::write(line, &done, 1) != 1) ::_exit(1);
  }
  ::_exit(0);
}

}  // namespace

Mapper::Mapper() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  line_ = Descriptor(ends[0]);
  const Descriptor theirs(ends[1]);
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ != 0) return;
  line_.reset();  // otherwise its end would never come
  serve(theirs.get(), parent);
}

bool Mapper::map(unsigned user, unsigned group) {
  if (child_ <= 0) return false;
  const Ids ids{user, group};
  char done = 0;
  const bool said = ::send(line_.get(), &ids, sizeof ids, MSG_NOSIGNAL) == sizeof ids;
  const bool mapped = said && ::read(line_.get(), &done, 1) == 1 && done == 1;
  line_.reset();
  ::waitpid(child_, nullptr, 0);
  child_ = -1;
  return mapped;
}

// Split like the outer map: no entry may span several entries of that.
bool map_child(pid_t child) {
  return write_to(proc_file(child, "setgroups"), "deny") && write_map(child, "uid_map", 0, {kUser, kUser}) &&
         write_map(child, "gid_map", 0, {kGroup, kGroup});
}

}  // namespace assay::sandbox
