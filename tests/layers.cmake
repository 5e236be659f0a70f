# Each layer of src/ is linked with the layers it may use and no others, and no symbol may be missing: the linker proves which way the
# arrows of docs/decisions.md point. A layer that reaches up, or sideways, does not build.
#
#   reel_layer_links(LAYER BELOW...)

function(reel_layer_links layer)
    set(objects "")
    foreach(part ${layer} ${ARGN})
        list(APPEND objects $<TARGET_OBJECTS:reel_${part}>)
    endforeach()
    add_library(layer_${layer} SHARED ${objects})
    set_target_properties(layer_${layer} PROPERTIES LINKER_LANGUAGE C)
    target_link_libraries(layer_${layer} PRIVATE ${reel_libraries})
    target_link_options(layer_${layer} PRIVATE -Wl,--no-undefined)
endfunction()

reel_layer_links(core)
reel_layer_links(codec core)
reel_layer_links(columns core codec)
reel_layer_links(game core)
reel_layer_links(formats core codec)
reel_layer_links(containers core codec columns)
reel_layer_links(insight core codec game formats)
reel_layer_links(export core codec columns)
reel_layer_links(plot core codec game formats insight)
reel_layer_links(pairs core codec game formats insight)
reel_layer_links(jobs core codec columns game formats containers pairs insight plot export)
reel_layer_links(platform core codec columns game formats containers pairs insight plot export jobs)
