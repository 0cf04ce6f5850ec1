// The people of a world.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/sandbox.h"

namespace assay::worlds {

struct User {
  std::string name;
  unsigned uid = 0;
  unsigned gid = 0;
  std::string home;
  std::string shell;
  std::string full_name;
};

// /etc/passwd and /etc/group with root, user, nobody and these.
std::vector<sandbox::Entry> accounts_of(const std::vector<User>& users);

}  // namespace assay::worlds
