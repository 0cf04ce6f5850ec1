#include "system_error.h"

#include <cerrno>
#include <system_error>

#include "assay/internal/text.h"

namespace assay {
namespace {

std::string folder_of(const std::filesystem::path& file) {
  const std::string folder = file.parent_path().string();
  return one_line(folder.empty() ? "." : folder);
}

std::string way_to_read(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return "check the path; a relative path starts at the working directory";
    case EACCES:
    case EPERM:
      return "make the file readable for this user";
    case EISDIR:
      return "name a file, not a folder";
    default:
      return "";
  }
}

std::string way_to_write(const std::filesystem::path& file, int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return "create the folder " + folder_of(file) + " first";
    case ENOSPC:
    case EDQUOT:
      return "free some space there, or write to another folder";
    case EROFS:
      return "write to a folder that is not mounted read-only";
    case EACCES:
    case EPERM:
      return "make the folder " + folder_of(file) + " writable for this user, or write to another one";
    case EISDIR:
    case EEXIST:
    case ENOTEMPTY:
      return "name a file, not a folder";
    default:
      return "";
  }
}

Problem refused(const std::filesystem::path& file, const char* action, int number) {
  return {.where = {one_line(file.string()), 0},
          .pointer = "",
          .what = std::string(action) + ": " + std::generic_category().message(number),
          .next = ""};
}

}  // namespace

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

int Descriptor::close() {
  const int result = ::close(descriptor_);
  descriptor_ = -1;
  return result == 0 ? 0 : errno;
}

}  // namespace assay
