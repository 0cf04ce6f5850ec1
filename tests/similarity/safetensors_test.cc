// SPDX-License-Identifier: Apache-2.0
// The header of a weights file is untrusted: whatever it says, nothing outside the file is read.
#include "assay/internal/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "assay/error.h"
#include "made_model.h"

namespace assay::tests {
namespace {

using testing::HasSubstr;

std::string file_of(std::string_view header, std::string_view data) {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + std::string(header) + std::string(data);
}

Tensors parse(std::string_view bytes) {
  return parse_safetensors(std::as_bytes(std::span(bytes)), "m.safetensors");
}

std::string file_failure(std::string_view bytes) {
  try {
    parse(bytes);
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("m.safetensors"));
    return error.what();
  }
  return "(parsed)";
}

TEST(Safetensors, GiveTypeShapeAndBytes) {
  const auto bytes =
      file_of(R"({"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},
                                "b":{"dtype":"U8","shape":[1,3],"data_offsets":[8,11]}})",
              "12345678abc");
  const auto tensors = parse(bytes);
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors.at("a").type, "F32");
  EXPECT_EQ(tensors.at("b").shape, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(static_cast<char>(tensors.at("b").bytes[2]), 'c');
}

TEST(Safetensors, MayBeScalarsAndEmpty) {
  const auto tensors = parse(file_of(R"({"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]},
                                         "n":{"dtype":"F32","shape":[0,7],"data_offsets":[1,1]}})",
                                     "x"));
  EXPECT_EQ(tensors.at("a").bytes.size(), 1u);
  EXPECT_EQ(tensors.at("n").bytes.size(), 0u);
}

TEST(Safetensors, RefuseAPickle) {
  EXPECT_THAT(file_failure(std::string("PK\x03\x04") + std::string(100, '\0')), HasSubstr("pickle"));
  EXPECT_THAT(file_failure("\x80\x02}q\x01."), HasSubstr("pickle"));
}

TEST(Safetensors, RefuseWhatIsCutOff) {
  EXPECT_THAT(file_failure(""), HasSubstr("too short"));
  EXPECT_THAT(file_failure("1234567"), HasSubstr("too short"));
  EXPECT_THAT(file_failure(std::string(8, '\x7f')), HasSubstr("names a header of"));
  const auto whole = file_of(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", "12345678");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(file_failure(std::string_view(whole).substr(0, length)), "(parsed)") << length;
}

TEST(Safetensors, RefuseTensorsThatLieElsewhere) {
  const auto with = [](std::string_view entry) {
    return file_failure(file_of(R"({"a":)" + std::string(entry) + "}", "12345678"));
  };
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[3],"data_offsets":[0,12]})"), HasSubstr("bytes 0 to 12 of 8"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[2],"data_offsets":[8,0]})"), HasSubstr("bytes 8 to 0 of 8"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[3],"data_offsets":[0,8]})"), HasSubstr("type and shape"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,4]})"),
              HasSubstr("type and shape"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[-2],"data_offsets":[0,8]})"), HasSubstr("has no dtype, shape"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8,9]})"),
              HasSubstr("has no dtype, shape"));
  EXPECT_THAT(with(R"({"dtype":"F33","shape":[2],"data_offsets":[0,8]})"), HasSubstr("unknown type 'F33'"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[1],"data_offsets":[0,4]})"),
              HasSubstr("4 bytes after the last tensor"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[1],"data_offsets":[4,8]})"),
              HasSubstr("overlap or leave gaps"));
}

TEST(Safetensors, RefuseTensorsThatOverlap) {
  EXPECT_THAT(file_failure(file_of(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},
                                     "b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
                                   "12345678")),
              HasSubstr("overlap or leave gaps"));
}

TEST(Safetensors, RefuseAHeaderThatIsNone) {
  EXPECT_NE(file_failure(file_of("[]", "")), "(parsed)");
  EXPECT_NE(file_failure(file_of("{", "")), "(parsed)");
  EXPECT_NE(file_failure(file_of(R"({"a":1})", "")), "(parsed)");
  EXPECT_NE(file_failure(file_of(R"({"a":{},"a":{}})", "")), "(parsed)");
}

}  // namespace
}  // namespace assay::tests
