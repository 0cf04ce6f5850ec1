// Utilities that are another one with some options.
#include <string_view>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// The call becomes one of `name`, with its operands.
void become(Context& context, Call& call, std::string_view name, std::initializer_list<std::string_view> options) {
  const Call* made = make_call(context, name, call.name->span);
  if (!made) return;
  context.note(Rule::other_name, *call.name);
  call.name = made->name;
  call.utility = made->utility;
  call.options.clear();
  for (const std::string_view each : options) add_option(context, call, each);
}

bool is_bare(const Context& context, const Call& call) {
  return context.allows(Rule::other_name) && call.tail.empty() && !call.inner && call.options.empty() &&
         call.operands.empty();
}

}  // namespace

void refine_env(Context& context, Call& call) {
  if (is_bare(context, call)) become(context, call, "printenv", {});
}

void refine_whoami(Context& context, Call& call) {
  if (is_bare(context, call)) become(context, call, "id", {"-u", "-n"});
}

void refine_hostname(Context& context, Call& call) {
  if (is_bare(context, call)) become(context, call, "uname", {"-n"});
}

// realpath looks for as much of a path as readlink -f does.
void refine_realpath(Context& context, Call& call) {
  if (!context.allows(Rule::other_name) || !call.tail.empty() || !call.has_only({"-z", "-e", "-m"}) ||
      call.operands.empty())
    return;
  const bool ends_in_zero = call.has("-z");
  if (call.has("-e") && call.has("-m")) return;
  const std::string_view how = call.has("-e") ? "-e" : call.has("-m") ? "-m" : "-f";
  become(context, call, "readlink", {how});
  if (ends_in_zero) add_option(context, call, "-z");
}

// What copies /dev/null writes nothing.
void refine_cat(Context& context, Call& call) {
  const bool is_nothing = call.tail.empty() && call.options.empty() && call.operands.size() == 1 &&
                          call.operands[0]->is_text() && call.operands[0]->text == "/dev/null";
  if (!is_nothing || !context.allows(Rule::no_operation) || !context.in_shell) return;
  become(context, call, "true", {});
  call.operands.clear();
}

}  // namespace assay::equivalence
