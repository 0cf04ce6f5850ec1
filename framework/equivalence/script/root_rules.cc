// SPDX-License-Identifier: Apache-2.0
#include "script/root_rules.h"

#include <algorithm>
#include <array>
#include <string>

#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

// Without operands, some of them print information that anybody may see.
bool has_operands(const Term& call) {
  return std::ranges::any_of(call.parts.subspan(1), [](const Term* part) { return part->is_text(); });
}

// Members of a group may give it their files, but only root may change a file's owner.
bool gives_away(const Term& chown) {
  const auto parts = chown.parts.subspan(1);
  const bool has_other_owner = std::ranges::any_of(
      parts, [](const Term* part) { return option_name(part).starts_with("--reference"); });
  const auto owner = std::ranges::find_if(parts, [](const Term* part) { return part->is_text(); });
  return !has_other_owner && owner != parts.end() && !(*owner)->text.starts_with(':') &&
         (*owner)->text != "--";
}

// Whether the call fails for everyone but root, whatever its operands.
bool needs_root(const Term& call) {
  const std::string_view name = call.parts[0]->is_text() ? call.parts[0]->text : std::string_view();
  if (name == "chown") return gives_away(call);
  if (name == "ip") {
    constexpr std::array<std::string_view, 3> kChanges = {"ip link set ", "ip address add ", "ip route add "};
    const std::string written = print(call);
    return std::ranges::any_of(kChanges, [&](std::string_view each) { return written.starts_with(each); });
  }
  constexpr std::array<std::string_view, 9> kForRoot = {
      "groupadd", "groupdel", "modprobe", "swapoff", "swapon", "umount", "useradd", "userdel", "usermod"};
  return std::ranges::find(kForRoot, name) != kForRoot.end() && has_operands(call);
}

}  // namespace

bool drop_needless_sudo(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("sudo") || !stage.call->options.empty() ||
      !stage.call->operands.empty() || !stage.assignments.empty())
    return false;
  const Term* inner = stage.call->inner;
  if (!inner || inner->opaque || !inner->is(Label::call) || !needs_root(*inner)) return false;
  context.assume(Rule::root_caller, *inner);
  stage.call->replacement = inner;
  return true;
}

}  // namespace assay::equivalence
