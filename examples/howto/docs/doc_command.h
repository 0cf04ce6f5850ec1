// howto search and howto ask.
#pragma once

#include <optional>
#include <string_view>

namespace assay::howto {

// Runs them where the arguments name one, and returns the exit status; none: the arguments are a request for
// a command. The word alone does not name one: "howto search for big files" is a request. It does in front of
// an option or of one quoted question.
std::optional<int> run_doc_command(int argc, char** argv, std::string_view documents);

}  // namespace assay::howto
