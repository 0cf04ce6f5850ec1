// SPDX-License-Identifier: Apache-2.0
// A tool's fixture during a run: its setup, server and teardown, and the home of the run.
//
// Its folder holds `server.log` (the server's output), `server.pid` and, for Home::per_run, `home`: other
// processes of the run find them there.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/evaluate.h"

namespace assay {

// Whether a tool needs RunningFixture.
bool has_fixture(const Tool& tool);

class RunningFixture {
 public:
  // Runs setup, starts the server and waits until it is ready; obstacle() reports if this fails. An empty
  // `folder` means a temporary one. Throws Error if the folder cannot be created, or if no process can be run
  // (file descriptor limit).
  RunningFixture(const Tool& tool, std::filesystem::path folder);
  ~RunningFixture();  // end()
  RunningFixture(const RunningFixture&) = delete;
  RunningFixture& operator=(const RunningFixture&) = delete;

  // Why the tool cannot be asked: setup failed, or the server did not get ready or has ended. Empty if it
  // can. Thread-safe.
  std::string obstacle() const;
  // Cases are then asked with its home, and are unmeasured if there is an obstacle. It must outlive them.
  void take_part(EvaluateOptions& options) const;
  // Ends the server and runs teardown, once; returns what went wrong. Takes at most three times
  // Fixture::limit.
  std::vector<Problem> end();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// The home shared by the processes of a run; created if it is missing. Throws Error if it cannot be created.
std::filesystem::path shared_home(const std::filesystem::path& fixture_folder);
// Whether the server of the fixture in that folder is running. A zombie is not.
bool server_runs(const std::filesystem::path& fixture_folder);
// "the server ended: `its last line`".
std::string server_ended(const std::filesystem::path& fixture_folder);

}  // namespace assay
