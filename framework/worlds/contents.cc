#include "contents.h"

#include <algorithm>
#include <set>

namespace assay::worlds {

std::string_view accounts_in(std::string_view path) {
  return path == "/etc/passwd"
             ? "root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000:user:/home/user:/bin/bash\n"
               "alice:x:1001:100:Alice A:/home/alice:/bin/sh\n"
               "bob:x:1002:100::/home/bob:/usr/sbin/nologin\n"
             : "root:x:0:\nuser:x:1000:\nusers:x:100:alice,bob\n";
}

std::string with_names(std::string_view text) {
  std::string all = "common.txt\na.log\nb.c c.py\n  common\ntwo words.txt\nmissing.txt\n\"noext\"\n";
  return all += text;
}

std::string sorted(std::string_view text, std::size_t number) {
  std::set<std::string_view> lines;
  std::size_t count = 0;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    if ((++count + number) % 3 != 0) lines.insert(text.substr(begin, end - begin));
  }
  std::string all;
  for (const std::string_view line : lines) (all += line) += '\n';
  return all;
}

}  // namespace assay::worlds
