#include "request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bundled.h"
#include "index.h"

namespace assay::howto {
namespace {

using Kind = Span::Kind;
using testing::ElementsAre;
using testing::IsEmpty;

struct Value {
  Kind kind;
  std::string text;
  bool operator==(const Value&) const = default;
};

void PrintTo(const Value& value, std::ostream* out) {
  *out << static_cast<int>(value.kind) << ":" << value.text;
}

class RequestTest : public testing::Test {
 protected:
  static const Index& index() {
    static const Index shared(bundled_index());
    return shared;
  }
  static Request read(std::string_view text) {
    return read_request(text, index().words(), index().stemmer());
  }

  // What surely is a value in the request, in order.
  static std::vector<Value> values(std::string_view text) {
    std::vector<Value> found;
    for (const auto& span : read(text).spans) {
      if (span.is_strong()) found.push_back({span.kind, span.value});
    }
    return found;
  }
};

TEST_F(RequestTest, QuotesMakeOneToken) {
  const auto request = read(R"(find "two words" or 'it is' now)");
  ASSERT_EQ(request.tokens.size(), 5u);
  EXPECT_EQ(request.tokens[1].text, "two words");
  EXPECT_EQ(request.tokens[3].form, Token::Form::Quoted);
}

TEST_F(RequestTest, AnApostropheOpensNoQuotation) {
  const auto request = read("what's in bob's file");
  EXPECT_EQ(request.tokens.size(), 4u);
  EXPECT_EQ(request.tokens[2].text, "bob");
}

TEST_F(RequestTest, PunctuationIsNoPartOfAValue) {
  EXPECT_THAT(values("count the lines in (notes.txt), please."),
              ElementsAre(Value{Kind::FileName, "notes.txt"}));
  EXPECT_THAT(values("show /etc/hosts?"), ElementsAre(Value{Kind::Path, "/etc/hosts"}));
}

TEST_F(RequestTest, KindsOfFilesAreGlobs) {
  EXPECT_THAT(values("list all .log files"), ElementsAre(Value{Kind::Glob, "*.log"}));
  EXPECT_THAT(values("list the txt files"), ElementsAre(Value{Kind::Glob, "*.txt"}));
  EXPECT_THAT(values("find python scripts"), ElementsAre(Value{Kind::Glob, "*.py"}));
  EXPECT_THAT(values("find files with extension csv"), ElementsAre(Value{Kind::Glob, "*.csv"}));
  EXPECT_THAT(values("count the pdfs"), ElementsAre(Value{Kind::Glob, "*.pdf"}));
  EXPECT_THAT(values("remove *.bak"), ElementsAre(Value{Kind::Glob, "*.bak"}));
}

TEST_F(RequestTest, OneLogFileIsNoGlob) { EXPECT_THAT(values("show the log file"), IsEmpty()); }

TEST_F(RequestTest, DirectoriesAreNamedBeforeOrAfterTheNoun) {
  EXPECT_THAT(values("count files in the logs directory"), ElementsAre(Value{Kind::DirName, "logs"}));
  EXPECT_THAT(values("make a folder called build"), ElementsAre(Value{Kind::DirName, "build"}));
  EXPECT_THAT(values("delete directory old_stuff"), ElementsAre(Value{Kind::DirName, "old_stuff"}));
  EXPECT_THAT(values("list files under /var/log/"), ElementsAre(Value{Kind::Path, "/var/log/"}));
}

TEST_F(RequestTest, TheCurrentDirectoryIsADot) {
  const auto request = read("list files in the current directory");
  ASSERT_FALSE(request.spans.empty());
  EXPECT_EQ(request.spans.back().kind, Kind::Place);
  EXPECT_EQ(request.spans.back().value, ".");
}

TEST_F(RequestTest, SizesTakeTheirUnitAlong) {
  EXPECT_THAT(values("over 10 MB"), ElementsAre(Value{Kind::Size, "10M"}));
  EXPECT_THAT(values("over 5gb"), ElementsAre(Value{Kind::Size, "5G"}));
  EXPECT_THAT(values("over 100 bytes"), ElementsAre(Value{Kind::Size, "100c"}));
}

TEST_F(RequestTest, DurationsAreSeconds) {
  const auto seconds = [](std::string_view text) {
    for (const auto& span : read(text).spans) {
      if (span.kind == Kind::Duration) return span.amount;
    }
    return -1.0;
  };
  EXPECT_EQ(seconds("older than 7 days"), 7 * 86400);
  EXPECT_EQ(seconds("in the last two weeks"), 14 * 86400);
  EXPECT_EQ(seconds("in the last hour"), 3600);
  EXPECT_EQ(seconds("wait 30s"), 30);
}

TEST_F(RequestTest, NumbersMayBeWordsAndRanges) {
  EXPECT_THAT(values("the first twenty lines"), ElementsAre(Value{Kind::Number, "20"}));
  EXPECT_THAT(values("lines 10-20"), ElementsAre(Value{Kind::Number, "10"}, Value{Kind::Number, "20"}));
}

TEST_F(RequestTest, HostsUrlsAndLogins) {
  EXPECT_THAT(values("ping example.com"), ElementsAre(Value{Kind::Host, "example.com"}));
  EXPECT_THAT(values("ping 10.0.0.1"), ElementsAre(Value{Kind::Host, "10.0.0.1"}));
  EXPECT_THAT(values("ssh to bob@web1"), ElementsAre(Value{Kind::Login, "bob@web1"}));
  EXPECT_THAT(values("scp x to bob@web1:/srv"), ElementsAre(Value{Kind::RemotePath, "bob@web1:/srv"}));
  EXPECT_THAT(values("get https://example.com/a?b=c"),
              ElementsAre(Value{Kind::Url, "https://example.com/a?b=c"}));
}

TEST_F(RequestTest, ModesAndDates) {
  EXPECT_THAT(values("chmod u+x"), ElementsAre(Value{Kind::Mode, "u+x"}));
  EXPECT_THAT(values("set it to rwxr-xr-x"), ElementsAre(Value{Kind::Mode, "755"}));
  EXPECT_THAT(values("since 2024-01-31"), ElementsAre(Value{Kind::Date, "2024-01-31"}));
}

TEST_F(RequestTest, DatesMayBeSpelled) {
  EXPECT_THAT(values("since 5 March 2023"), ElementsAre(Value{Kind::Date, "2023-03-05"}));
  EXPECT_THAT(values("before January 31, 2024"), ElementsAre(Value{Kind::Date, "2024-01-31"}));
}

TEST_F(RequestTest, OutputsAreAnnounced) {
  const auto request = read("sort names.txt and save the result as sorted.txt");
  ASSERT_FALSE(request.spans.empty());
  EXPECT_EQ(request.spans.back().value, "sorted.txt");
  EXPECT_EQ(request.spans.back().role, Span::Role::Output);
}

TEST_F(RequestTest, NumbersAfterPortArePorts) {
  for (const auto& span : read("scan ports 22, 80 and 443").spans) {
    if (span.kind == Kind::Number) EXPECT_EQ(span.role, Span::Role::Port) << span.value;
  }
}

TEST_F(RequestTest, ToolsAreNamedByTheirContext) {
  EXPECT_EQ(read("print column 2 with awk").tools.size(), 1u);
  EXPECT_TRUE(read("sort the file").tools.empty());
}

TEST_F(RequestTest, IdiomsBecomePlainWords) {
  const auto request = read("get rid of x.txt");
  ASSERT_EQ(request.tokens.size(), 2u);
  EXPECT_EQ(request.tokens.front().lower, "remove");
}

TEST_F(RequestTest, ContractionsSayNot) {
  const auto request = read("files that haven't changed");
  EXPECT_EQ(request.tokens[3].lower, "not");
  EXPECT_FALSE(request.tokens[3].stop);
}

}  // namespace
}  // namespace assay::howto
