#include "docs/markdown.h"

#include <algorithm>
#include <map>

namespace assay::howto {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_fence(std::string_view line) { return trimmed(line).starts_with("```"); }

// 1 to 6; 0: no heading.
int heading_level(std::string_view line) {
  const auto level = std::min(line.find_first_not_of('#'), line.size());
  return level >= 1 && level <= 6 && level < line.size() && line[level] == ' ' ? static_cast<int>(level) : 0;
}

// The headings that lead to a place.
class Path {
 public:
  void enter(int level, std::string_view heading) {
    headings_.resize(static_cast<std::size_t>(level));
    headings_.back() = heading;
  }
  std::string title() const {
    std::string text;
    for (const auto& heading : headings_)
      if (!heading.empty()) text += (text.empty() ? "" : " > ") + heading;
    return text;
  }

 private:
  std::vector<std::string> headings_;
};

// Pieces of Markdown as they come to an end.
class Passages {
 public:
  void add_line(std::string_view line) {
    if (is_fence(line)) {
      end();
      in_code_ = !in_code_;
    } else if (in_code_) {
      append(line, "\n");
    } else if (const auto text = trimmed(line); text.empty()) {
      end();
      head_.clear();
    } else if (text.starts_with('|')) {
      end();
      add_row(text);
    } else {
      if (begins_item(text)) end();
      append(text, " ");
    }
  }
  std::vector<std::string> take() {
    end();
    return std::move(passages_);
  }

 private:
  static bool begins_item(std::string_view text) {
    if (text.starts_with("- ") || text.starts_with("* ")) return true;
    const auto digits = text.find_first_not_of("0123456789");
    return digits != 0 && digits != text.npos && text.substr(digits).starts_with(". ");
  }
  void append(std::string_view text, std::string_view between) {
    if (!open_.empty()) open_ += between;
    open_ += text;
  }
  void end() {
    if (const auto text = trimmed(open_); !text.empty()) passages_.emplace_back(text);
    open_.clear();
  }
  static std::vector<std::string> cells_of(std::string_view row) {
    std::vector<std::string> cells;
    row.remove_prefix(1);
    std::string cell;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
        cell += row[++i];
      } else if (row[i] == '|') {
        cells.emplace_back(trimmed(cell));
        cell.clear();
      } else {
        cell += row[i];
      }
    }
    return cells;
  }
  void add_row(std::string_view row) {
    const auto cells = cells_of(row);
    if (head_.empty()) {
      head_ = cells;
    } else if (row.find_first_not_of("|-: ") != row.npos) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].empty()) continue;
        const bool named = i > 0 && i < head_.size() && !head_[i].empty();
        append((named ? head_[i] + ": " : "") + cells[i], "; ");
      }
      end();
    }
  }

  std::vector<std::string> passages_;
  std::vector<std::string> head_;  // of the table that goes on; empty: there is none
  std::string open_;
  bool in_code_ = false;
};

}  // namespace

std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : trimmed(heading)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c >= 'A' && c <= 'Z')
      anchor += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || byte >= 0x80)
      anchor += c;
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

std::vector<Chunk> chunks_of(std::string_view doc_id, std::string_view markdown) {
  const std::string file(doc_id);
  std::vector<Chunk> chunks = {{file, file + "#", file, ""}};
  std::map<std::string, int> anchors;
  Path path;
  bool in_code = false;
  for (const auto line : lines_of(markdown)) {
    if (is_fence(line)) in_code = !in_code;
    const int level = in_code ? 0 : heading_level(line);
    if (level == 0) {
      chunks.back().body += std::string(line) + "\n";
      continue;
    }
    const auto heading = trimmed(line.substr(static_cast<std::size_t>(level)));
    path.enter(level, heading);
    std::string anchor = anchor_of(heading);
    if (const int earlier = anchors[anchor]++; earlier > 0) anchor += "-" + std::to_string(earlier);
    chunks.push_back({file, file + "#" + anchor, path.title(), ""});
  }
  std::erase_if(chunks, [](const Chunk& chunk) { return trimmed(chunk.body).empty(); });
  return chunks;
}

std::vector<std::string> passages_of(std::string_view markdown) {
  Passages passages;
  for (const auto line : lines_of(markdown)) passages.add_line(line);
  return passages.take();
}

}  // namespace assay::howto
