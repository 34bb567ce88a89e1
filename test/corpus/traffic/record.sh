#!/bin/sh
# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Records the traffic program on this machine, which has a GPU, a CUDA toolkit and Nsight Compute:
#
#   record.sh FOLDER ARCH [BINARY-OF-CLANG]
#
# writes FOLDER/traffic-nvcc.tsv, and FOLDER/traffic-clang.tsv where a binary of clang is given.
set -eu
folder=$1 arch=$2 clang=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
if [ -n "$clang" ]; then
  chmod +x "$clang" || true
  "$here/record.py" --out "$folder/traffic-clang.tsv" --compiler "clang -O3, CUDA $release" -- "$clang" || true
fi
(cd "$here" && "$nvcc" -O3 -lineinfo -std=c++17 "-arch=$arch" traffic_main.cu table.cu layouts.cu windows.cu \
  -o "$scratch/traffic-nvcc")
"$here/record.py" --out "$folder/traffic-nvcc.tsv" --compiler "nvcc -O3, CUDA $release" -- "$scratch/traffic-nvcc"
