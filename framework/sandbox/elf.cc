// SPDX-License-Identifier: Apache-2.0
// Determines what a program needs to start by reading its file as its loader would: nothing is executed.
#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstring>

#include "assay/internal/descriptor.h"
#include "system.h"

namespace assay::sandbox {
namespace {

constexpr std::size_t kMostTable = 1u << 20;

class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    const bool is_elf = read(0, &header_, sizeof header_) &&
                        std::memcmp(header_.e_ident, ELFMAG, SELFMAG) == 0 &&
                        header_.e_ident[EI_CLASS] == ELFCLASS64 && header_.e_phentsize == sizeof(Elf64_Phdr);
    if (!is_elf) header_ = {};
    if (is_elf) segments_ = table<Elf64_Phdr>(header_.e_phoff, header_.e_phnum * sizeof(Elf64_Phdr));
  }

  Needs needs() const {
    Needs needs;
    needs.machine = header_.e_machine;
    for (const Elf64_Phdr& segment : segments_) {
      if (segment.p_type == PT_INTERP) needs.interpreter = text(segment.p_offset);
      if (segment.p_type == PT_DYNAMIC) read_dynamic(segment, needs);
    }
    return needs;
  }

 private:
  bool read(std::uint64_t at, void* to, std::size_t size) const {
    return file_ && ::pread(file_.get(), to, size, static_cast<off_t>(at)) == static_cast<ssize_t>(size);
  }
  template <typename Row>
  std::vector<Row> table(std::uint64_t at, std::uint64_t bytes) const {
    if (bytes > kMostTable) return {};
    std::vector<Row> rows(bytes / sizeof(Row));
    if (!read(at, rows.data(), rows.size() * sizeof(Row))) rows.clear();
    return rows;
  }
  std::string text(std::uint64_t at) const {
    char bytes[PATH_MAX] = {};
    if (!file_ || ::pread(file_.get(), bytes, sizeof bytes - 1, static_cast<off_t>(at)) <= 0) return {};
    return bytes;
  }
  // Converts an address in memory.
  std::uint64_t offset_of(std::uint64_t address) const {
    for (const Elf64_Phdr& segment : segments_) {
      const bool holds = segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
                         address < segment.p_vaddr + segment.p_filesz;
      if (holds) return address - segment.p_vaddr + segment.p_offset;
    }
    return 0;
  }
  void read_dynamic(const Elf64_Phdr& segment, Needs& needs) const {
    const auto rows = table<Elf64_Dyn>(segment.p_offset, segment.p_filesz);
    std::uint64_t strings = 0;
    for (const Elf64_Dyn& row : rows)
      if (row.d_tag == DT_STRTAB) strings = offset_of(row.d_un.d_ptr);
    for (const Elf64_Dyn& row : rows) {
      if (row.d_tag == DT_NEEDED) needs.libraries.push_back(text(strings + row.d_un.d_val));
      if (row.d_tag == DT_RUNPATH || row.d_tag == DT_RPATH)
        add_folders(text(strings + row.d_un.d_val), needs);
    }
  }
  void add_folders(std::string_view paths, Needs& needs) const {
    const std::string own = path_.substr(0, path_.rfind('/'));
    while (!paths.empty()) {
      std::string folder(paths.substr(0, paths.find(':')));
      paths.remove_prefix(std::min(folder.size() + 1, paths.size()));
      for (const std::string_view origin : {"$ORIGIN", "${ORIGIN}"})
        if (folder.starts_with(origin)) folder.replace(0, origin.size(), own);
      needs.folders.push_back(std::move(folder));
    }
  }

  std::string path_;
  process::Descriptor file_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> segments_;
};

}  // namespace

Needs needs_of(const std::string& file) { return ElfFile(file).needs(); }

}  // namespace assay::sandbox
