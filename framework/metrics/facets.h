// SPDX-License-Identifier: Apache-2.0
// Counts results by all their grouping attributes at once: one look-up per result, however many groups it is
// in. The groups themselves are assembled at the end.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "assay/internal/figures.h"
#include "totals.h"

namespace assay {

class Facets {
 public:
  void add(const Figures& last_attempt);
  // Fills in the summary's groups, endings and POSIX share. Call once.
  void finish(Summary& summary);
  // Moves the counts into the members below, which can be added up.
  void fold();
  static constexpr auto members() {
    return std::tuple{NamedMember{"all", &Facets::all_},
                      NamedMember{"by_dataset", &Facets::datasets_},
                      NamedMember{"by_category", &Facets::categories_},
                      NamedMember{"by_risk_level", &Facets::risk_levels_},
                      NamedMember{"by_tag", &Facets::tags_},
                      NamedMember{"by_method", &Facets::methods_},
                      NamedMember{"endings", &Facets::endings_},
                      NamedMember{"commands", &Facets::commands_},
                      NamedMember{"posix_commands", &Facets::posix_}};
  }

 private:
  using Groups = std::map<std::string, Totals>;
  struct Facet {
    std::string dataset;
    std::string category;
    std::string risk_level;
    std::string tags;
    std::string method;
    std::string ending;
    bool posix_compliant = false;
    Totals totals;
  };
  Facet& facet_of(const Figures& figures);

  std::string key_;  // reused
  std::unordered_map<std::string, Facet> facets_;
  Groups datasets_;
  Groups categories_;
  Groups risk_levels_;
  Groups tags_;
  Groups methods_;
  std::map<std::string, std::size_t> endings_;
  Totals all_;
  std::size_t commands_ = 0;
  std::size_t posix_ = 0;
};

}  // namespace assay
