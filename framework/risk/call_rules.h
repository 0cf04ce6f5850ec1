// What single calls and redirections risk.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/risk.h"
#include "call.h"

namespace assay::risk {

void judge_call(const Call& call, std::vector<Risk>& risks);
// A redirection that writes to `target`, emptying it or not.
enum class Writing { replaces, appends };
void judge_writing(const std::string& target, Writing writing, shell::Span span, std::vector<Risk>& risks);

bool is_shell(const Call& call);         // a program that runs its standard input, given no script
bool fetches(const Call& call);          // prints what a server sends
bool decodes(const Call& call);          // prints what was encoded
bool reveals_secrets(const Call& call);  // prints an environment or a credential
bool sends(const Call& call);            // carries its standard input to another machine

}  // namespace assay::risk
