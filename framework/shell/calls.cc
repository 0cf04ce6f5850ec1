// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/shell_calls.h"
#include "assay/internal/shell_visitor.h"

namespace assay::shell {
namespace {

class SimpleCommands : public Visitor {
 public:
  explicit SimpleCommands(const std::function<void(SimpleCommand&)>& visit) : visit_(visit) {}

 private:
  // The list that is walked through may be changed: for_each_simple_command() was given it as such.
  void simple_command(const SimpleCommand& node, const Command& command) override {
    Visitor::simple_command(node, command);
    visit_(const_cast<SimpleCommand&>(node));
  }

  const std::function<void(SimpleCommand&)>& visit_;
};

}  // namespace

void for_each_simple_command(List& list, const std::function<void(SimpleCommand&)>& visit) {
  SimpleCommands(visit).list(list);
}

}  // namespace assay::shell
