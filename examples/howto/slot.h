// The typed holes of a recipe: what a request has to supply before the recipe becomes a command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::howto {

enum class SlotType {
  File,        // one file: report.txt, /etc/passwd
  Files,       // one file or a glob left open for the shell: *.log
  Dir,         // a directory
  Path,        // a file or a directory
  Glob,        // a name test for find: '*.log', 'core*'
  Extension,   // log, without its dot
  Size,        // as find -size spells it: 10M, 100c
  Bytes,       // as coreutils spell it: 10M, 100
  Days,        // a duration in whole days
  Minutes,     // a duration in whole minutes
  Seconds,     // a duration in whole seconds
  Number,      // a count
  Ordinal,     // a count or "third"
  Port,        // 1 to 65535
  Mode,        // 644, u+x
  Text,        // free text, several words
  Word,        // one word: a user, a process, a branch
  Host,        // a host name or an address
  Url,         // https://…, or a bare host
  Login,       // user@host, or a bare host
  RemotePath,  // host:/path
  Output,      // the file that a result goes to: "save it as x"
  Delimiter,   // one character: ',' or its name
  Date,        // 2024-01-31
};

// How several values of one slot are written.
enum class Join {
  None,   // the slot takes one value
  Each,   // the piece again for each: --exclude=a --exclude=b
  Or,     // the piece again for each, as tests of find: \( -name a -o -name b \)
  Blank,  // a b
  Comma,  // a,b
};

struct Slot {
  std::string name;
  SlotType type = SlotType::Text;
  std::vector<std::string> endings;          // a file must end in one of them; any file when empty
  std::optional<std::string> default_value;  // without one the request has to supply it
  Join join = Join::None;
};

// The type called `name` in a cookbook; nothing for an unknown name.
std::optional<SlotType> slot_type(std::string_view name);

// The name of a join in a cookbook: "each", "or", "blank", "comma"; empty for None.
std::string_view join_name(Join join);

// "type[+join][:ending,…][=default]". Throws std::runtime_error.
Slot parse_slot(std::string_view name, std::string_view declaration);

// What a slot called `name` is when the recipe does not declare it: {file2} is a file, {user} a word, {dir}
// the current directory by default. Throws std::runtime_error for a name that says nothing.
Slot implied_slot(std::string_view name);

}  // namespace assay::howto
