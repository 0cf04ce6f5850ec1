// SPDX-License-Identifier: Apache-2.0
// The members of a class by name, in one list shared by everything that writes, reads or adds up all of them:
//
//   static constexpr auto members() { return std::tuple{NamedMember{"cases", &Totals::cases_}}; }
#pragma once

namespace assay {

template <typename Owner, typename Value>
struct NamedMember {
  const char* name;
  Value Owner::*at;
};
template <typename Owner, typename Value>
NamedMember(const char*, Value Owner::*) -> NamedMember<Owner, Value>;

}  // namespace assay
