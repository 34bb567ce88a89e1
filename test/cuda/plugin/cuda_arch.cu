// A device half does not show what the host has behind __CUDA_ARCH__: where host code hangs on it, the plugin tells no
// launches.
//
// DEFINE: %{cc} = %clang -x cuda -nocudainc -nocudalib -Wno-unknown-cuda-version -O2 -gline-directives-only --cuda-device-only --cuda-gpu-arch=sm_80 -I%headers/cuda -include sectorscope_cuda_prelude.h -fno-discard-value-names -Xclang -target-sdk-version=12.4
// RUN: %{cc} -fplugin=%plugin -fpass-plugin=%plugin -S %s -o %t.ptx 2>&1 | %FileCheck %s
// RUN: %{cc} -DFOR_DEVICE_ONLY -fplugin=%plugin -fpass-plugin=%plugin -S %s -o %t.ptx 2>&1 | %FileCheck %s --check-prefix=DEVICE

__global__ void strided(float *a) {
#if __CUDA_ARCH__ >= 800
  // CHECK: cuda_arch.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: store of 4 bytes per lane moves 12 sectors per request, ideal 4 (3.0x); block 256x1x1 assumed
  // DEVICE: cuda_arch.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}; block 64x1x1 launched at
  a[3 * threadIdx.x] = 0;
#endif
}

void run(float *a) {
#ifdef FOR_DEVICE_ONLY
  const int threads = 64;
#else
#ifdef __CUDA_ARCH__
  const int threads = 1024;
#else
  const int threads = 32;
#endif
#endif
  strided<<<8, threads>>>(a);
}
