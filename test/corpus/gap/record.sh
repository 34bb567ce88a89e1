#!/usr/bin/env bash
# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Measures the kernels of gap.cu and hot.cu and the two of docs/examples/hit_rate.cu on the machine's GPU:
#
#   record.sh FOLDER ARCH SECTORSCOPE_CHECK
#
# writes FOLDER/gap-nvcc.json, FOLDER/hot-nvcc.json and FOLDER/hit-rate-nvcc.json, for `sectorscope-check explain`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$1 arch=$2 check=$3
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here/gap.cu" "$here/hot.cu" "$here/../../../docs/examples/hit_rate.cu" "$scratch"
cd "$scratch"
for program in gap hot hit_rate; do
  "$nvcc" -O3 -lineinfo -std=c++17 "-arch=$arch" "$program.cu" -o "$program"
  "$check" measure -o "$folder/${program/_/-}-nvcc.json" --root "$scratch" -- "./$program"
done
