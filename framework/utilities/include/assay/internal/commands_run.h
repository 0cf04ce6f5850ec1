// SPDX-License-Identifier: Apache-2.0
// Which commands a call runs: what wrappers, shells, xargs, find and editors are told to run, by the tables
// of their programs and by the programs in other languages that they are given (awk's system(), sed's e).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/invocation.h"
#include "assay/internal/utilities.h"

namespace assay {

struct CommandRun {
  enum class Form : std::uint8_t {
    argv,    // a name and its arguments
    script,  // a shell command line
  };
  Form form = Form::argv;
  // The arguments of the call that it is made of: of a script, joined by blanks. Empty: it is in `text`.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  // A script that is no argument by itself: the value of an option, part of a program, a default.
  std::string text;
  std::uint32_t text_at = 0;      // the argument that says it; 0 for a default
  bool has_gaps = false;          // it is part of a program, whose values stand as $_ in it
  bool is_default = false;        // it is not written: the shell that ssh starts
  bool has_input = true;          // the standard input of the call is its own, too
  bool are_keys = false;          // the arguments are typed: typed_text() is the script
  bool is_of_expression = false;  // find's: a {} among its arguments stands for paths
  InnerPlace place = InnerPlace::here;
  // The part of the call that names it: of `docker run …`, what follows "run". Positions in it count from the
  // argument `part_at`. Valid as long as the arguments and the tables.
  ParsedInvocation part;
  std::uint32_t part_at = 0;

  std::span<const Argument> arguments_in(std::span<const Argument> call) const {
    return call.subspan(begin, end - begin);
  }
};

struct CommandsRun {
  std::vector<CommandRun> all;
  bool runs_input = false;  // its standard input is commands itself (crontab -)
  // The first part of the call that the tables cannot explain makes the rest unreadable: there may be more.
  bool is_complete = true;
};

// `name` is without a folder. `input` is the standard input, if that is known: null otherwise.
CommandsRun commands_run_by(const UtilityTables& tables, std::string_view name,
                            std::span<const Argument> arguments, const std::string* input = nullptr);

// The name of a program without its folder: "ls" of "/bin/ls".
std::string_view base_name(std::string_view path);

// What a terminal reads if these words are typed into it, as tmux and screen take them: "C-c", "Enter", "^M".
// Any key that is not text ends a line.
std::string typed_text(std::span<const std::string> words);

// What a program in another language runs and writes, as far as its text shows: a part that is known only
// when it runs stands as $_.
struct ProgramEffects {
  std::vector<std::string> scripts;  // shell command lines
  std::vector<std::string> written;  // files
};
// `language` is one of Utility::language; nothing is known of others.
ProgramEffects effects_of_program(std::string_view language, std::string_view program);
// Those of the programs in a call, by its table.
ProgramEffects effects_of_programs(const UtilityTables& tables, std::string_view name,
                                   std::span<const Argument> arguments);

}  // namespace assay
