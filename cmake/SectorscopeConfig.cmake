# find_package(Sectorscope): reports as outputs of the build.
#
#   find_package(Sectorscope REQUIRED)
#   sectorscope_audit(app)                                  # every .cu file of the target
#   sectorscope_audit(other OPTIONS --block 32,8)           # with options of `sectorscope audit`
#
# The report of each file is built when the file, or one that it includes, has changed. The target `sectorscope-report` builds them all and
# merges them: sectorscope-report.json and sectorscope-report.txt in the build folder. SECTORSCOPE_EXECUTABLE names the program where it
# is not beside this file. Sectorscope_LIT_DIR is the folder of sectorscope_lit.py, for tests by lit.

find_program(SECTORSCOPE_EXECUTABLE sectorscope HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
find_path(Sectorscope_LIT_DIR sectorscope_lit.py NO_DEFAULT_PATH # installed, or in the source tree
          HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../share/sectorscope/lit" "${CMAKE_CURRENT_LIST_DIR}/../plugin/lit")
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Sectorscope REQUIRED_VARS SECTORSCOPE_EXECUTABLE)

# Called when the outermost CMakeLists.txt has been read: all reports are known then.
function(_sectorscope_finish)
  get_property(reports GLOBAL PROPERTY SECTORSCOPE_REPORTS)
  set(merged "${CMAKE_BINARY_DIR}/sectorscope-report.json")
  set(text "${CMAKE_BINARY_DIR}/sectorscope-report.txt")
  set(list "${CMAKE_BINARY_DIR}/sectorscope-report.list")
  string(REPLACE ";" "\n" lines "${reports}")
  file(WRITE "${list}.new" "${lines}\n")
  file(COPY_FILE "${list}.new" "${list}" ONLY_IF_DIFFERENT)
  add_custom_command(OUTPUT "${merged}" COMMAND "${SECTORSCOPE_EXECUTABLE}" merge "@${list}" -o "${merged}"
                     DEPENDS ${reports} "${list}" "${SECTORSCOPE_EXECUTABLE}" VERBATIM)
  add_custom_command(OUTPUT "${text}" COMMAND "${SECTORSCOPE_EXECUTABLE}" audit "${merged}" -o "${text}"
                     DEPENDS "${merged}" VERBATIM)
  add_custom_target(sectorscope-report DEPENDS "${merged}" "${text}")
endfunction()

function(sectorscope_audit target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "sectorscope_audit: '${target}' is no target; call it after add_executable or add_library")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sectorscope_audit: '${arg_UNPARSED_ARGUMENTS}' is not understood; options of the audit go behind OPTIONS")
  endif()
  get_target_property(type ${target} TYPE)
  set(prefix "")
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(prefix "INTERFACE_")
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(standard ${target} CUDA_STANDARD)
  set(standardOption "")
  if(standard)
    set(standardOption "-std=c++${standard}")
  endif()
  set(includes "$<TARGET_PROPERTY:${target},${prefix}INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},${prefix}COMPILE_DEFINITIONS>")
  set(any FALSE)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\.cu$")
      continue()
    endif()
    set(any TRUE)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}" NORMALIZE OUTPUT_VARIABLE file)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE name)
    string(REPLACE "../" "up/" name "${name}")
    set(report "${CMAKE_BINARY_DIR}/sectorscope/${target}/${name}.json")
    cmake_path(GET report PARENT_PATH reportFolder)
    file(MAKE_DIRECTORY "${reportFolder}")
    add_custom_command(
      OUTPUT "${report}"
      COMMAND "${SECTORSCOPE_EXECUTABLE}" audit "${file}" --format=json -o "${report}" -MD --root "${CMAKE_SOURCE_DIR}"
              ${arg_OPTIONS} -- ${standardOption} "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
              "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
      DEPENDS "${file}" "${SECTORSCOPE_EXECUTABLE}"
      DEPFILE "${report}.d"
      COMMENT "Auditing ${name}"
      COMMAND_EXPAND_LISTS VERBATIM)
    set_property(GLOBAL APPEND PROPERTY SECTORSCOPE_REPORTS "${report}")
  endforeach()
  if(NOT any)
    message(WARNING "sectorscope_audit: '${target}' has no .cu file")
  endif()
  get_property(isPlanned GLOBAL PROPERTY SECTORSCOPE_FINISH)
  if(NOT isPlanned)
    set_property(GLOBAL PROPERTY SECTORSCOPE_FINISH TRUE)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _sectorscope_finish)
  endif()
endfunction()
