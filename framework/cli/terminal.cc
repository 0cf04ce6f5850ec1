// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <nlohmann/json.hpp>

namespace assay::cli {

void print_json(const nlohmann::ordered_json& json, JsonLayout layout) {
  const int indent = layout == JsonLayout::indented ? 2 : -1;
  std::cout << json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

int run_in_foreground(const std::vector<std::string>& argv) {
  std::vector<char*> words;
  for (const std::string& each : argv) words.push_back(const_cast<char*>(each.c_str()));
  words.push_back(nullptr);
  std::cout.flush();
  pid_t child = 0;
  if (::posix_spawnp(&child, words[0], nullptr, nullptr, words.data(), environ) != 0) return 127;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace assay::cli
