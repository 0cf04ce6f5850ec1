// What every page has: its head with the policy that lets nothing be loaded, nor anything be executed but
// assay's own script, and that script.
#pragma once

#include <iosfwd>
#include <string>

namespace assay {

// Up to <body>. `title` is any text.
void begin_page(std::ostream& out, const std::string& title);
// The script, and the end.
void end_page(std::ostream& out);

}  // namespace assay
