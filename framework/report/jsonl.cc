#include "assay/internal/jsonl.h"

#include <ostream>

namespace assay {

void write_results(std::ostream& out, const Run& run) {
  for (const Result& each : run.results) out << to_json_line(each) << '\n';
}

}  // namespace assay
