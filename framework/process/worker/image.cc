// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "assay/internal/worker.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

namespace assay::process {
namespace {

Descriptor in_memory(std::string_view program, const char* name) {
  Descriptor file = memory_file(name, MFD_ALLOW_SEALING | MFD_EXEC);
  if (!file && errno == EINVAL) file = memory_file(name, MFD_ALLOW_SEALING);  // before Linux 6.3
  if (!file || !write_all(file.get(), program)) return {};
  ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
  return file;
}

bool lets_execute(const std::string& folder) {
  struct statvfs found;
  return ::statvfs(folder.c_str(), &found) == 0 && (found.f_flag & ST_NOEXEC) == 0;
}

// A file cannot be executed while it is open for writing, so it is opened again.
Descriptor in_folder(std::string_view program, const std::string& folder) {
  std::string path = folder + "/assay-XXXXXX";
  const Descriptor writable(::mkostemp(path.data(), O_CLOEXEC));
  if (!writable) return {};
  Descriptor file;
  if (write_all(writable.get(), program) && ::fchmod(writable.get(), 0500) == 0)
    file = above_standard(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const int error = errno;
  ::unlink(path.c_str());
  errno = error;
  return file;
}

Descriptor in_some_folder(std::string_view program) {
  const char* temporary = std::getenv("TMPDIR");
  errno = EACCES;
  for (const char* folder : {temporary, "/tmp", "/var/tmp", "."}) {
    if (folder == nullptr || !lets_execute(folder)) continue;
    if (Descriptor file = in_folder(program, folder)) return file;
  }
  return {};
}

}  // namespace

Descriptor make_image(std::string_view program, const char* name, ImagePlace place) {
  return place == ImagePlace::memory ? in_memory(program, name) : in_some_folder(program);
}

}  // namespace assay::process
