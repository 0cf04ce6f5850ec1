// SPDX-License-Identifier: Apache-2.0
// The members of a class by name, in one list that whoever writes, reads or adds up all of it goes by:
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
