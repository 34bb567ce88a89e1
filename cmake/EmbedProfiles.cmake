# Writes the target profiles into one C++ file as raw string literals, so that the plugin needs no data file.
#
#   cmake -DOUT=BuiltinProfiles.cpp "-DPROFILES=a/sm_80.json;b/sm_90.json" -P EmbedProfiles.cmake
if(NOT OUT OR NOT PROFILES)
  message(FATAL_ERROR "EmbedProfiles.cmake: -DOUT=FILE and -DPROFILES=LIST are needed")
endif()

set(TEXT "// Written by cmake/EmbedProfiles.cmake from profiles/*.json.\n")
string(APPEND TEXT "namespace sectorscope::detail {\n")
string(APPEND TEXT "struct EmbeddedProfile {\n  const char *arch;\n  const char *json;\n};\n")
string(APPEND TEXT "extern const EmbeddedProfile embeddedProfiles[];\nextern const unsigned embeddedProfileCount;\n")
string(APPEND TEXT "const EmbeddedProfile embeddedProfiles[] = {\n")
set(COUNT 0)
foreach(PROFILE IN LISTS PROFILES)
  get_filename_component(ARCH "${PROFILE}" NAME_WE)
  file(READ "${PROFILE}" JSON)
  string(APPEND TEXT "    {\"${ARCH}\", R\"profile(${JSON})profile\"},\n")
  math(EXPR COUNT "${COUNT} + 1")
endforeach()
string(APPEND TEXT "};\nconst unsigned embeddedProfileCount = ${COUNT};\n} // namespace sectorscope::detail\n")
file(WRITE "${OUT}" "${TEXT}")
