# SPDX-License-Identifier: Apache-2.0
# Script: the bytes of the file IN become a string_view named SYMBOL in the C++ file OUT.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${hex}")
string(LENGTH "${bytes}" length)
math(EXPR length "${length} / 4")
file(WRITE ${OUT} "#include <string_view>\nnamespace assay {\nextern const std::string_view ${SYMBOL};\nconst std::string_view ${SYMBOL}(\"${bytes}\", ${length});\n}  // namespace assay\n")
