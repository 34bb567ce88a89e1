# Writes text files into one C++ file as raw string literals, so that programs need no data file.
#
#   cmake -DOUT=BuiltinProfiles.cpp -DKIND=Profile "-DFILES=a/sm_80.json;b/sm_90.json" -P EmbedFiles.cmake
#
# gives sectorscope::detail::embeddedProfiles, an array of {name, text}: {"sm_80", "{..."}, and embeddedProfileCount.
if(NOT OUT OR NOT KIND OR NOT FILES)
  message(FATAL_ERROR "EmbedFiles.cmake: -DOUT=FILE, -DKIND=NAME and -DFILES=LIST are needed")
endif()

set(TEXT "// Written by cmake/EmbedFiles.cmake.\n")
string(APPEND TEXT "namespace sectorscope::detail {\n")
string(APPEND TEXT "struct Embedded${KIND} {\n  const char *name;\n  const char *text;\n};\n")
string(APPEND TEXT "extern const Embedded${KIND} embedded${KIND}s[];\nextern const unsigned embedded${KIND}Count;\n")
string(APPEND TEXT "const Embedded${KIND} embedded${KIND}s[] = {\n")
set(COUNT 0)
foreach(FILE IN LISTS FILES)
  get_filename_component(NAME "${FILE}" NAME_WE)
  file(READ "${FILE}" CONTENT)
  string(APPEND TEXT "    {\"${NAME}\", R\"embedded(${CONTENT})embedded\"},\n")
  math(EXPR COUNT "${COUNT} + 1")
endforeach()
string(APPEND TEXT "};\nconst unsigned embedded${KIND}Count = ${COUNT};\n} // namespace sectorscope::detail\n")
file(WRITE "${OUT}" "${TEXT}")
