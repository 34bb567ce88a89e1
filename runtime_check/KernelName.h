// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names of kernels as people say them. The injected library uses this, too.

#ifndef SECTORSCOPE_RUNTIME_CHECK_KERNELNAME_H
#define SECTORSCOPE_RUNTIME_CHECK_KERNELNAME_H

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace sectorscope::check {

/// The demangled form that reports use, "void f<2>(float const*)"; the argument itself if it is not mangled.
inline std::string demangle(const std::string &mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && name ? name.get() : mangled;
}

/// "ns::f<2>(int)" of "ns::(anonymous namespace)::f<2>(int)", so that the first parenthesis is that of the parameters.
inline std::string withoutUnnamed(std::string demangled) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (std::size_t at; (at = demangled.find(unnamed)) != std::string::npos;)
    demangled.erase(at, unnamed.size());
  return demangled;
}

/// The name without result, namespaces, template arguments and parameters.
///
/// Worked example: "void ns::(anonymous namespace)::f<2>(float const*)" gives "f".
inline std::string baseName(const std::string &demangled) {
  const std::string name = withoutUnnamed(demangled);
  const std::string plain = name.substr(0, name.find_first_of("<("));
  const std::size_t before = plain.find_last_of(" :");
  return before == std::string::npos ? plain : plain.substr(before + 1);
}

} // namespace sectorscope::check

#endif
