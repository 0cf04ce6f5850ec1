// SPDX-License-Identifier: Apache-2.0
#include "assay/error.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "assay/internal/text.h"
#include "system_error.h"

namespace assay {
namespace {

std::string text_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += to_string(problem);
  }
  return text;
}

std::string folder_of(const std::filesystem::path& file) {
  const std::string folder = file.parent_path().string();
  return one_line(folder.empty() ? "." : folder);
}

std::string way_to_read(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR: return "check the path; a relative path starts at the working directory";
    case EACCES:
    case EPERM: return "make the file readable for this user";
    case EISDIR: return "name a file, not a folder";
    default: return "";
  }
}

std::string way_to_write(const std::filesystem::path& file, int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR: return "create the folder " + folder_of(file) + " first";
    case ENOSPC:
    case EDQUOT: return "free some space there, or write to another folder";
    case EROFS: return "write to a folder that is not mounted read-only";
    case EACCES:
    case EPERM:
      return "make the folder " + folder_of(file) + " writable for this user, or write to another one";
    case EISDIR:
    case EEXIST:
    case ENOTEMPTY: return "name a file, not a folder";
    default: return "";
  }
}

Problem refused(const std::filesystem::path& file, const char* action, int number) {
  return {.where = {one_line(file.string()), 0},
          .pointer = "",
          .what = std::string(action) + ": " + std::generic_category().message(number),
          .next = ""};
}

}  // namespace

std::string to_string(const SourceLine& where) {
  if (where.line == 0) return where.file;
  return where.file + ":" + std::to_string(where.line);
}

std::string to_string(const Problem& problem) {
  std::string text = one_line(to_string(problem.where));
  if (!text.empty()) text += ": ";
  text += "error: " + one_line(problem.what);
  if (!problem.pointer.empty()) text += " (at " + one_line(problem.pointer) + ")";
  if (!problem.next.empty()) text += "\n  next: " + one_line(problem.next);
  return text;
}

Error::Error(Problem problem) : Error(std::vector<Problem>{std::move(problem)}) {}

Error::Error(std::vector<Problem> problems)
    : std::runtime_error(text_of(problems)), problems_(std::move(problems)) {}

Error::Error(SourceLine where, std::string what, std::string next)
    : Error(std::vector<Problem>{{std::move(where), "", std::move(what), std::move(next)}}) {}

Error cannot_read(const std::filesystem::path& file, int number) {
  Problem problem = refused(file, "cannot be read", number);
  problem.next = way_to_read(number);
  return Error(std::move(problem));
}

Error cannot_write(const std::filesystem::path& file, int number) {
  Problem problem = refused(file, "cannot be written", number);
  problem.next = way_to_write(file, number);
  return Error(std::move(problem));
}

Error too_large(const std::filesystem::path& file, std::size_t limit_bytes) {
  return Error({one_line(file.string()), 0},
               "is larger than the limit of " + std::to_string(limit_bytes) + " bytes",
               "split the file into smaller ones");
}

int Descriptor::close() {
  const int result = ::close(descriptor_);
  descriptor_ = -1;
  return result == 0 ? 0 : errno;
}

Descriptor opened(const std::filesystem::path& file) {
  Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor.valid()) throw cannot_read(file, errno);
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0) throw cannot_read(file, errno);
  if (S_ISDIR(status.st_mode)) throw cannot_read(file, EISDIR);
  return descriptor;
}

std::size_t size_hint(const Descriptor& opened) {
  struct stat status {};
  const bool has_size = fstat(opened.get(), &status) == 0 && S_ISREG(status.st_mode);
  return has_size ? static_cast<std::size_t>(status.st_size) : 0;
}

std::size_t read_some(const Descriptor& opened, const std::filesystem::path& file, std::span<char> to) {
  for (;;) {
    const ssize_t got = read(opened.get(), to.data(), to.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw cannot_read(file, errno);
  }
}

}  // namespace assay
