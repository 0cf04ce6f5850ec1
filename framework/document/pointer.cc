// SPDX-License-Identifier: Apache-2.0

#include "assay/internal/json.h"
#include "assay/internal/number_from.h"

namespace assay {
namespace {

std::string unescaped(std::string_view token) {
  std::string key;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape =
        token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1');
    key += escape ? (token[++i] == '0' ? '~' : '/') : token[i];
  }
  return key;
}

const JsonValue* element(const JsonValue::Array& array, std::string_view token) {
  const auto index = number_from<std::size_t>(token);
  const bool leading_zero = token.size() > 1 && token[0] == '0';
  return index && !leading_zero && *index < array.size() ? &array[*index] : nullptr;
}

}  // namespace

std::string pointer_token(std::string_view key) {
  std::string token = "/";
  for (char c : key) {
    if (c == '~') {
      token += "~0";
    } else if (c == '/') {
      token += "~1";
    } else {
      token += c;
    }
  }
  return token;
}

const JsonValue* JsonValue::at_pointer(std::string_view pointer) const {
  const JsonValue* value = this;
  while (value != nullptr && !pointer.empty()) {
    if (pointer[0] != '/') return nullptr;
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    value = value->array() ? element(*value->array(), token) : value->find(unescaped(token));
  }
  return value;
}

}  // namespace assay
