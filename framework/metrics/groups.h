// Results sorted into groups by something they have.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "assay/summary.h"

namespace assay {

// The figures of one set of results.
Group group_of(std::string name, std::span<const Result* const> results);

// The names of the groups that a result is in.
using Keys = std::function<std::vector<std::string>(const Result&)>;

// One group a key that occurs, sorted by key.
std::vector<Group> groups_by(std::span<const Result* const> results, const Keys& keys);

}  // namespace assay
