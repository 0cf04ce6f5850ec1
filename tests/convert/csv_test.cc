// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"
#include "lines.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Fields = std::vector<std::string>;

CsvTable read_table(const std::string& text) { return read_csv(text, "t.csv"); }
std::string csv_fault(const std::string& text) {
  return fault_of([&] { read_table(text); });
}

TEST(CsvTest, RecordsKnowTheirLines) {
  const CsvTable table = read_table("a,b\n1,2\n\n\"x\ny\",\"z\"\n5,6");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  ASSERT_EQ(table.records.size(), 3u);
  EXPECT_EQ(table.records[0].line, 2);
  EXPECT_EQ(table.records[1].line, 4);
  EXPECT_EQ(table.records[1].fields, (Fields{"x\ny", "z"}));
  EXPECT_EQ(table.records[2].line, 6) << "the field before it spans two lines";
}

TEST(CsvTest, QuotesKeepWhatWouldEndAField) {
  const CsvTable table = read_table("a,b,c\r\n\"1,2\",\"say \"\"hi\"\"\",\"\"\r\n,  blank ,''\r\n");
  EXPECT_EQ(table.records.at(0).fields, (Fields{"1,2", "say \"hi\"", ""}));
  EXPECT_EQ(table.records.at(1).fields, (Fields{"", "  blank ", "''"}));
}

TEST(CsvTest, ReadsWhatSpreadsheetsPutInFront) {
  const CsvTable table = read_table("sep=;\r\na;b\r\n1,5;2\r\n");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  EXPECT_EQ(table.header_line, 2);
  EXPECT_EQ(table.records.at(0).fields, (Fields{"1,5", "2"}));
  EXPECT_EQ(table.records.at(0).line, 3);
}

TEST(CsvTest, AHeaderAloneHasNoRecords) {
  EXPECT_THAT(read_table("a,b\n").records, IsEmpty());
  EXPECT_THAT(read_table("sep=").columns, ElementsAre("sep=")) << "no separator follows";
}

TEST(CsvTest, EveryQuotingFaultHasItsLine) {
  EXPECT_EQ(csv_fault("a\n\"x\nb\n"), "t.csv:2: the quoted field that begins here is never closed\n");
  EXPECT_EQ(csv_fault("a\nx\"y\"\n"), "t.csv:2: a field that does not begin with a quote contains one\n");
  EXPECT_EQ(csv_fault("a\n\"x\"y\n"), "t.csv:2: text follows the closing quote of a field: y\n");
  EXPECT_EQ(csv_fault("a\n\"x\" \n"), "t.csv:2: text follows the closing quote of a field:  \n");
  EXPECT_EQ(csv_fault("a\n\"x\n1\"\"\n"), "t.csv:2: the quoted field that begins here is never closed\n");
  EXPECT_EQ(csv_fault("a\n\n\"1\n2\"3"), "t.csv:4: text follows the closing quote of a field: 3\n");
  EXPECT_EQ(csv_fault("a\nx\ry\n"), "t.csv:2: a carriage return without a line feed\n");
  EXPECT_EQ(csv_fault("a\n\"x\"\ry\n"), "t.csv:2: a carriage return without a line feed\n");
}

TEST(CsvTest, EveryRecordHasAsManyFieldsAsTheHeader) {
  EXPECT_EQ(csv_fault("a,b\n1\n1,2\n1,2,3\n"),
            "t.csv:2: has 1 field, and the header has 2\nt.csv:4: has 3 fields, and the header has 2\n");
}

TEST(CsvTest, ColumnsHaveNamesOfTheirOwn) {
  EXPECT_EQ(csv_fault("a,,b\n"), "t.csv:1: column 2 has no name\n");
  EXPECT_EQ(csv_fault("\na,b,a\n"), "t.csv:2: columns 1 and 3 are both called \"a\"\n");
  EXPECT_EQ(csv_fault(""), "t.csv:1: has no header\n");
  EXPECT_EQ(csv_fault("\n\r\n"), "t.csv:1: has no header\n");
}

TEST(CsvTest, AWideTableIsRefused) {
  std::string header = "c0";
  for (int i = 1; i <= 1000; ++i) header += ",c" + std::to_string(i);
  EXPECT_THAT(csv_fault(header), HasSubstr("t.csv:1: has 1001 columns"));
}

TEST(CsvTest, FaultsPastAHundredAreNotCollected) {
  std::string text = "a,b\n";
  for (int i = 0; i < 1000; ++i) text += "1\n";
  const std::string faults = csv_fault(text);
  EXPECT_EQ(std::count(faults.begin(), faults.end(), '\n'), 100);
}

}  // namespace
}  // namespace assay::convert
