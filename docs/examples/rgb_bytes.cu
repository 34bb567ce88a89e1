// A colour image to grey. With three bytes a pixel, each of the three loads fetches the same 96 bytes and uses a third
// of them; with four, one load of four bytes brings a whole pixel and every byte that it moves is asked for.
//
// The stores move one byte a lane: 32 bytes, exactly one sector. Narrow, and still ideal: no warning is due.
//
//   access                    sectors per request   ideal
//   greyFromRgb   load r      3                     1
//   greyFromRgb   load g      3                     1
//   greyFromRgb   load b      3                     1
//   greyFromRgb   store grey  1                     1
//   greyFromRgba  load pixel  4                     4
//   greyFromRgba  store grey  1                     1

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void greyFromRgb(unsigned char *grey, const unsigned char *rgb, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned char r = rgb[3 * i];
  unsigned char g = rgb[3 * i + 1];
  unsigned char b = rgb[3 * i + 2];
  grey[i] = (77 * r + 150 * g + 29 * b) >> 8;
}

__global__ void greyFromRgba(unsigned char *grey, const uchar4 *rgba, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uchar4 pixel = rgba[i];
  grey[i] = (77 * pixel.x + 150 * pixel.y + 29 * pixel.z) >> 8;
}

int main() {
  const int n = 1 << 20;
  std::vector<unsigned char> image(4 * n, 200), result(n);
  unsigned char *in, *out;
  cudaMalloc(&in, image.size());
  cudaMalloc(&out, n);
  cudaMemcpy(in, image.data(), image.size(), cudaMemcpyHostToDevice);

  greyFromRgb<<<n / 256, 256>>>(out, in, n);
  greyFromRgba<<<n / 256, 256>>>(out, reinterpret_cast<uchar4 *>(in), n);

  cudaMemcpy(result.data(), out, n, cudaMemcpyDeviceToHost);
  std::printf("grey[0] = %d, expected 200\n", result[0]);
  cudaFree(in);
  cudaFree(out);
  return result[0] == 200 ? 0 : 1;
}
