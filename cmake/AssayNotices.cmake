# SPDX-License-Identifier: Apache-2.0
# Writes the licences of the libraries linked into assay's programs, from the copyright files that Debian
# installs with each library, so that they match the versions built with. On other systems it lists the
# libraries and where their licences are published.
set(assay_notices ${PROJECT_BINARY_DIR}/copyright)
set(linked_in
    "Boost (Asio, Beast, Math)|libboost-dev|https://www.boost.org/LICENSE_1_0.txt"
    "CLI11|libcli11-dev|https://github.com/CLIUtils/CLI11"
    "dtl|libdtl-dev|https://github.com/cubicdaiya/dtl"
    "Eigen|libeigen3-dev|https://eigen.tuxfamily.org"
    "fmt|libfmt-dev|https://github.com/fmtlib/fmt"
    "GNU C library|libc6|https://www.gnu.org/software/libc"
    "GNU C++ library|libstdc++-12-dev|https://gcc.gnu.org/onlinedocs/libstdc++/manual/license.html"
    "GoogleTest|libgtest-dev|https://github.com/google/googletest"
    "JSON for Modern C++|nlohmann-json3-dev|https://github.com/nlohmann/json"
    "libfyaml|libfyaml-dev|https://github.com/pantoniou/libfyaml"
    "libseccomp|libseccomp-dev|https://github.com/seccomp/libseccomp"
    "Nettle|nettle-dev|https://www.lysator.liu.se/~nisse/nettle"
    "OpenSSL|libssl-dev|https://www.openssl.org/source/license.html"
    "libpq (loaded, not linked in)|libpq-dev|https://www.postgresql.org/about/licence"
    "RapidJSON|rapidjson-dev|https://rapidjson.org"
    "RE2|libre2-dev|https://github.com/google/re2"
    "SQLite|libsqlite3-dev|https://www.sqlite.org/copyright.html"
    "SQLiteCpp|libsqlitecpp-dev|https://github.com/SRombauts/SQLiteCpp"
    "toml++|libtomlplusplus-dev|https://marzer.github.io/tomlplusplus"
    "utf8proc|libutf8proc-dev|https://juliastrings.github.io/utf8proc"
    "zlib|zlib1g-dev|https://zlib.net/zlib_license.html")

file(READ ${PROJECT_SOURCE_DIR}/LICENSE own_licence)
set(rule "================================================================================")
set(text "assay is published under the Apache License 2.0, which stands first. Its programs hold code of the libraries that follow, each under\n\
its own licence. Nettle, libseccomp and the GNU C library may be replaced by other versions: assay's sources are complete, and ./do build\n\
links them with what is installed.\n\n${rule}\nassay\n${rule}\n\n${own_licence}")
foreach(each IN LISTS linked_in)
  string(REPLACE "|" ";" each "${each}")
  list(GET each 0 name)
  list(GET each 1 package)
  list(GET each 2 place)
  set(licence "Its licence: ${place}\n")
  if(EXISTS ${CMAKE_SYSROOT}/usr/share/doc/${package}/copyright)
    file(READ ${CMAKE_SYSROOT}/usr/share/doc/${package}/copyright licence)
  endif()
  string(APPEND text "\n${rule}\n${name}\n${rule}\n\n${licence}")
endforeach()
file(CONFIGURE OUTPUT ${assay_notices} CONTENT "@text@" @ONLY)
