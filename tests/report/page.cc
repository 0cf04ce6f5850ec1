// SPDX-License-Identifier: Apache-2.0
#include "page.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "assay/internal/digest.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

std::string gunzip(std::string bytes) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  int status = Z_OK;
  while (status == Z_OK) {
    char piece[65536];
    stream.next_out = reinterpret_cast<Bytef*>(piece);
    stream.avail_out = sizeof piece;
    status = inflate(&stream, Z_NO_FLUSH);
    text.append(piece, sizeof piece - stream.avail_out);
  }
  inflateEnd(&stream);
  EXPECT_EQ(status, Z_STREAM_END);
  return text;
}

}  // namespace

std::vector<ScriptElement> scripts_of(const std::string& page) {
  std::vector<ScriptElement> scripts;
  for (std::size_t at = 0; (at = page.find("<script", at)) != std::string::npos;) {
    const std::size_t open = page.find('>', at);
    const std::size_t close = page.find("</script", open);
    scripts.push_back({page.substr(at + 7, open - at - 7), page.substr(open + 1, close - open - 1)});
    at = close;
  }
  return scripts;
}

std::string text_of(const std::string& page, const std::string& id) {
  for (const ScriptElement& each : scripts_of(page))
    if (each.attributes.find("id=\"" + id + "\"") != std::string::npos)
      return gunzip(from_base64(each.text).value_or(""));
  return "";
}

nlohmann::json data_of(const std::string& page, const std::string& id) {
  const std::string text = text_of(page, id);
  return text.empty() ? nlohmann::json() : nlohmann::json::parse(text);
}

std::string policy_hash(const std::string& text) {
  const std::string hex = sha256(text);
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return "'sha256-" + to_base64(bytes) + "'";
}

}  // namespace assay
