// Figures as columns of eval_figures, and back. The lists of names are in the order of the binding and of the
// reading.
#pragma once

#include <string>

#include "assay/internal/figures.h"
#include "assay/store.h"
#include "query.h"

namespace assay {

// What figures of any run have, from `dataset` on.
inline constexpr const char* kCommandColumns =
    "dataset, query_id, attempt, pass, score, hits, method, ending, category, risk_level, tags, "
    "posix_compliant, "
    "latency_ms, cluster";
inline constexpr int kCommandColumnCount = 14;
// The first of them: all that a comparison needs.
inline constexpr const char* kCompareColumns =
    "dataset, query_id, attempt, pass, score, hits, method, ending";
inline constexpr int kCompareColumnCount = 8;
// What those of retrieval queries have beside `hits`; null for commands.
inline constexpr const char* kRetrievalColumns =
    "chunks_expected, chunk_rank, chunks_in_1, chunks_in_3, chunks_in_5, chunks_in_10, docs_expected, "
    "doc_rank, "
    "docs_in_1, docs_in_3, docs_in_5, docs_in_10, ndcg_1, ndcg_3, ndcg_5, ndcg_10, average_precision, "
    "judged_1, judged_3, judged_5, "
    "judged_10, failed, should_refuse, refused, cited, contains, difficulty, query_group";
inline constexpr int kRetrievalColumnCount = 28;

// Binds from parameter `first` on, those of retrieval only where there are some; the figures must live until
// the query ran.
void bind_figures(Query& query, int first, const Figures& figures);

enum class Columns { command, retrieval };
int column_count(FigureUse use);
// Reads columns from 0 on. A row of a retrieval query read as a command's has no retrieval figures but says
// so.
enum class RowKind { command, retrieval };
RowKind read_figures(const Query& query, FigureUse use, Columns columns, Figures& figures);

}  // namespace assay
