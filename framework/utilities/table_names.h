// SPDX-License-Identifier: Apache-2.0
// The words that tables use for the enumerations of assay/internal/utility.h.
#pragma once

#include <span>
#include <string_view>

#include "assay/internal/utilities.h"

namespace assay {

template <class Value>
struct NamedValue {
  std::string_view name;
  Value value;
};

std::span<const NamedValue<Arity>> names_of(Arity);
std::span<const NamedValue<Repetition>> names_of(Repetition);
std::span<const NamedValue<ValueKind>> names_of(ValueKind);
std::span<const NamedValue<GroupRule>> names_of(GroupRule);
std::span<const NamedValue<OptionOrder>> names_of(OptionOrder);
std::span<const NamedValue<OperandRole>> names_of(OperandRole);
std::span<const NamedValue<OperandOrder>> names_of(OperandOrder);
std::span<const NamedValue<StdinUse>> names_of(StdinUse);
std::span<const NamedValue<NumericPlace>> names_of(NumericPlace);
std::span<const NamedValue<InnerForm>> names_of(InnerForm);
std::span<const NamedValue<InnerPlace>> names_of(InnerPlace);
std::span<const NamedValue<InputUse>> names_of(InputUse);
std::span<const NamedValue<PrimaryClass>> names_of(PrimaryClass);
std::span<const NamedValue<Bundles>> names_of(Bundles);
std::span<const NamedValue<Builtin>> names_of(Builtin);
std::span<const NamedValue<FilePart>> names_of(FilePart);
std::span<const NamedValue<Data>> names_of(Data);

}  // namespace assay
