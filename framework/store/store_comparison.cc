// SPDX-License-Identifier: Apache-2.0
// Separate from store_metrics.cc, so that a program that compares no runs is linked without the statistics
// needed here.
#include "assay/internal/compare_input.h"
#include "assay/internal/store_metrics.h"

namespace assay {
namespace {

CompareInput input_of(const Store& store, std::string_view run, std::string_view suite = {}) {
  return store.compare_input(store.resolve(run, suite));
}

}  // namespace

CompareReport compare_runs(const Store& store_a, std::string_view a, const Store& store_b, std::string_view b,
                           const CompareOptions& options) {
  return compare(input_of(store_a, a), input_of(store_b, b), options);
}

CompareReport compare_runs(const Store& store, std::string_view a, std::string_view b,
                           const CompareOptions& options) {
  return compare_runs(store, a, store, b, options);
}

CompareReport compare_runs(std::string_view a, std::string_view b, const CompareOptions& options) {
  return compare_runs(Store({.file = default_store_file(), .access = StoreOptions::Access::read}), a, b,
                      options);
}

}  // namespace assay
