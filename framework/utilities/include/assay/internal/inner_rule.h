// SPDX-License-Identifier: Apache-2.0
// Where a utility's call contains a command that the utility runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

// Position of an option in Utility::options.
using OptionId = std::uint16_t;
constexpr OptionId no_option = 0xffff;

enum class InnerForm : std::uint8_t {
  none,
  argv,        // the remaining words are a command's argv
  script,      // that one word is a shell command line
  joined,      // the remaining words, joined by blanks, are a shell command line
  subcommand,  // the word names a subcommand, whose own table reads the rest
};

enum class InnerPlace : std::uint8_t {
  here,       // where the utility itself runs
  container,  // in a container (docker exec)
  host,       // on the machine itself, even from within a container (chroot, nsenter)
};

// What the utility makes of its standard input.
enum class InputUse : std::uint8_t {
  inherited,  // it is the inner command's too
  unused,     // it is not: that runs on a terminal of its own (tmux)
  arguments,  // arguments for the inner command (xargs), or whole commands if there is none (parallel)
  schedule,   // lines of crontab, if no file is given
  script,  // a script of its own subcommands, if no file is given; so are its options of kind script (expect)
};

struct InnerRule {
  InnerForm form = InnerForm::none;
  std::uint8_t skip = 0;               // operands before it (timeout: the duration)
  std::uint8_t followed = 0;           // operands that must come after it (trap: a signal)
  bool assignments = false;            // NAME=value operands before it are skipped as well (env)
  bool after_dashes = false;           // it follows "--" (kubectl exec)
  bool shown = false;                  // the wrapper prints or records it as written (strace)
  std::vector<OptionId> with;          // only if one of these is given (sh -c)
  std::vector<OptionId> unless;        // not if one of these is given (command -v)
  std::vector<std::string> otherwise;  // the command if none is given (xargs: echo)

  // The rest serves only risks and POSIX, which look for the command; equivalence does not depend on it.
  InnerPlace place = InnerPlace::here;
  InputUse input = InputUse::inherited;
  bool sole_is_script = false;          // of the form argv: a single word is a shell command line (tmux)
  bool keys = false;                    // the words are typed, without blanks between them (tmux send-keys)
  std::vector<std::string> separators;  // words between several commands (tmux: ";")
  std::vector<std::string> values;      // words that end it, and after which its arguments follow (":::")
  std::vector<std::string>
      value_files;            // words that end it, and after which files with its arguments follow ("::::")
  OptionId mark = no_option;  // its value is the mark to put arguments in place of; otherwise that is {}
  std::vector<OptionId> mounts;  // give a container folders of the machine
  std::vector<OptionId> opens;   // give it the machine's devices, processes or rights
};

}  // namespace assay
