// SPDX-License-Identifier: Apache-2.0
// Worlds as data: the file that describes one (docs/worlds.md, datasets/schema/world.schema.json), those that
// come with assay, and those that are made for a pair of commands. Nothing here runs anything.
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

namespace assay::worlds {

struct NamedWorld {
  enum class Origin {
    file,      // the person's
    ready,     // one of ready_worlds()
    generated  // by worlds_for_pair()
  };
  std::string name;  // of a file, its path as given
  std::string note;  // for a person: what the world is about; may be empty
  sandbox::World world;
  Origin origin = Origin::file;
  // What it asks for that no sandbox here can give, a sentence each ("/srv/x belongs to root"). A command for
  // which that may count is undecided there.
  std::vector<std::string> lacking;
  // A script of bash that makes the rest of it; empty: it is whole. Whoever runs commands in it has
  // behaviour::Lab::made() run that first.
  std::string setup;
};

// A file in the format of world.schema.json, or a folder, whose contents are then those of /home/user (names,
// modes, links and bytes; times are a minute before the start). Throws Error with every fault, each with file
// and line.
NamedWorld read_world(const std::filesystem::path& source);
// The same from bytes in memory; `file` is for messages and the name.
NamedWorld parse_world(std::string_view json, const std::string& file);

// What the `world` member of a dataset's case says: a ready world, or a path relative to the dataset's
// folder. Throws Error where it is neither, and as read_world() does.
NamedWorld find_world(std::string_view name, const std::filesystem::path& dataset_folder);
// Whether that is a world to run commands in at all, and not a bare word that cases share: it is a ready
// one, or has a slash in it, or ends in ".json".
bool names_a_world(std::string_view name);
// The file or folder that find_world() reads; empty for a ready world.
std::filesystem::path place_of_world(std::string_view name, const std::filesystem::path& dataset_folder);
// SHA-256 of a world's file, or of what read_world() makes of its folder; empty where that cannot be read.
std::string digest_of_world(const std::filesystem::path& place);
// "ready/…", in alphabetical order.
std::vector<std::string_view> ready_worlds();

// JSON that parse_world() reads as the same world.
std::string world_text(const sandbox::World& world);
// The same on one line, without a newline at its end.
std::string world_line(const sandbox::World& world);

// What files worlds that are made may have.
enum class Manner {
  searching,  // any that the commands could meet
  // Those that a person has in mind who asks for something: whose names end in .txt are files and no folders
  // or links; names are without blanks, and all is there and readable. Sizes, times, texts and letters' cases
  // are as in the others.
  ordinary
};
struct GenerateOptions {
  std::uint64_t seed = 1;
  std::size_t at_most = 7;
  Manner manner = Manner::searching;
};
// Worlds in which two commands are likely to differ if they differ anywhere: their files, texts, sizes, times
// and modes stand on both sides of every boundary that a literal of either command draws. The first ones tell
// most. The same for the same arguments everywhere; none where neither command can be parsed.
std::vector<NamedWorld> worlds_for_pair(std::string_view accepted, std::string_view generated,
                                        const GenerateOptions& options = {});

}  // namespace assay::worlds
