// SPDX-License-Identifier: Apache-2.0
// A folder with a dataset of four cases, tools that answer it, and the runs they produce.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program.h"

namespace assay {

class Runs {
 public:
  // The dataset "set", four.json: the prompts "list", "where", "when" and "who", answered by ls, pwd, date
  // and whoami.
  Runs();

  // A run of recorded answers by id; ids left out have no recorded answer. Further arguments are passed on.
  Ran recorded(const std::map<std::string, std::string>& answers,
               const std::vector<std::string>& further = {}) const;
  // A run of a tool that is a script; $1 is the prompt.
  Ran scripted(const std::string& script, const std::vector<std::string>& further = {}) const;
  Ran run(const std::vector<std::string>& arguments) const { return program_.run(arguments); }
  // The run id in the output of `assay run`.
  static std::string id_in(const Ran& ran);

  const Program& program() const { return program_; }

 private:
  Program program_;
};

// A tool that answers all of them right, and writes the prompts to asked.log.
inline constexpr const char* kAnswers =
    "echo \"$1\" >> asked.log; case $1 in list) echo ls;; where) echo pwd;; when) echo date;; who) echo "
    "whoami;; esac\n";

inline const std::map<std::string, std::string> kAllRight = {
    {"list", "ls"}, {"where", "pwd"}, {"when", "date"}, {"who", "whoami"}};
inline const std::map<std::string, std::string> kTwoRight = {
    {"list", "ls"}, {"where", "pwd"}, {"when", "cal"}, {"who", "uname"}};

}  // namespace assay
