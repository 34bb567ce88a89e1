# Finds the wanted LLVM and Clang. `find_package(LLVM 22)` rejects 22.1, so the major is checked here.
find_program(SECTORSCOPE_LLVM_CONFIG NAMES llvm-config-${SECTORSCOPE_LLVM_VERSION} REQUIRED)
execute_process(COMMAND ${SECTORSCOPE_LLVM_CONFIG} --cmakedir
                OUTPUT_VARIABLE LLVM_DIR OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(LLVM REQUIRED CONFIG)
if(NOT LLVM_VERSION_MAJOR EQUAL SECTORSCOPE_LLVM_VERSION)
  message(FATAL_ERROR "Found LLVM ${LLVM_PACKAGE_VERSION}, wanted ${SECTORSCOPE_LLVM_VERSION}; "
                      "install llvm-${SECTORSCOPE_LLVM_VERSION}-dev or set SECTORSCOPE_LLVM_VERSION")
endif()
set(Clang_DIR "${LLVM_LIBRARY_DIR}/cmake/clang")
find_package(Clang REQUIRED CONFIG)

# Headers only: the plugin must not link LLVM (its static archives would abort at load); the command line and the
# tests link the shared libraries, `LLVM` and `clang-cpp`.
add_library(sectorscope_llvm_headers INTERFACE)
target_include_directories(sectorscope_llvm_headers SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_compile_definitions(sectorscope_llvm_headers INTERFACE ${LLVM_DEFINITIONS_LIST})
