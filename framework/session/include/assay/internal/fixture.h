// SPDX-License-Identifier: Apache-2.0
// A tool's fixture while a run goes on: its setup, its server, its teardown, and the home of the run.
//
// In its folder lie `server.log` (what the server prints), `server.pid` and, of Home::per_run, `home`: other
// processes of the run find them there.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/evaluate.h"

namespace assay {

// Whether a tool needs what RunningFixture does.
bool has_fixture(const Tool& tool);

class RunningFixture {
 public:
  // Runs setup, starts the server and waits until it is ready. What goes wrong with them is what obstacle()
  // says. An empty `folder`: a temporary one. Throws Error where the folder cannot be made or there is no
  // such process to be had.
  RunningFixture(const Tool& tool, std::filesystem::path folder);
  ~RunningFixture();  // end()
  RunningFixture(const RunningFixture&) = delete;
  RunningFixture& operator=(const RunningFixture&) = delete;

  // Why no tool can be asked: setup failed, the server did not get ready, or it has ended. Empty: they can.
  // From any thread.
  std::string obstacle() const;
  // Cases are asked with its home, and are unmeasured where there is an obstacle. It must outlive them.
  void take_part(EvaluateOptions& options) const;
  // Ends the server and runs teardown, once; what went wrong. At most three times Fixture::limit.
  std::vector<Problem> end();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// The home that the processes of a run share; created where it is missing. Throws Error where it cannot be.
std::filesystem::path shared_home(const std::filesystem::path& fixture_folder);
// Whether the server of a fixture in that folder runs. One that has ended and that nobody waited for does
// not.
bool server_runs(const std::filesystem::path& fixture_folder);
// "the server ended: `its last line`".
std::string server_ended(const std::filesystem::path& fixture_folder);

}  // namespace assay
