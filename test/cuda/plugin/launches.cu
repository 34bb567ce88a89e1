// Loaded with -fplugin, the plugin reads launches and names of fields from the syntax tree of the device half.
//
// DEFINE: %{cc} = %clang -x cuda -nocudainc -nocudalib -Wno-unknown-cuda-version -O2 -gline-directives-only --cuda-device-only --cuda-gpu-arch=sm_80 -I%headers/cuda -include sectorscope_cuda_prelude.h -fno-discard-value-names -Xclang -target-sdk-version=12.4
// RUN: %{cc} -fplugin=%plugin -fpass-plugin=%plugin -Rpass-analysis=sectorscope -S %s -o %t.ptx 2>&1 | %FileCheck %s
// RUN: env "SECTORSCOPE_CONFIG={kernels: {strided: {block: 96}}}" %{cc} -fplugin=%plugin -fpass-plugin=%plugin -S %s -o %t.ptx 2>&1 | %FileCheck %s --check-prefix=OWN

struct View {
  float *data;
  int stride;
};
__global__ void strided(View view) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // 32 lanes, 12 bytes apart.
  // CHECK-DAG: launches.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: store of 4 bytes per lane moves 12 sectors per request, ideal 4 (3.0x); block 64x1x1 launched at {{.*}}launches.cu:[[#@LINE+8]]
  // CHECK-DAG: remark: store of 4 bytes per lane at view.data + {{.*}}: 12 sectors per request
  // OWN: launches.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}; block 96x1x1 as given
  view.data[i * view.stride] = 0;
}

void run(float *a) {
  View view{a, 3};
  strided<<<8, 64>>>(view);
}
