# SPDX-License-Identifier: Apache-2.0
# Script behind assay_embed: the bytes of IN become a string_view named SYMBOL in OUT. Raw string literals are
# split every 8 KiB, well under the 64 KiB that compilers must accept.
file(READ ${IN} text)
string(LENGTH "${text}" length)
set(body "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 8192 piece)
  string(APPEND body "R\"assay~(${piece})assay~\"\n")
  math(EXPR at "${at} + 8192")
endwhile()
file(WRITE ${OUT} "#include <string_view>\nnamespace assay {\nextern const std::string_view ${SYMBOL};\nconst std::string_view ${SYMBOL} =\n${body};\n}  // namespace assay\n")
