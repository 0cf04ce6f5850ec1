// SPDX-License-Identifier: Apache-2.0
#include "contents.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace assay::worlds {
namespace {

using Json = nlohmann::ordered_json;

Json scalar(std::size_t i) {
  return i % 2 == 0 ? Json(static_cast<int>(10 - i)) : Json("text " + std::to_string(i));
}

Json inner(const std::vector<std::string>& members, std::size_t turn) {
  Json object = Json::object();
  for (std::size_t i = 0; i < members.size(); ++i) object[members[i]] = scalar(i + turn);
  return object;
}

Json value_of(const std::vector<std::string>& members, std::size_t i, std::size_t turn) {
  switch ((i + turn) % 5) {
    case 0: return scalar(2 * i);
    case 1: return scalar(2 * i + 1);
    case 2: return Json::array({inner(members, i + 1), inner(members, i + 2), inner(members, i)});
    case 3: return inner(members, i + 1);
    default: return i % 2 == 0;
  }
}

}  // namespace

std::string json_with(const std::vector<std::string>& members, std::size_t turn, bool in_list) {
  if (in_list)
    return Json::array({inner(members, turn), inner(members, turn + 1), inner(members, turn + 2)}).dump(2) +
           "\n";
  Json object = {{"name", "one"},
                 {"version", "1.2.3"},
                 {"list", {1, 2.5, "two  words", nullptr}},
                 {"in", {{"name", "two"}, {"id", 7}}}};
  for (std::size_t i = 0; i < members.size(); ++i) object[members[i]] = value_of(members, i, turn);
  return object.dump(2) + "\n";
}

std::string_view accounts_in(std::string_view path) {
  return path == "/etc/passwd" ? "root:x:0:0:root:/root:/bin/bash\nuser:x:1000:50:user:/home/user:/bin/bash\n"
                                 "alice:x:1001:100:Alice A:/home/alice:/bin/sh\n"
                                 "bob:x:1002:100::/home/bob:/usr/sbin/nologin\n"
                               : "root:x:0:\nstaff:x:50:\nuser:x:50:\nusers:x:100:alice,bob\n";
}

std::string with_names(std::string_view text) {
  std::string all = "common.txt\na.log\nb.c c.py\n  common\ntwo words.txt\nmissing.txt\n\"noext\"\n";
  return all += text;
}

std::string sorted(std::string_view text, std::size_t number) {
  std::set<std::string> lines;
  std::size_t count = 0;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    std::string line(text.substr(begin, end - begin));
    if (++count % 4 == 0 && !line.empty()) line += " of " + std::to_string(number);
    if ((count + number) % 3 != 0) lines.insert(std::move(line));
  }
  std::string all;
  for (const std::string& line : lines) (all += line) += '\n';
  return all;
}

}  // namespace assay::worlds
