#include <set>
#include <string_view>
#include <utility>

#include "assay/result.h"

namespace assay {

std::size_t Run::present() const {
  std::set<std::pair<std::string_view, std::string_view>> cases;
  for (const auto& result : results) cases.emplace(result.asked.dataset, result.asked.name);
  return cases.size();
}

}  // namespace assay
