// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <streambuf>
#include <utility>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "system_error.h"

namespace assay {
namespace {

constexpr std::size_t kBlock = 1 << 16;  // bytes

// How many trailing bytes belong to a character that is not complete yet.
std::size_t begun_character(std::string_view bytes) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
    const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

// A small file is one block, with spare room to detect its end. Input without a size, such as a pipe, may be
// long.
std::size_t block_size(std::size_t file_size) {
  return file_size == 0 ? kBlock : std::min(kBlock, file_size + 4);
}

// The file disappears however the process ends. Some file systems do not support unnamed files.
Descriptor file_without_name(const std::filesystem::path& folder) {
  const int nameless = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0) return Descriptor(nameless);
  std::string name = (folder / "assay-XXXXXX").string();
  Descriptor named(::mkostemp(name.data(), O_CLOEXEC));
  if (!named.valid()) throw cannot_write(folder, errno);
  ::unlink(name.c_str());
  return named;
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// Where the bytes go: a link's target, which need not exist, so that the link stays.
std::filesystem::path followed(std::filesystem::path file) {
  constexpr int kMostLinks = 40;  // as the kernel follows
  std::error_code failure;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(file, failure); ++links)
    file = file.parent_path() / std::filesystem::read_symlink(file, failure);
  return file;
}

// A device, a pipe or a socket cannot be replaced by a file; it is written to as it stands.
bool is_special(const std::filesystem::path& file) {
  std::error_code failure;
  const auto status = std::filesystem::status(file, failure);
  return std::filesystem::exists(status) && std::filesystem::is_other(status);
}

// Unique within this process by the counter, between processes by the pid, and where pids repeat (a folder
// shared between containers) by O_EXCL and another try.
std::filesystem::path temporary_beside(const std::filesystem::path& file) {
  static std::atomic<unsigned> counter{0};
  return file.parent_path() /
         (".assay." + std::to_string(getpid()) + "." + std::to_string(counter++) + ".tmp");
}

}  // namespace

Blocks one_block(std::string_view text) {
  return [text]() mutable { return std::exchange(text, {}); };
}

struct FileBlocks::Inner {
  std::filesystem::path file;
  std::size_t limit;
  Descriptor descriptor = opened(file);
  std::size_t full = block_size(size_hint(descriptor));
  std::string block = {};
  std::size_t given = 0;  // bytes of the block already returned
  std::size_t total = 0;

  // Fills the block, unless the file ends first.
  void fill() {
    std::size_t size = block.size();
    block.resize(full);
    while (size < full) {
      const std::size_t got = read_some(descriptor, file, std::span(block).subspan(size));
      if (got == 0) break;
      size += got;
      total += got;
      if (total > limit) throw too_large(file, limit);
    }
    block.resize(size);
  }
};

FileBlocks::FileBlocks(const std::filesystem::path& file, std::size_t limit_bytes)
    : inner_(std::make_unique<Inner>(Inner{.file = file, .limit = limit_bytes})) {
  if (size_hint(inner_->descriptor) > limit_bytes) throw too_large(file, limit_bytes);
}
FileBlocks::~FileBlocks() = default;
FileBlocks::FileBlocks(FileBlocks&&) noexcept = default;

std::string_view FileBlocks::next() {
  Inner& in = *inner_;
  in.block.erase(0, in.given);
  in.fill();
  const bool is_last = in.block.size() < in.full;
  in.given = in.block.size() - (is_last ? 0 : begun_character(in.block));
  return std::string_view(in.block).substr(0, in.given);
}

struct Spool::Inner {
  static constexpr std::size_t kBlock = std::size_t{1} << 16;

  std::size_t in_memory;
  std::string held;     // the first bytes
  std::string waiting;  // the last bytes, not in the file yet
  std::uint64_t written = 0;
  std::filesystem::path folder = {};
  std::optional<Descriptor> file = {};

  void write_waiting() {
    if (!file) {
      std::error_code unknown;
      folder = std::filesystem::temp_directory_path(unknown);
      if (unknown) folder = "/tmp";
      file.emplace(file_without_name(folder));
    }
    for (std::string_view rest = waiting; !rest.empty();) {
      const ssize_t put = ::pwrite(file->get(), rest.data(), rest.size(), static_cast<off_t>(written));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) throw cannot_write(folder, errno);
      written += static_cast<std::uint64_t>(put);
      rest.remove_prefix(static_cast<std::size_t>(put));
    }
    waiting.clear();
  }

  std::string read(std::uint64_t offset, std::size_t length) const {
    std::string bytes(length, '\0');
    for (std::size_t size = 0; size < length;) {
      const ssize_t got =
          ::pread(file->get(), bytes.data() + size, length - size, static_cast<off_t>(offset + size));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) throw cannot_read(folder, got < 0 ? errno : EIO);
      size += static_cast<std::size_t>(got);
    }
    return bytes;
  }
};

Spool::Spool(std::size_t in_memory) : inner_(std::make_unique<Inner>(Inner{.in_memory = in_memory})) {}
Spool::~Spool() = default;
Spool::Spool(Spool&&) noexcept = default;
Spool& Spool::operator=(Spool&&) noexcept = default;

// Bytes added in one call are never split between memory and the file.
std::uint64_t Spool::add(std::string_view bytes) {
  Inner& in = *inner_;
  const std::uint64_t offset = in.held.size() + in.written + in.waiting.size();
  const bool is_begun = in.written > 0 || !in.waiting.empty();
  if (!is_begun && in.held.size() + bytes.size() <= in.in_memory) {
    in.held += bytes;
    return offset;
  }
  in.waiting += bytes;
  if (in.waiting.size() >= Inner::kBlock) in.write_waiting();
  return offset;
}

std::string Spool::at(std::uint64_t offset, std::size_t length) const {
  const Inner& in = *inner_;
  if (offset < in.held.size()) return in.held.substr(offset, length);
  offset -= in.held.size();
  return offset < in.written ? in.read(offset, length) : in.waiting.substr(offset - in.written, length);
}

std::string read_file(const std::filesystem::path& file, std::size_t limit_bytes) {
  const Descriptor descriptor = opened(file);
  const std::size_t hint = size_hint(descriptor);
  if (hint > limit_bytes) throw too_large(file, limit_bytes);
  std::string bytes(hint + 1, '\0');  // one more, so that the end is detected without growing
  std::size_t size = 0;
  for (;;) {
    if (size == bytes.size()) bytes.resize(bytes.size() + std::max<std::size_t>(bytes.size(), 1 << 16));
    const std::size_t got = read_some(descriptor, file, std::span(bytes).subspan(size));
    if (got == 0) break;
    size += got;
    if (size > limit_bytes) throw too_large(file, limit_bytes);
  }
  bytes.resize(size);
  return bytes;
}

void read_lines(const std::filesystem::path& file, const std::function<void(const TextLine&)>& take) {
  FileBlocks blocks(file);
  std::string begun;  // the beginning of a line whose end has not been read yet
  TextLine line{.text = {}, .number = 1, .offset = 0};
  const auto end_line = [&](std::string_view text) {
    line.text = text;
    take(line);
    line.offset += text.size() + 1;
    ++line.number;
  };
  for (std::string_view rest; !(rest = blocks.next()).empty();) {
    for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1)) {
      if (begun.empty()) {
        end_line(rest.substr(0, end));
      } else {
        end_line(begun += rest.substr(0, end));
        begun.clear();
      }
    }
    begun += rest;
  }
  if (!begun.empty()) end_line(begun);
}

std::string read_part(const std::filesystem::path& file, std::uint64_t offset, std::size_t length) {
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor.valid()) throw cannot_read(file, errno);
  std::string bytes(length, '\0');
  std::size_t size = 0;
  while (size < length) {
    const ssize_t got =
        pread(descriptor.get(), bytes.data() + size, length - size, static_cast<off_t>(offset + size));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw cannot_read(file, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

// A report that takes the place of a store would take its runs with it.
void expect_no_database(const std::filesystem::path& file) {
  constexpr std::string_view kSqlite = "SQLite format 3";
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  std::array<char, kSqlite.size()> head{};
  const ssize_t got = descriptor.valid() ? pread(descriptor.get(), head.data(), head.size(), 0) : 0;
  if (std::string_view(head.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))) != kSqlite) return;
  throw Error({file.string(), 0}, "is a SQLite database, such as a store of runs: it is not replaced",
              "name another file to write, or remove this one");
}

// No fsync: the guarantee holds for concurrent readers and after a killed writer, not after a power cut, and
// ten thousand small result files must not each wait for the disk.
struct AtomicFile::Inner : std::streambuf {
  Inner(const std::filesystem::path& to, Links links)
      : file(links == Links::followed ? followed(to) : to), out(this) {
    if (links == Links::followed && is_special(to)) {
      descriptor.emplace(open(to.c_str(), O_WRONLY | O_CLOEXEC));
      if (!descriptor->valid()) throw cannot_write(file, errno);
      return;
    }
    expect_no_database(file);
    do {
      temporary = temporary_beside(file);
      descriptor.emplace(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    } while (!descriptor->valid() && errno == EEXIST);
    if (!descriptor->valid()) throw cannot_write(file, errno);
  }
  ~Inner() override {
    if (!temporary.empty()) unlink(temporary.c_str());
  }

  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    waiting.append(bytes, static_cast<std::size_t>(count));
    if (waiting.size() >= kBlock) flush();
    return count;
  }
  int_type overflow(int_type c) override {
    const char byte = traits_type::to_char_type(c);
    xsputn(&byte, 1);
    return c;
  }
  void flush() {
    if (failed == 0) failed = write_all(descriptor->get(), waiting);
    waiting.clear();
  }
  void commit() {
    flush();
    const int closed = descriptor->close();
    if (failed == 0) failed = closed;
    if (failed == 0 && !temporary.empty() && std::rename(temporary.c_str(), file.c_str()) != 0)
      failed = errno;
    if (failed != 0) throw cannot_write(file, failed);
    temporary.clear();
  }

  static constexpr std::size_t kBlock = 1u << 16;
  std::filesystem::path file;
  std::filesystem::path temporary;  // empty: already in place, or written to directly
  std::optional<Descriptor> descriptor;
  std::string waiting;
  int failed = 0;  // the errno of the first failed write
  std::ostream out;
};

AtomicFile::AtomicFile(const std::filesystem::path& file, Links links)
    : inner_(std::make_unique<Inner>(file, links)) {}
AtomicFile::~AtomicFile() = default;
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
std::ostream& AtomicFile::out() { return inner_->out; }
void AtomicFile::commit() { inner_->commit(); }

void write_file_atomically(const std::filesystem::path& file, std::string_view bytes) {
  AtomicFile written(file);
  written.out().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  written.commit();
}

void write_own_file(const std::filesystem::path& file, std::string_view bytes) {
  AtomicFile written(file, Links::replaced);
  written.out().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  written.commit();
}

std::filesystem::path cache_folder() {
  const auto folder = [](const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value == '/' ? std::filesystem::path(value) : std::filesystem::path();
  };
  const auto cache = folder("XDG_CACHE_HOME"), home = folder("HOME");
  if (!cache.empty()) return cache / "assay";
  return home.empty() ? home : home / ".cache/assay";
}

void make_own_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  if (std::filesystem::is_symlink(folder, failure))
    throw Error({folder.string(), 0},
                "is a symbolic link where a folder of this run belongs: it is not followed",
                "remove the link, or write to another folder");
  std::filesystem::create_directories(folder, failure);
  if (failure)
    throw Error({folder.string(), 0}, "cannot create the folder: " + failure.message(),
                "make its parent a folder that can be written, or choose another one");
}

void set_link(const std::filesystem::path& link, const std::filesystem::path& target) {
  std::filesystem::path temporary = temporary_beside(link);
  while (symlink(target.c_str(), temporary.c_str()) != 0) {
    if (errno != EEXIST) throw cannot_write(link, errno);
    temporary = temporary_beside(link);
  }
  if (std::rename(temporary.c_str(), link.c_str()) == 0) return;
  const int failed = errno;
  unlink(temporary.c_str());
  throw cannot_write(link, failed);
}

}  // namespace assay
