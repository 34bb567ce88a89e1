// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command-line parsing of the samples, declared.

#ifndef SECTORSCOPE_HELPER_STRING_H
#define SECTORSCOPE_HELPER_STRING_H

#include <string.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

bool checkCmdLineFlag(int argc, const char **argv, const char *name);
int getCmdLineArgumentInt(int argc, const char **argv, const char *name);
float getCmdLineArgumentFloat(int argc, const char **argv, const char *name);
bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value);
char *sdkFindFilePath(const char *name, const char *program);

#endif
