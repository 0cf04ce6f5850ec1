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

// Creates missing folders with mode 0755. `path` has no leading slash. False if the system refuses (errno),
// or a part of it is not a folder.
bool make_folders(int root, std::string_view path);
// The folder that contains `path`, with missing folders created, and its last component.
struct Place {
  Descriptor folder;
  std::string name;
};
Place open_parent(int root, std::string_view path);

// A descriptor (without O_PATH) of the folder `name` in another, or invalid.
Descriptor open_folder(int at, const char* name);
// Its entries' names, sorted, at most `most`; sets `cut` if there are more, or if it cannot be read.
std::vector<std::string> names_in(int folder, std::size_t most, bool& cut);

bool write_file(int folder, const std::string& name, std::string_view bytes, mode_t mode);
std::string link_target(int folder, const char* name);

// Removes `name` and what is below it, at most `budget` names.
bool remove_below(int folder, const char* name, int& budget);

}  // namespace assay::sandbox
