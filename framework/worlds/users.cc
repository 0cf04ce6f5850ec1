// SPDX-License-Identifier: Apache-2.0
#include "users.h"

#include <fmt/format.h>

#include "assay/internal/text.h"

namespace assay::worlds {

std::optional<unsigned> number_of(const std::string& name, const std::map<std::string, unsigned>& known) {
  const auto found = known.find(name);
  if (found != known.end() && found->second <= sandbox::kMostOwner) return found->second;
  const auto number = number_from<unsigned>(name);
  return number && *number <= sandbox::kMostOwner ? number : std::nullopt;
}

std::vector<sandbox::Entry> accounts_of(const std::vector<User>& users) {
  std::string passwd =
      "root:x:0:0:root:/root:/bin/bash\nuser:x:1000:50:user:/home/user:/bin/bash\n"
      "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";
  std::string group = "root:x:0:\nstaff:x:50:\nuser:x:50:\nnogroup:x:65534:\n";
  for (const User& user : users) {
    passwd += fmt::format("{}:x:{}:{}:{}:{}:{}\n", user.name, user.uid, user.gid, user.full_name, user.home,
                          user.shell);
    group += fmt::format("{}:x:{}:\n", user.name, user.gid);
  }
  return {{.path = "/etc/passwd", .content = std::move(passwd)},
          {.path = "/etc/group", .content = std::move(group)}};
}

}  // namespace assay::worlds
