// SPDX-License-Identifier: Apache-2.0
// The view of a run, from results that come in any order while the run is in progress, so that its rows need
// not be read again when it has ended.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "assay/internal/run_view.h"
#include "assay/result.h"

namespace assay {

// Gives the result the form in which it will be read again as a row: parts that no reader sees are dropped,
// and texts are valid UTF-8.
void make_as_stored(Result& result);

class OrderedView {
 public:
  // Of `cases` cases with one attempt each.
  OrderedView(RunInfo info, const ViewOptions& options, std::size_t cases);
  // The result of the case at that index. Results wait for those of earlier cases.
  void add(std::size_t index, Result result);
  // What view_of() would say of the run's rows; empty if that cannot be told: a result is missing, too many
  // had to wait, or the cases were not asked in the order in which their rows are read. Call once.
  std::optional<RunView> finish();

 private:
  void count(Result result);

  RunInfo info_;
  std::optional<RunViewer> viewer_;  // none: gave up
  std::size_t cases_;
  std::size_t next_ = 0;                   // index of the first case without a result
  std::map<std::size_t, Result> waiting_;  // by index
  std::tuple<std::ptrdiff_t, int, std::string> last_ = {0, 0, ""};  // place of the last counted row
};

}  // namespace assay
