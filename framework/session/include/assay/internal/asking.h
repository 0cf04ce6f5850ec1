// Asking the cases of a plan, every finished one kept.
#pragma once

#include <span>

#include "assay/internal/keeper.h"
#include "assay/internal/plan.h"

namespace assay {

// Asks every case `attempts` times, all first attempts before the second ones, and nothing that has
// `finished`; shows how far it has come where standard error is a terminal. Returns when all results are with
// the keeper. Throws Error where they cannot be kept, or what broke the harness.
void ask(const Plan& plan, int attempts, std::span<const FinishedCase> finished, Keeper& keeper);

}  // namespace assay
