#include "pair.h"

#include <algorithm>
#include <array>

#include "needs.h"
#include "order.h"

namespace assay::behaviour {
namespace {

std::string without_sudo(std::string_view command) {
  std::string text(command);
  const std::vector<Call> calls = calls_of(command);
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    if (call->name != "sudo" || call->arguments.empty() || call->arguments.front().starts_with('-')) continue;
    if (call->begin < call->first_argument && call->first_argument <= text.size())
      text.erase(call->begin, call->first_argument - call->begin);
  }
  return text;
}

bool asks_for_owners_in(std::string_view text) {
  return std::ranges::any_of(
      std::array{"chown", "chgrp", "-user", "-group", "-nouser", "-nogroup", "-uid", "-gid", "%u", "%U", "%g",
                 "%G", "ls -l", "ls -al", "ls -la", "-perm", "-writable", "-readable", "whoami"},
      [&](const char* word) { return text.find(word) != std::string_view::npos; });
}

std::optional<std::string> need_of_text(std::string_view whose, std::string_view text) {
  if (text.find("/dev/tcp/") != std::string_view::npos || text.find("/dev/udp/") != std::string_view::npos)
    return "the " + std::string(whose) + " command needs a network";
  if (auto need = need_of(calls_of(text))) return "the " + std::string(whose) + " command: " + *need;
  return std::nullopt;
}

}  // namespace

CommandPair::CommandPair(std::string_view accepted, std::string_view generated, Question question)
    : accepted_(question == Question::fulfils ? without_sudo(accepted) : std::string(accepted)),
      generated_(question == Question::fulfils ? without_sudo(generated) : std::string(generated)),
      measure_{question, asks_for_order(calls_of(accepted)) ? Order::counts : Order::ignored},
      need_(need_of_text("accepted", accepted_)),
      asks_for_owners_(asks_for_owners_in(accepted_) || asks_for_owners_in(generated_)) {
  if (!need_) need_ = need_of_text("generated", generated_);
}

}  // namespace assay::behaviour
