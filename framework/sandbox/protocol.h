// SPDX-License-Identifier: Apache-2.0
// The protocol between the harness (keeper.cc, cell.cc), the keeper and its workers (worker/), encoded with
// wire.h.
//
// The keeper finds its setup in the first shared descriptor, sends one Greeting on its line, and then takes
// orders: to begin a worker (with three descriptors: the worker's line, its world, its answers) and to end
// one. A worker sends one Greeting, and then answers each request with the length of the answer that it has
// put into the memory for its answers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/internal/worker_descriptors.h"

namespace assay::sandbox {

inline constexpr int kSetupDescriptor = process::kFirstShared;

// Setup: a length and the bytes of the seccomp filter (struct sock_filter), then a count and that many files
// of the system: the path here, or the target of a link, then the path in a world.
enum class SystemFile : std::uint64_t { copy = 0, link = 1 };

// Followed by the worker's number.
enum class KeeperOrder : std::uint64_t {
  begin = 1,
  end = 2,
  begin_with_owners = 3  // its files may belong to others than its user
};
inline constexpr int kWorkerDescriptors = 3;

// The step that failed and its errno; none: success. In the order in which they are tried.
enum class Step : std::uint64_t {
  none = 0,
  privileges,
  user_namespace,
  namespaces,
  mounts,
  system,
  devices,
  proc,
  root,
  world,
  overlay,  // not fatal: worlds are copied
  lock,
  protocol
};
struct Greeting {
  Step failed;                 // `overlay` is not fatal
  std::uint64_t error;         // for `overlay` 0 if copies were asked for
  std::uint64_t landlock = 0;  // its version, if it confines the worker's commands
  std::uint64_t owners = 0;    // 1: files may belong to others than the user
};

// How worlds are made.
enum class Worlds : std::uint64_t { layered = 0, copied = 1 };

// A world: how, folder, input, count of variables as NAME=value, count of entries: path, the path of the file
// that it is another name of, type, mode, owner, group, content, size, times of modification and access in
// nanoseconds since 1970 as two's complement.
//
// A request: count of arguments, the arguments, then the limits: timeout, processor time, patience and grace
// in milliseconds, bytes of output, memory and files, processes, bytes of contents; and the fate of the world
// (After).
inline constexpr std::size_t kMostRequest = 160u << 10;
inline constexpr std::size_t kMostOutput = 1u << 20;

// An answer: end, exit code, signal, error, latency, processor time and time withheld in ns,
// starved, leftovers, out, err, effects cut, count of
// effects, and these in one text: change, path, before, after; each a node: type, mode, owner, group, size,
// links, digest, target, times of modification and access in ns; then whether the file is another one,
// whether its content follows, and the content.
inline constexpr std::size_t kAnswerBytes = 16u << 20;
inline constexpr std::size_t kMostEffects = 4096;
inline constexpr std::size_t kMostEffectBytes = 4u << 20;  // without contents
inline constexpr std::size_t kMostContent = 8u << 20;      // over all files

}  // namespace assay::sandbox
