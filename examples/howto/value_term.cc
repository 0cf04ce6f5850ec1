#include "value_term.h"

namespace assay::howto {

std::string_view value_term(SlotType type) {
  switch (type) {
    case SlotType::Url:
      return "valueurl";
    case SlotType::Host:
      return "valuehost";
    case SlotType::Login:
      return "valuelogin";
    case SlotType::RemotePath:
      return "valueremote";
    case SlotType::Mode:
      return "valuemode";
    case SlotType::Size:
    case SlotType::Bytes:
      return "valuesize";
    case SlotType::Days:
    case SlotType::Minutes:
    case SlotType::Seconds:
      return "valueduration";
    case SlotType::Number:
    case SlotType::Ordinal:
    case SlotType::Port:
      return "valuenumber";
    case SlotType::File:
    case SlotType::Files:
    case SlotType::Dir:
    case SlotType::Path:
    case SlotType::Glob:
    case SlotType::Extension:
    case SlotType::Text:
    case SlotType::Word:
    case SlotType::Delimiter:
    case SlotType::Date:
    case SlotType::Output:
      break;
  }
  return {};
}

std::string_view value_term(Span::Kind kind) {
  switch (kind) {
    case Span::Kind::Url:
      return value_term(SlotType::Url);
    case Span::Kind::Host:
      return value_term(SlotType::Host);
    case Span::Kind::Login:
      return value_term(SlotType::Login);
    case Span::Kind::RemotePath:
      return value_term(SlotType::RemotePath);
    case Span::Kind::Mode:
      return value_term(SlotType::Mode);
    case Span::Kind::Size:
      return value_term(SlotType::Size);
    case Span::Kind::Duration:
      return value_term(SlotType::Days);
    case Span::Kind::Number:
      return value_term(SlotType::Number);
    case Span::Kind::Quoted:
    case Span::Kind::FileName:
    case Span::Kind::Path:
    case Span::Kind::DirName:
    case Span::Kind::Place:
    case Span::Kind::Glob:
    case Span::Kind::Ordinal:
    case Span::Kind::Date:
    case Span::Kind::Delimiter:
    case Span::Kind::Identifier:
    case Span::Kind::Word:
      break;
  }
  return {};
}

}  // namespace assay::howto
