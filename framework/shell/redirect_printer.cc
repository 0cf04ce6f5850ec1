// SPDX-License-Identifier: Apache-2.0
// Redirections and here-documents to text.
#include "assay/internal/word.h"
#include "printer.h"

namespace assay::shell {
namespace {

bool has_line(std::string_view text, std::string_view line) {
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    if (text.substr(0, newline) == line) return true;
    if (newline == std::string_view::npos) return false;
    text.remove_prefix(newline + 1);
  }
  return false;
}

std::string delimiter_for(std::string_view body) {
  std::string delimiter = "EOF";
  for (int i = 1; has_line(body, delimiter); ++i) delimiter = "EOF" + std::to_string(i);
  return delimiter;
}

}  // namespace

std::string_view spelling_of(RedirectOperator operation) {
  switch (operation) {
    case RedirectOperator::input:
      return "<";
    case RedirectOperator::output:
      return ">";
    case RedirectOperator::append:
      return ">>";
    case RedirectOperator::clobber:
      return ">|";
    case RedirectOperator::read_write:
      return "<>";
    case RedirectOperator::dup_input:
      return "<&";
    case RedirectOperator::dup_output:
      return ">&";
    case RedirectOperator::both:
      return "&>";
    case RedirectOperator::both_append:
      return "&>>";
    case RedirectOperator::here_string:
      return "<<<";
    case RedirectOperator::here_document:
      return "<<";
  }
  return "";
}

int usual_descriptor(RedirectOperator operation) { return spelling_of(operation)[0] == '<' ? 0 : 1; }

void Printer::redirects(const std::vector<Redirect>& redirects) {
  for (std::size_t i = 0; i < redirects.size(); ++i) {
    if (i > 0) out_ += ' ';
    redirect(redirects[i]);
  }
}

void Printer::redirect(const Redirect& redirect) {
  const std::string_view spelling = spelling_of(redirect.operation);
  if (!redirect.fd_variable.empty()) {
    out_ += '{';
    out_ += redirect.fd_variable;
    out_ += '}';
  } else if (redirect.fd != usual_descriptor(redirect.operation)) {
    out_ += std::to_string(redirect.fd);
  }
  out_ += spelling;
  if (redirect.operation == RedirectOperator::here_document) return here_document(redirect);
  const std::string target = print(redirect.target);
  if (target.starts_with('<') || target.starts_with('>')) out_ += ' ';
  out_ += target;
}

void Printer::here_document(const Redirect& redirect) {
  std::optional<std::string> body = std::string();
  for (const Segment& segment : redirect.target.segments) {
    const std::optional<std::string> part = static_text(segment);
    body = body && part ? std::optional(*body + *part) : std::nullopt;
  }
  const bool quoted = body && body->find_first_of("$`\\") != std::string::npos;
  if (!body) {
    Printer inner;
    for (const Segment& segment : redirect.target.segments) {
      if (const auto* parts = std::get_if<DoubleQuoted>(&segment.node)) {
        inner.segments(parts->parts, TextStyle::here_document);
      }
    }
    body = inner.finish();
  }
  if (!body->empty() && body->back() != '\n') *body += '\n';
  std::string delimiter = delimiter_for(*body);
  out_ += quoted ? "'" + delimiter + "'" : delimiter;
  due_.push_back({std::move(*body), std::move(delimiter)});
}

}  // namespace assay::shell
