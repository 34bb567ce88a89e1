// Findings as warnings of clang: with caret, promoted by -Werror, silenced line by line, once for two architectures,
// and nothing in the host half.
//
// DEFINE: %{cc} = %clang -x cuda -nocudainc -nocudalib -Wno-unknown-cuda-version -O2 -gline-directives-only -fplugin=%plugin -fpass-plugin=%plugin -I%headers/cuda
// RUN: %{cc} --cuda-device-only --cuda-gpu-arch=sm_80 -S %s -o %t.ptx 2> %t.err
// RUN: %FileCheck %s < %t.err --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %not %{cc} --cuda-device-only --cuda-gpu-arch=sm_80 -Werror=pass-failed -S %s -o %t.ptx 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %{cc} --cuda-device-only --cuda-gpu-arch=sm_80 -Wno-pass-failed -S %s -o %t.ptx > %t.none 2>&1 && %python -c "import sys; sys.exit(open(sys.argv[1]).read() or 0)" %t.none
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %{cc} --cuda-device-only --cuda-gpu-arch=sm_80 --cuda-gpu-arch=sm_86 -S %s 2> %t.two
// RUN: %FileCheck %s < %t.two --check-prefix=ONCE --implicit-check-not=warning:
// RUN: %{cc} --cuda-device-only --cuda-gpu-arch=sm_80 -Rpass-analysis=sectorscope -S %s -o %t.ptx 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %{cc} --cuda-host-only -S %s -o %t.s > %t.none 2>&1 && %python -c "import sys; sys.exit(open(sys.argv[1]).read() or 0)" %t.none

// What clang asks for in the host half.
struct dim3 {
  unsigned x, y, z;
};
extern "C" int cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, unsigned long shared, void *stream);

__attribute__((global)) void strided(float *out) {
  int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
  // CHECK: warnings.cu:[[#@LINE+7]]:14: warning: store of 4 bytes per lane moves 32 sectors per request, ideal 4 (8.0x); block 256x1x1 assumed, the same for every block of whole warps [sectorscope-excess-sectors] [-Wpass-failed=sectorscope]
  // CHECK-NEXT: out[8 * i] = 0;
  // CHECK-NEXT: ^
  // ERROR: warnings.cu:[[#@LINE+4]]:14: error: store of 4 bytes per lane moves 32 sectors
  // ONCE: warnings.cu:[[#@LINE+3]]:14: warning: store of 4 bytes per lane moves 32 sectors
  // REMARK-DAG: warnings.cu:[[#@LINE+2]]:14: remark: store of 4 bytes per lane at {{[a-z0-9]+}} + 32*(256*ctaid.x + tid.x): 32 sectors per request, ideal 4, 32 active lanes (exact) [-Rpass-analysis=sectorscope]
  // REMARK-DAG: remark: accesses of this file: exact 3, bounded 0, unknown 0, not analysed 0 [-Rpass-analysis=sectorscope]
  out[8 * i] = 0;
  out[8 * i + 1000000] = 1; // NOLINT(sectorscope-excess-sectors)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
  out[8 * i + 2000000] = 2;
#pragma clang diagnostic pop
}
