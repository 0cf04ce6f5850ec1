// Several words that mean one: "get rid of" is remove.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "words.h"

namespace assay::howto {

struct Idiom {
  std::size_t length = 0;  // in words; 0 for none
  std::vector<std::string_view> meaning;
};

// The longest idiom whose words stand at `at` of these lower-case words.
Idiom find_idiom(const std::vector<std::string_view>& words, std::size_t at, const Words& language);

}  // namespace assay::howto
