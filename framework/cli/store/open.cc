// SPDX-License-Identifier: Apache-2.0
// `assay open`: opens a run's page in a browser, generated from its rows.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "assay/internal/conclusion.h"
#include "assay/internal/file.h"
#include "assay/internal/reports.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/internal/text.h"
#include "store/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

// Accessible to this user only: the page contains all output of the tool.
fs::path private_folder() {
  const fs::path folder = fs::temp_directory_path() / ("assay-" + std::to_string(::getuid()));
  std::error_code failed;
  fs::create_directory(folder, failed);
  struct ::stat status {};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::getuid())
    throw Error({folder.string(), 0}, "is not a folder of this user's own", "remove it, or set TMPDIR");
  fs::permissions(folder, fs::perms::owner_all, failed);
  return folder;
}

// The page beside the results if the run has a folder of reports; otherwise writes one.
fs::path page_of(const OpenRun& options) {
  std::error_code unknown;
  const fs::path there = fs::path(options.run) / "report.html";
  if (fs::is_regular_file(there, unknown)) return fs::absolute(there);
  const RunRows rows = find_rows(options.run, options.place);
  const fs::path page = private_folder() / (rows.info.run_id + ".html");
  AtomicFile file(page, Links::replaced);
  write_html(file.out(), view_of(rows, {.trend = find_trend(options.run, options.place, rows.info)}), rows);
  file.commit();
  return page;
}

// BROWSER by convention: a list of programs, of which the first is used; a %s in it stands for the address.
std::vector<std::string> browser(const fs::path& page) {
  const char* wish = std::getenv("BROWSER");
  if (!wish || !*wish) return {"xdg-open", page.string()};
  const std::string_view text = wish;
  auto words = program_words(std::string(text.substr(0, text.find(':'))));
  const auto place = std::find(words.begin(), words.end(), "%s");
  if (place != words.end())
    *place = page.string();
  else
    words.push_back(page.string());
  return words;
}

}  // namespace

int perform(const OpenRun& options) {
  const fs::path page = page_of(options);
  std::cout << one_line(page.string()) << "\n";
  if (run_in_foreground(browser(page)) != 0)
    std::cerr << "warning: no browser could be started\n  next: open that file, or name one (BROWSER)\n";
  return kPassed;
}

}  // namespace assay::cli
