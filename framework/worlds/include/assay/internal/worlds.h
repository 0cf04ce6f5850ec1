// SPDX-License-Identifier: Apache-2.0
// Worlds as data: those described by a file (docs/worlds.md, datasets/schema/world.schema.json), those that
// come with assay, and those generated for a pair of commands. Nothing here runs anything.
//
// Threads: all functions are re-entrant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/sandbox.h"
#include "assay/internal/utility.h"

namespace assay::worlds {

struct NamedWorld {
  enum class Origin {
    file,      // the user's
    ready,     // one of ready_worlds()
    generated  // by worlds_for_pair()
  };
  std::string name;  // for a file, its path as given
  std::string note;  // for display: what the world is about; may be empty
  sandbox::World world;
  Origin origin = Origin::file;
  // Requirements that no sandbox here can meet, a sentence each ("the bytes of x are not known"). If one may
  // matter to a command, that command is undecided in this world.
  std::vector<std::string> lacking;
  // A bash script that creates the rest of the world; empty if it is complete. Before running commands in the
  // world, call behaviour::Lab::made() to run the script.
  std::string setup;
};

// Reads a file in the format of world.schema.json, or a folder, whose contents become those of /home/user
// (names, modes, links and bytes; times are a minute before the start). Throws Error with all faults, each
// with file and line.
NamedWorld read_world(const std::filesystem::path& source);
// The same from bytes in memory; `file` is used for messages and as the name.
NamedWorld parse_world(std::string_view json, const std::string& file);

// The world named by the `world` member of a dataset's case: a ready world, or a path relative to the
// dataset's folder. Throws Error if it is neither, and like read_world().
NamedWorld find_world(std::string_view name, const std::filesystem::path& dataset_folder);
// The world that a command line names: JSON if it begins with a brace; an empty world for empty text;
// otherwise as find_world() does in the working folder.
NamedWorld named_world(const std::string& words);
// Whether `name` names a world to run commands in, rather than being a bare label that cases share: a ready
// world, or a name that contains a slash or ends in ".json".
bool names_a_world(std::string_view name);
// The file or folder that find_world() reads; empty for a ready world.
std::filesystem::path place_of_world(std::string_view name, const std::filesystem::path& dataset_folder);
// The userland that a file in that folder names: a name, or the path of its folder.
std::string place_of_userland(const std::string& named, const std::filesystem::path& folder);
// Of the world in that file; empty if it names none, or cannot be read.
std::string userland_of_world(const std::filesystem::path& place);
// SHA-256 of a world's file, or of the world that read_world() reads from its folder; empty if it cannot be
// read.
std::string digest_of_world(const std::filesystem::path& place);
// "ready/…", in alphabetical order.
std::vector<std::string_view> ready_worlds();

// JSON that parse_world() reads as the same world, except its start and non-UTF-8 bytes in variables.
std::string world_text(const sandbox::World& world);
// The same on one line, without a final newline.
std::string world_line(const sandbox::World& world);

// The kinds of files that generated worlds may have.
enum class Manner {
  searching,  // any that the commands could encounter
  // Those that a user who asks for something has in mind: names ending in .txt are files, not folders or
  // links; names have no blanks, and everything exists and is readable. Sizes, times, texts and letter cases
  // are as in the others.
  ordinary
};
struct GenerateOptions {
  std::uint64_t seed = 1;
  std::size_t at_most = 8;
  Manner manner = Manner::searching;
};
// Worlds in which two commands are likely to differ if they differ anywhere: files, texts, sizes, times and
// modes lie on both sides of every boundary that a literal of either command draws. The most discriminating
// ones come first. Deterministic on every platform; none if neither command contains a call that can be
// parsed.
std::vector<NamedWorld> worlds_for_pair(std::string_view accepted, std::string_view generated,
                                        const GenerateOptions& options = {});

// The same world, and in it what shows an option: lines made from those of its texts, files beside those that
// the commands look for, targets that exist already. None for data that no world can have. Deterministic.
std::vector<NamedWorld> worlds_with(const NamedWorld& base, Data data, std::string_view accepted,
                                    std::string_view generated);
// The same world with empty texts, negative amounts or letters outside ASCII, where one of the two commands
// counts lines, seeks the largest amount or folds letter case; with each member, bound and alternative of a
// pattern that only one of them has; with texts that their patterns just match, or just do not, and other
// permissions of the files they name if they name any; and with such names.
enum class Near { bounds, texts, all };  // each with those before
std::vector<NamedWorld> worlds_near(const NamedWorld& base, std::string_view accepted,
                                    std::string_view generated, Near near);
// Whether a user who asks for something has such data in mind.
bool is_ordinary(Data data);

}  // namespace assay::worlds
