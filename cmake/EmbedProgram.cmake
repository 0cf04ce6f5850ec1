# SPDX-License-Identifier: Apache-2.0
# Script: the bytes of the file IN become a string_view named SYMBOL in the C++ file OUT. The assembler takes them
# from IN: under sanitizers a program has tens of megabytes, which a compiler would read as a literal for minutes.
file(SIZE ${IN} size)
file(WRITE ${OUT} "#include <string_view>
asm(\".pushsection .rodata\\n.globl assay_${SYMBOL}\\n.hidden assay_${SYMBOL}\\nassay_${SYMBOL}: .incbin \\\"${IN}\\\"\\n.popsection\");
extern \"C\" [[gnu::visibility(\"hidden\")]] const char assay_${SYMBOL}[${size}];
namespace assay {
extern const std::string_view ${SYMBOL};
const std::string_view ${SYMBOL}(assay_${SYMBOL}, ${size});
}  // namespace assay
")
