// SPDX-License-Identifier: Apache-2.0
#include "withheld.h"

#include <algorithm>
#include <array>
#include <csignal>

#include "assay/internal/text.h"

namespace assay::behaviour {
namespace {

// Wording of utilities and the shell in the locale of worlds.
constexpr std::array<std::string_view, 29> kComplaints = {
    // rights that only root has, or nobody in a sandbox
    "Operation not permitted", "Read-only file system", "must be root", "are you root", "superuser",
    "changing ownership", "changing group", "change ownership", "cannot set niceness",
    "failed to set priority", "umount failed", "mount failed",
    // users that the world does not have
    "invalid user", "invalid group", "is not the name of a known user",
    "is not the name of an existing group",
    // exceeding the available space or other limits
    "File size limit exceeded", "File too large", "terminated by signal 25", "No space left on device",
    "Cannot allocate memory", "Resource temporarily unavailable", "Too many open files",
    // features that worlds lack
    "Operation not supported", "Function not implemented", "Inappropriate ioctl for device", "/dev/tty",
    "in @INC", "No such device"};

bool is_complaint(std::string_view line) {
  if (line.starts_with("mknod: ") && line.ends_with("Permission denied")) return true;
  return std::ranges::any_of(
      kComplaints, [&](std::string_view words) { return line.find(words) != std::string_view::npos; });
}

bool ends_word(char c) { return std::string_view(" \t\n;&|)'\"`").find(c) != std::string_view::npos; }

std::size_t end_of_word(std::string_view text, std::size_t begin) {
  while (begin < text.size() && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
  while (begin < text.size() && (text[begin] == '&' || !ends_word(text[begin]))) ++begin;
  return begin;
}

}  // namespace

std::string withheld(const sandbox::SandboxResult& outcome) {
  if (outcome.end == sandbox::End::signalled && outcome.signal == SIGXFSZ)
    return "it writes a file that is too large for a world";
  for (std::string_view rest = outcome.err; !rest.empty();) {
    const std::string_view line = first_line(rest);
    if (is_complaint(line)) return one_line(line);
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return {};
}

// Works on the text alone, so that scripts in the arguments of shells are reached too. Where it alters other
// words (echo '2>x'), only the output changes, and that is not compared.
std::string with_visible_errors(std::string_view command) {
  std::string text;
  for (std::size_t at = 0; at < command.size();) {
    const std::string_view rest = command.substr(at);
    const bool begins = at == 0 || ends_word(command[at - 1]) || command[at - 1] == '(';
    if (begins && rest.starts_with("2>")) {
      at = end_of_word(command, at + (rest.starts_with("2>>") ? 3 : 2));
    } else if (rest.starts_with("&>") || rest.starts_with(">& ") || rest.starts_with(">&/")) {
      text += '>';
      at += 2;
    } else if (rest.starts_with("|&")) {
      text += '|';
      at += 2;
    } else {
      text += command[at++];
    }
  }
  return text;
}

}  // namespace assay::behaviour
