__global__ void f(float *a) { a[threadIdx.x] = 1; }
