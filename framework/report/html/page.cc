// SPDX-License-Identifier: Apache-2.0
#include "html/page.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <ostream>

#include "assay/internal/digest.h"
#include "assay/internal/text.h"

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

constexpr int kLevel = 3;             // a fifth larger than with level 6, in half the time
constexpr int kGzipWindow = 15 + 16;  // the largest window, with a gzip header
constexpr int kMemory = 8;

class Deflater {
 public:
  Deflater() {
    if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Deflater() { deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  // Compresses in one call: the output buffer is large enough for any result.
  std::string pressed(std::string_view bytes) {
    std::string out(deflateBound(&stream_, bytes.size()), '\0');
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    deflate(&stream_, Z_FINISH);
    out.resize(stream_.total_out);
    return out;
  }

 private:
  z_stream stream_{};
};

// Compresses to gzip (RFC 1952) without a timestamp: the same bytes give the same result.
std::string gzip(std::string_view bytes) { return Deflater().pressed(bytes); }

// The last character boundary up to `at`; invalid UTF-8 is cut anywhere.
std::size_t boundary(std::string_view bytes, std::size_t at) {
  for (std::size_t back = 0; back < 4 && back < at; ++back)
    if (!continues_character(bytes[at - back])) return at - back;
  return at;
}

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
    case Page::comparison: text += page_compare_js; break;
    case Page::matrix: break;
  }
  return text;
}

// The form in which a content security policy names an element's text.
std::string source_hash(std::string_view text) { return "'sha256-" + to_base64(sha256_bytes(text)) + "'"; }

}  // namespace

std::string html_text(std::string_view bytes) { return xml_attribute(one_line(bytes)); }

std::string html_label(std::string_view bytes, std::size_t most) {
  const std::string text = one_line(bytes);
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (continues_character(text[at])) continue;
    if (++characters > most) return xml_attribute(text.substr(0, boundary(text, at))) + "…";
  }
  return xml_attribute(text);
}

std::string both_ends(std::string_view bytes, std::size_t most) {
  if (bytes.size() <= most) return std::string(bytes);
  const std::size_t head = boundary(bytes, most / 2);
  const std::size_t tail = boundary(bytes, bytes.size() - most / 2);
  return fmt::format("{}\n[… {} bytes are left out here …]\n{}", bytes.substr(0, head), tail - head,
                     bytes.substr(tail));
}

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
