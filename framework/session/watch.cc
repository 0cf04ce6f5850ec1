// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/watch.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "assay/error.h"
#include "assay/internal/fixture.h"
#include "assay/internal/gate.h"
#include "assay/internal/grade_case.h"
#include "assay/internal/plan.h"
#include "assay/internal/progress.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kChanges =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF;

[[noreturn]] void refuse_watch(const fs::path& place, const char* next) {
  throw Error({place.string(), 0}, "cannot be watched: " + std::generic_category().message(errno), next);
}

// A timeout for poll; not negative.
int left_until(Clock::time_point due) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

void wake_watch(int eventfd) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(eventfd, &one, sizeof one);
}

// What a change affects, apart from changes to the cases themselves.
struct Touched {
  bool answers = false;
  bool grades = false;
  std::set<std::string> worlds;  // as in RunInfo::worlds: affects the grades of cases that name these
};

Touched touched(const RunInfo& before, const RunInfo& now) {
  Touched all;
  for (const auto& difference : differences(before, now)) {
    const Touches touches = facts_of(difference.part).touches;
    all.answers |= touches == Touches::answers;
    all.grades |= touches != Touches::cases;
    if (difference.part == SubjectPart::world) all.worlds.insert(difference.name);
  }
  return all;
}

// Whether a tool is asked the same.
bool asks_alike(const Case& a, const Case& b) {
  return a.prompt == b.prompt && a.own->env == b.own->env && a.own->timeout == b.own->timeout &&
         kind_of(a) == kind_of(b);
}

// Equal except for its position in the file.
bool is_same(Case a, const Case& b) {
  a.where = b.where;
  return a == b;
}

bool came_out_alike(const Result& a, const Result& b) {
  return a.grade.status == b.grade.status && a.grade.score == b.grade.score &&
         a.answer.ending == b.answer.ending && a.answer.command == b.answer.command &&
         a.answer.retrieval == b.answer.retrieval;
}

std::string words_for(const WatchedChange& change) {
  if (!change.now) return "gone";
  const auto now = to_string(change.now->grade.status);
  if (!change.before) return fmt::format("new {}", now);
  const auto before = to_string(change.before->grade.status);
  return before == now ? fmt::format("still {}", now) : fmt::format("{} -> {}", before, now);
}

// Watches files by name in their folders, because editors replace a file by another one. Not thread-safe.
class FileWatch {
 public:
  // Throws Error if the system's limit is reached.
  FileWatch() {
    events_ = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    stopped_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (events_ >= 0 && stopped_ >= 0) return;
    const int failed = errno;
    if (events_ >= 0) ::close(events_);
    if (stopped_ >= 0) ::close(stopped_);
    errno = failed;
    refuse_watch("files", "raise fs.inotify.max_user_instances, or end another program that watches files");
  }
  ~FileWatch() {
    ::close(events_);
    ::close(stopped_);
  }
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Adds files; for a folder, all files in it; for a link, its target as well. Returns whether any of them
  // was not watched before, and so may have changed until now. Throws Error if its folder cannot be watched.
  bool add(std::span<const fs::path> files) {
    bool is_new = false;
    for (const fs::path& file : files) {
      std::error_code unknown;
      const fs::path place = fs::absolute(file).lexically_normal();
      if (fs::is_directory(place, unknown)) {
        is_new |= add_name(place, "");
        continue;
      }
      is_new |= add_name(place.parent_path(), place.filename().string());
      const fs::path target = fs::canonical(place, unknown);
      if (!unknown && target != place) is_new |= add_name(target.parent_path(), target.filename().string());
    }
    return is_new;
  }

  // Waits until one of the files has been written, replaced or removed, and then for `quiet` without further
  // changes, since editors write several times. Returns false if `stop` was requested.
  bool wait(const std::stop_token& stop, std::chrono::milliseconds quiet = std::chrono::milliseconds(50)) {
    const std::stop_callback on_stop(stop, [this] { wake_watch(stopped_); });
    std::array<::pollfd, 2> on = {
        {{.fd = events_, .events = POLLIN, .revents = 0}, {.fd = stopped_, .events = POLLIN, .revents = 0}}};
    std::optional<Clock::time_point> due;  // when the quiet period after the last change ends
    while (!stop.stop_requested()) {
      if (due && Clock::now() >= *due) return true;
      const int ready = ::poll(on.data(), on.size(), due ? left_until(*due) : -1);
      if (ready < 0 && errno != EINTR) refuse_watch("files", "end it, and start it again");
      if (ready > 0 && read_events()) due = Clock::now() + quiet;
    }
    return false;
  }

 private:
  struct Folder {
    bool whole = false;           // watch every file in it
    std::set<std::string> names;  // otherwise only these
  };

  bool add_name(const fs::path& folder, const std::string& name) {
    const int number = ::inotify_add_watch(events_, folder.c_str(), kChanges);
    if (number < 0) refuse_watch(folder, "raise fs.inotify.max_user_watches, or watch fewer files");
    Folder& watched = folders_[number];
    if (!name.empty()) return watched.names.insert(name).second;
    return !std::exchange(watched.whole, true);
  }

  // Whether the events include one of a watched file.
  bool read_events() {
    alignas(::inotify_event) std::array<char, 1u << 14> buffer;
    bool is_meant = false;
    for (ssize_t size = 0; (size = ::read(events_, buffer.data(), buffer.size())) > 0;) {
      for (const char* at = buffer.data(); at < buffer.data() + size;) {
        const auto& event = *reinterpret_cast<const ::inotify_event*>(at);
        at += sizeof event + event.len;
        if (event.mask & IN_Q_OVERFLOW) is_meant = true;  // the file is unknown
        if (event.mask & IN_IGNORED) folders_.erase(event.wd);
        const auto folder = folders_.find(event.wd);
        if (folder == folders_.end()) continue;
        const std::string name = event.len > 0 ? event.name : "";
        is_meant |= folder->second.whole || folder->second.names.contains(name);
      }
    }
    return is_meant;
  }

  int events_ = -1;
  int stopped_ = -1;
  std::map<int, Folder> folders_;  // by watch descriptor
};

// Keeps the results of the cases current.
class WatchedCases {
 public:
  // Updates the results to the plan: asks and grades only what it affects. If `stop` is requested, results
  // are missing.
  WatchedRound follow(const Plan& plan, std::stop_token stop) {
    const Results before = std::exchange(results_, {});
    WatchedRound round{.before = info_, .now = plan.info};
    const auto cases = keep(plan, before, round);
    round.asked = cases.size();
    ask(plan, cases, std::move(stop));
    info_ = plan.info;
    for (const auto& [key, now] : results_) {
      const auto had = before.find(key);
      if (had == before.end())
        round.changes.push_back({std::nullopt, now});
      else if (!came_out_alike(had->second, now))
        round.changes.push_back({had->second, now});
    }
    for (const auto& [key, gone] : before)
      if (!results_.contains(key)) round.changes.push_back({gone, std::nullopt});
    round.counts = counts();
    return round;
  }

 private:
  using Key = std::pair<std::string, std::string>;  // dataset and id
  using Results = std::map<Key, Result>;

  // Keeps results that the plan does not affect, regrades the others, and returns the cases to be asked.
  std::vector<Case> keep(const Plan& plan, const Results& before, WatchedRound& round) {
    const Touched all =
        info_ ? touched(*info_, plan.info) : Touched{.answers = true, .grades = true, .worlds = {}};
    std::vector<Case> to_ask;
    for (const Case& each : plan.cases.all()) {
      const auto had = before.find({each.dataset, each.id});
      const bool has_answer = had != before.end() && had->second.grade.status != Status::unmeasured;
      if (all.answers || !has_answer || !asks_alike(had->second.asked, each)) {
        to_ask.push_back(each);
        continue;
      }
      Result& result = results_[had->first] = had->second;
      const bool is_touched =
          all.grades || all.worlds.contains(world_key(each)) || !is_same(result.asked, each);
      result.asked = each;
      if (!is_touched) continue;
      ++round.graded;
      grade_case(result, plan.options);
    }
    return to_ask;
  }

  void ask(const Plan& plan, const std::vector<Case>& cases, std::stop_token stop) {
    if (cases.empty()) return;
    Progress progress(cases.size());
    const ProgressLine line(progress);
    const auto take = [&](std::size_t, Result result) {
      progress.add(result.grade.status);
      if (result.answer.ending == Ending::cancelled) return;
      Key key(result.asked.dataset, result.asked.id);
      results_.insert_or_assign(std::move(key), std::move(result));
    };
    evaluate(cases, plan.tool, plan.options, take, std::move(stop));
  }

  Counts counts() const {
    Counts counts;
    for (const auto& [key, result] : results_) {
      counts.pass += result.grade.status == Status::pass;
      counts.miss += result.grade.status == Status::miss;
      counts.unmeasured += result.grade.status == Status::unmeasured;
    }
    return counts;
  }

  std::optional<RunInfo> info_;  // of the last plan
  Results results_;
};

// The files of worlds that cases name; for folders, with all subfolders.
void add_worlds(std::vector<fs::path>& files, const CaseStore& cases) {
  CaseLevels named;
  for (const Case& each : cases.all()) named.add(each);
  for (const auto& [name, place] : named.worlds) {
    std::error_code unknown;
    files.push_back(place);
    for (const auto& entry : fs::recursive_directory_iterator(place, unknown))
      if (entry.is_directory(unknown)) files.push_back(entry.path());
  }
}

// One watched suite.
class Watch {
 public:
  Watch(const std::function<Suite()>& suite, const CasePart& part, const RunPlace& place,
        const std::function<void(const WatchedRound&)>& report, const RunSink& sink)
      : suite_(suite), part_(part), place_(place), report_(report), sink_(sink) {}
  ~Watch() { end_fixture(); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void run(const std::stop_token& stop) {
    files_.add(files_of(read()));
    do {
      if (auto plan = read_or_note()) follow(*std::move(plan), stop);
    } while (files_.wait(stop));
  }

 private:
  // The plan for the current files. Keeps backends that are expensive to open: the sandbox, the model, the
  // judge. Throws Error if a file is invalid.
  Plan read() {
    Suite suite = suite_();
    if (kept_) {
      kept_->tables = suite.backends.tables;
      suite.backends = *kept_;
    }
    Plan plan = plan_run(suite);
    select_part(plan.cases, part_, place_, plan.info.suite, sink_.note);
    kept_ = suite.backends;
    inputs_ = suite.datasets;
    inputs_.insert(inputs_.end(), suite.table_places.begin(), suite.table_places.end());
    return plan;
  }

  // The files that the suite names and those of the tool.
  std::vector<fs::path> files_of(const Plan& plan) const {
    std::vector<fs::path> files = inputs_;
    if (!plan.tool.description.empty()) files.push_back(plan.tool.description);
    std::error_code unknown;
    if (fs::exists(plan.info.tool_path, unknown)) files.emplace_back(plan.info.tool_path);
    const auto* program = std::get_if<Program>(&plan.tool.how);
    for (const auto& [name, digest] : plan.info.tool_files) files.push_back(fs::path(program->cwd) / name);
    add_worlds(files, plan.cases);
    return files;
  }

  std::optional<Plan> read_or_note() try {
    Plan plan = read();
    while (files_.add(files_of(plan))) plan = read();  // they may have changed unwatched
    return plan;
  } catch (const Error& error) {
    sink_.note(std::string(error.what()) + "\n");
    return std::nullopt;
  }

  void follow(Plan plan, const std::stop_token& stop) {
    if (!fixture_ || touched(*last_, plan.info).answers) {
      end_fixture();
      fixture_.emplace(plan.tool, fs::path());
    }
    fixture_->take_part(plan.options);
    const WatchedRound round = cases_.follow(plan, stop);
    const bool has_effect = !last_ || round.asked + round.graded > 0 || !round.changes.empty();
    if (!stop.stop_requested() && has_effect) report_(round);
    last_ = plan.info;
  }

  void end_fixture() {
    if (!fixture_) return;
    for (const auto& problem : fixture_->end()) sink_.note(to_string(problem) + "\n");
    fixture_.reset();
  }

  const std::function<Suite()>& suite_;
  const CasePart& part_;
  const RunPlace& place_;
  const std::function<void(const WatchedRound&)>& report_;
  const RunSink& sink_;
  std::optional<Backends> kept_;
  std::vector<fs::path> inputs_;
  FileWatch files_;
  WatchedCases cases_;
  std::optional<RunInfo> last_;
  std::optional<RunningFixture> fixture_;
};

}  // namespace

std::string to_string(const WatchedChange& change) {
  const Result& shown = change.now ? *change.now : *change.before;
  std::string line = fmt::format("{}  {}", words_for(change), one_line(full_name_of(shown.asked)));
  if (!change.now || change.now->grade.status == Status::pass) return line;
  return fmt::format("{}\n    {}: {}", line, one_line(to_string(shown.asked.where)), headline(shown));
}

void watch_suite(const std::function<Suite()>& suite, const CasePart& part, const RunPlace& place,
                 const std::function<void(const WatchedRound&)>& report, const RunSink& sink,
                 const std::stop_token& stop) {
  Watch(suite, part, place, report, sink).run(stop);
}

}  // namespace assay
