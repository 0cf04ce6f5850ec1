// SPDX-License-Identifier: Apache-2.0
// A world on its file systems: its initial state, and the state left by a command.
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

#include "protocol.h"
#include "wire.h"
#include "worker/files.h"

namespace assay::sandbox {

class WorldMount {
 public:
  // `image` is borrowed for the lifetime of this. Creates the initial state in /lower.
  Step make(std::string_view image);

  // Mounts the world in its initial state at /slot. Copies it if so requested, or if this system allows us no
  // overlays: `overlay_error` then says why.
  Step mount();
  // Discards what was written, and unmounts the world; keeps it mounted if nothing was changed.
  void reset();
  bool is_clean() const;

  bool is_copied() const { return copied_; }
  int overlay_error() const { return overlay_error_; }
  int root() const { return root_.get(); }        // /slot
  int changes() const { return changes_.get(); }  // the upper layer, or the copy
  int beginning() const { return lower_.get(); }
  int ruleset() const { return ruleset_.get(); }

  const std::string& folder() const { return folder_; }
  std::string_view input() const { return input_; }
  const std::vector<std::string>& variables() const { return variables_; }

 private:
  struct Dated {
    std::string path;
    std::int64_t modified;  // in nanoseconds since 1970
    std::int64_t accessed;
  };
  Step fill(int root);
  static Step add_entry(Reader& entries, int root, std::vector<Dated>& dated);
  bool mount_overlay();
  bool mount_copy();

  std::string_view entries_;
  std::string folder_;
  std::string_view input_;
  std::vector<std::string> variables_;
  Descriptor lower_, root_, changes_, ruleset_;
  struct stat untouched_ {};  // state of the upper layer before any change
  unsigned generation_ = 0;
  int overlay_error_ = 0;
  bool copied_ = false;
  bool mounted_ = false;
};

}  // namespace assay::sandbox
