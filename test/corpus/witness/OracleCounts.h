// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The oracle's counts in the form of a prediction, so that they are compared with records by the rules that reports
/// are compared by.

#ifndef SECTORSCOPE_TEST_CORPUS_ORACLECOUNTS_H
#define SECTORSCOPE_TEST_CORPUS_ORACLECOUNTS_H

#include "Launches.h"

#include "Oracle.h"
#include "Prediction.h"

#include <string>
#include <vector>

namespace llvm {
class Function;
}

namespace sectorscope::witness {

/// The oracle's launch: pointers are 256-byte aligned and made up, contents are those that corpus_main.cu fills in.
/// `out` is what earlier kernels left there: nobody gives its contents.
oracle::Launch oracleLaunch(const CorpusLaunch &launch, const llvm::Function &kernel);

/// Every access but those to parameters. Status "unknown" where the counts hang on what the oracle had to make up.
/// Folders whose code is not the user's are `systemFolders`.
check::PredictedLaunch countsOf(const oracle::Result &result, const CorpusLaunch &launch,
                                const std::vector<std::string> &systemFolders);

} // namespace sectorscope::witness

#endif
