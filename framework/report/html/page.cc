// SPDX-License-Identifier: Apache-2.0
#include "html/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>

#include "assay/internal/digest.h"
#include "assay/internal/text.h"
#include "html/gzip.h"
#include "html/markup.h"

namespace assay {

extern const std::string_view page_css;
extern const std::string_view page_text_js;
extern const std::string_view page_data_js;
extern const std::string_view page_table_js;
extern const std::string_view page_evidence_js;
extern const std::string_view page_decisions_js;
extern const std::string_view page_case_js;
extern const std::string_view page_main_js;
extern const std::string_view page_compare_js;

namespace {

std::string script(Page page) {
  if (page == Page::matrix) return {};
  std::string text = "'use strict';\n";
  text.append(page_text_js).append(page_data_js);
  switch (page) {
    case Page::run:
      for (const std::string_view part :
           {page_table_js, page_evidence_js, page_decisions_js, page_case_js, page_main_js})
        text += part;
      break;
    case Page::comparison:
      text += page_compare_js;
      break;
    case Page::matrix:
      break;
  }
  return text;
}

// The form in which a content security policy names an element's text.
std::string source_hash(std::string_view text) { return "'sha256-" + to_base64(sha256_bytes(text)) + "'"; }

}  // namespace

void begin_page(std::ostream& out, Page page, const std::string& title) {
  const std::string code = script(page);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
      << (code.empty() ? "'none'" : source_hash(code)) << "; style-src " << source_hash(page_css)
      << "; img-src data:; base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n<title>"
      << html_text(title) << "</title>\n<style>" << page_css << "</style>\n</head>\n<body>\n";
}

void end_page(std::ostream& out, Page page) {
  if (const std::string code = script(page); !code.empty()) out << "<script>" << code << "</script>\n";
  out << "</body>\n</html>\n";
}

std::string data_element(std::string_view id, std::string_view text) {
  return fmt::format("<script type=\"text/plain\" id=\"{}\">{}</script>\n", id, to_base64(gzip(text)));
}

std::string json_text(std::string_view bytes) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (std::ranges::all_of(bytes, is_plain)) return fmt::format("\"{}\"", bytes);
  return nlohmann::json(to_utf8(bytes)).dump();
}

}  // namespace assay
