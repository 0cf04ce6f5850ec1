// A request in, a command or a refusal out.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "index.h"
#include "ranking.h"

namespace assay::howto {

struct Refusal {
  std::string reason;
};

using Answer = std::variant<Ranked, Refusal>;

Answer answer(std::string_view request, const Index& index);

// One JSON object on one line, without a newline after it. Bytes that are no UTF-8 come out as U+FFFD.
std::string to_json(std::string_view request, const Answer& answer);

}  // namespace assay::howto
