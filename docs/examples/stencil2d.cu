// A five-point stencil. The neighbours above and below start at the same place in their sectors as the point itself;
// those to the left and right are shifted by one word, and 128 bytes that start in the middle of a sector touch five.
//
// The fifth sector is the neighbour warp's first: it comes out of the cache, which is why a stencil is not slow for
// this. Staging the tile in shared memory removes the shift.
//
//   access              sectors per request                      ideal
//   load  centre        4                                        4
//   load  above, below  4                                        4
//   load  left          5 (4 in the first block, mean 4.97)      4
//   load  right         5 (4 in the last block, mean 4.97)       4
//   store out           4                                        4

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void stencil(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  float centre = in[y * width + x];
  float above = in[(y - 1) * width + x];
  float below = in[(y + 1) * width + x];
  float left = in[y * width + x - 1];
  float right = in[y * width + x + 1];
  out[y * width + x] = 0.5f * centre + 0.125f * (above + below + left + right);
}

int main() {
  const int width = 1024, height = 1024;
  const size_t bytes = width * height * sizeof(float);
  std::vector<float> image(width * height, 1.0f);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, image.data(), bytes, cudaMemcpyHostToDevice);

  stencil<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(out, in, width, height);

  cudaMemcpy(image.data(), out, bytes, cudaMemcpyDeviceToHost);
  std::printf("out[1][1] = %g, expected 1\n", image[width + 1]);
  cudaFree(in);
  cudaFree(out);
  return image[width + 1] == 1.0f ? 0 : 1;
}
