// SPDX-License-Identifier: Apache-2.0
// Files that are written as a whole, read block by block, or gone when the process ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

namespace assay {

// What a symbolic link in the place of the file means.
enum class Links {
  followed,  // its target is replaced, not the link: a user named the file
  replaced,  // it is replaced by the file, and so is a pipe: the program named the file, in a folder where
             // others may plant such things
};

// A file that is written piece by piece and appears as a whole or not at all. A device or a pipe that
// a user named (/dev/stdout) is written to as it stands.
class AtomicFile {
 public:
  // Writes beside `file` under a temporary name. Throws Error if that file cannot be created.
  explicit AtomicFile(const std::filesystem::path& file, Links links = Links::followed);
  // Removes the temporary file unless it was committed.
  ~AtomicFile();
  AtomicFile(AtomicFile&&) noexcept;

  std::ostream& out();
  // Renames the file into place: readers see the old bytes or the new ones. If something could not be
  // written, throws Error naming the file and the system's reason, and leaves nothing behind.
  void commit();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// write_file_atomically() for a file whose name the program chose: Links::replaced.
void write_own_file(const std::filesystem::path& file, std::string_view bytes);

// Creates a folder whose name the program chose, with its parents, unless it is there. Throws Error if that
// fails, and if a symbolic link is in its place: what is written into it would land where nobody asked for
// it.
void make_own_folder(const std::filesystem::path& folder);

// The folder assay of the user's cache (XDG_CACHE_HOME, else ~/.cache); empty if there is none.
std::filesystem::path cache_folder();

// Bytes read block by block, so that no more than one block of a long document is in memory.
// The next bytes, valid until the next call; empty at the end.
using Blocks = std::function<std::string_view()>;

// `text` as one block; it must outlive the returned function.
Blocks one_block(std::string_view text);

// A file's bytes. A block never ends within a UTF-8 character.
class FileBlocks {
 public:
  // Throws Error naming the file and the system's reason, or saying that it is larger than the limit.
  explicit FileBlocks(const std::filesystem::path& file, std::size_t limit_bytes = SIZE_MAX);
  ~FileBlocks();
  FileBlocks(FileBlocks&&) noexcept;

  // As Blocks; throws Error likewise.
  std::string_view next();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// Bytes set aside for the life of a process: the first ones in memory, the rest in an unnamed file in the
// folder for temporary files.
class Spool {
 public:
  explicit Spool(std::size_t in_memory = std::size_t{16} << 20);
  ~Spool();
  Spool(Spool&&) noexcept;
  Spool& operator=(Spool&&) noexcept;

  // Returns their offset. Throws Error naming the folder and the system's reason if they cannot be written.
  std::uint64_t add(std::string_view bytes);
  // The bytes at an offset that add() returned. Thread-safe while nothing is added. Throws Error likewise.
  std::string at(std::uint64_t offset, std::size_t length) const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
