// SPDX-License-Identifier: Apache-2.0
// The people of a world.
#pragma once

#include <map>
#include <optional>
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

// Numbers of names.
struct Accounts {
  std::map<std::string, unsigned> users = {{"root", 0}, {"user", sandbox::kUser}, {"nobody", 65534}};
  std::map<std::string, unsigned> groups = {{"root", 0}, {"user", sandbox::kUser}, {"nogroup", 65534}};
};
// Of a name, or of a number that is written out; none where nobody is called so, or it is too large.
std::optional<unsigned> number_of(const std::string& name, const std::map<std::string, unsigned>& known);

// /etc/passwd and /etc/group with root, user, nobody and these.
std::vector<sandbox::Entry> accounts_of(const std::vector<User>& users);

}  // namespace assay::worlds
