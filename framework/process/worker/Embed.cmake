# assay_embed_program(<room> <target or empty> <symbol>)
#
# Makes `extern const std::string_view <symbol>;` (namespace assay) of a room hold the bytes of the program <target>.
set(ASSAY_EMBED_PROGRAM ${CMAKE_CURRENT_LIST_DIR}/embed_program.cmake)
function(assay_embed_program room target symbol)
  add_custom_command(
    OUTPUT ${symbol}.cc
    COMMAND ${CMAKE_COMMAND} "-DIN=$<TARGET_FILE:${target}>" -DOUT=${symbol}.cc -DSYMBOL=${symbol} -P ${ASSAY_EMBED_PROGRAM}
    DEPENDS ${target} ${ASSAY_EMBED_PROGRAM}
    VERBATIM)
  target_sources(assay_${room} PRIVATE ${symbol}.cc)
endfunction()
