// SPDX-License-Identifier: Apache-2.0
// The users of a world.
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

// The ids of account names.
struct Accounts {
  std::map<std::string, unsigned> users = {{"root", 0}, {"user", sandbox::kUser}, {"nobody", 65534}};
  std::map<std::string, unsigned> groups = {
      {"root", 0}, {"staff", sandbox::kGroup}, {"user", sandbox::kGroup}, {"nogroup", 65534}};
};
// The id of a name, or of a decimal number; none if there is no such account, or it is too large.
std::optional<unsigned> number_of(const std::string& name, const std::map<std::string, unsigned>& known);

// /etc/passwd and /etc/group with root, user, nobody and these users.
std::vector<sandbox::Entry> accounts_of(const std::vector<User>& users);

}  // namespace assay::worlds
