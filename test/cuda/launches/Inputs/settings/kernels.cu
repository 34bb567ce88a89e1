__global__ void copy(float *a, int n) {
  if (threadIdx.x < n)
    a[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
namespace ns {
template <typename T> __global__ void scale(T *a, int stride) { a[blockIdx.x * stride + threadIdx.x] *= 2; }
template __global__ void scale<float>(float *, int);
template __global__ void scale<double>(double *, int);
} // namespace ns
struct View {
  float *data;
  int steps[2]; // at 8 and 12
};
__global__ void viewed(View view) { view.data[threadIdx.x * view.steps[0] + view.steps[1]] = 0; }
