// SPDX-License-Identifier: Apache-2.0
// A file that is written piece by piece and appears as a whole or not at all. A device or a pipe that
// a user named (/dev/stdout) is written to as it stands.
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <string_view>

namespace assay {

// What a symbolic link in the place of the file means.
enum class Links {
  followed,  // its target is replaced, not the link: a user named the file
  replaced,  // it is replaced by the file, and so is a pipe: the program named the file, in a folder where
             // others may plant such things
};

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

}  // namespace assay
