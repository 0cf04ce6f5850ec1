// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "assay/internal/utilities.h"

namespace assay {

void Utility::index() {
  letters.fill(no_option);
  long_names.clear();
  for (std::size_t id = 0; id < options.size(); ++id) {
    const auto& names = options[id].names;
    for (std::size_t name = 0; name < names.size(); ++name) {
      const std::string& text = names[name];
      const bool letter =
          text.size() == 2 && text[0] == '-' && static_cast<unsigned char>(text[1]) < letters.size();
      if (letter)
        letters[static_cast<unsigned char>(text[1])] = static_cast<OptionId>(id);
      else
        long_names.push_back({static_cast<std::uint32_t>(name), static_cast<OptionId>(id)});
    }
  }
  std::sort(long_names.begin(), long_names.end(),
            [this](NamedId left, NamedId right) { return text_of(left) < text_of(right); });
}

OptionId Utility::find_option(std::string_view option_name) const {
  if (option_name.size() == 2 && option_name[0] == '-') {
    const auto letter = static_cast<unsigned char>(option_name[1]);
    return letter < letters.size() ? letters[letter] : no_option;
  }
  const auto found =
      std::lower_bound(long_names.begin(), long_names.end(), option_name,
                       [this](NamedId left, std::string_view wanted) { return text_of(left) < wanted; });
  return found != long_names.end() && text_of(*found) == option_name ? found->id : no_option;
}

const Utility* Utility::find_subcommand(std::string_view subcommand) const {
  for (const Utility& each : subcommands) {
    if (each.name == subcommand || std::ranges::find(each.other_names, subcommand) != each.other_names.end())
      return &each;
  }
  return nullptr;
}

const Primary* Utility::find_primary(std::string_view primary) const {
  for (const Primary& each : primaries)
    if (std::ranges::find(each.names, primary) != each.names.end()) return &each;
  return nullptr;
}

}  // namespace assay
