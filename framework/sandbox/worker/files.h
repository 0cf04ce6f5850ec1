// SPDX-License-Identifier: Apache-2.0
// Files of a world, relative to open folders: nothing here follows a link that a command may have made.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/descriptor.h"

namespace assay::sandbox {

using process::Descriptor;

// Folders as needed, mode 0755. `path` without a leading slash. False where the system refuses (errno), or a
// part of it is no folder.
bool make_folders(int root, std::string_view path);
// The folder that `path` lies in, made as needed, and its last part.
struct Place {
  Descriptor folder;
  std::string name;
};
Place place_of(int root, std::string_view path);

// O_PATH-less descriptor of a folder below another, or invalid.
Descriptor open_folder(int at, const char* name);
// The names in it, sorted, at most `most`; `cut` says that there were more.
std::vector<std::string> names_in(int folder, std::size_t most, bool& cut);

bool write_file(int folder, const std::string& name, std::string_view bytes, mode_t mode);
std::string link_target(int folder, const char* name);

// Removes what it can below `folder`, at most `budget` names.
bool remove_below(int folder, const char* name, int& budget);

}  // namespace assay::sandbox
