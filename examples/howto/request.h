// A natural-language request taken apart: its words, and the spans that could fill a slot.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "words.h"

namespace assay::howto {

// Longer ones are refused unread: nobody asks for one command in so many words.
constexpr std::size_t kLongestRequest = 4096;

struct Token {
  enum class Form { Bare, Quoted };

  std::string text;   // as typed, without quotes around it or punctuation after it
  std::string lower;  // of a bare token
  Stems stems;        // of a bare token
  Form form = Form::Bare;
  bool stop = false;
};

struct Span {
  enum class Kind {
    Quoted,      // text between quotes that looks like nothing else
    FileName,    // report.txt
    Path,        // logs/report.txt
    DirName,     // "the logs directory"; value is the directory
    Place,       // "the current directory"; value is the directory; the words may mean something else
    Glob,        // *.log, .log, "log files"; value is the glob
    Url,         // https://…
    Login,       // user@host
    RemotePath,  // host:/path
    Host,        // example.com, 10.0.0.1, localhost
    Size,        // 10 MB; value as find spells it
    Duration,    // 7 days; amount in seconds
    Number,      // 20, twenty
    Ordinal,     // third; the word may mean something else
    Mode,        // u+x
    Date,        // 2024-01-31
    Delimiter,   // "commas"; the word may mean something else
    Identifier,  // eth0, MY_VAR
    Word,        // any other word that is not a stop-word; the word may mean something else
  };

  // What the words around it make of the value.
  enum class Role { Plain, Output, Port, User };

  std::size_t first = 0;  // tokens [first, last]
  std::size_t last = 0;
  Kind kind = Kind::Word;
  std::string value;
  double amount = 0;
  Role role = Role::Plain;

  // Whether the span is surely a value, so that a recipe without a place for it fits badly.
  bool is_strong() const {
    return kind != Kind::Word && kind != Kind::Ordinal && kind != Kind::Place && kind != Kind::Delimiter;
  }
  bool overlaps(const Span& other) const { return first <= other.last && other.first <= last; }
};

struct Request {
  std::vector<Token> tokens;
  std::vector<Span> spans;
  std::string user;                // whom to log in as: "on web1 as bob"
  std::vector<std::size_t> tools;  // tokens that name the utility to use: "with curl"
};

Request read_request(std::string_view text, const Words& words, const Stemmer& stemmer);

}  // namespace assay::howto
