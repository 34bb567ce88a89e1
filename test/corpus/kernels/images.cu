// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Images and convolutions: stencils with boundary checks, flat indices taken apart by width and height, blocks of
/// 20x10 and 16x16 threads on rows with a pitch.

#include "../corpus.h"

__global__ void cross(const float *in, float *out, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = in[y * pitch + x]; // @cross.centre
  if (x > 0)
    sum += in[y * pitch + x - 1]; // @cross.left
  if (x + 1 < width)
    sum += in[y * pitch + x + 1]; // @cross.right
  if (y > 0)
    sum += in[(y - 1) * pitch + x]; // @cross.above
  if (y < height - 1)
    sum += in[(y + 1) * pitch + x]; // @cross.below
  out[y * pitch + x] = sum;         // @cross.out
}

__global__ void clampedStencil(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -2; dx <= 2; dx += 2)
      sum += in[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)]; // @clampedStencil.in
  out[y * width + x] = sum;                                                                // @clampedStencil.out
}

// One thread a pixel of the result, padding by boundary checks.
__global__ void convolve(const float *in, const float *weights, float *out, int width, int height, int radius) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % width, y = i / width % height, image = i / (width * height);
  float sum = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      int yy = y + dy, xx = x + dx;
      if (yy >= 0 && yy < height && xx >= 0 && xx < width) {
        float v = in[(image * height + yy) * width + xx];                  // @convolve.in
        float w = weights[(dy + radius) * (2 * radius + 1) + dx + radius]; // @convolve.weight
        sum += v * w;
      }
    }
  out[i] = sum; // @convolve.out
}

struct Geometry {
  int width, height, channels, pad, stride;
  int outWidth, outHeight;
};

__global__ void columnsOfImage(const float *in, float *out, Geometry g, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int x = i % g.outWidth, y = i / g.outWidth % g.outHeight, channel = i / g.outWidth / g.outHeight;
    for (int ky = 0; ky < 3; ++ky)
      for (int kx = 0; kx < 3; ++kx) {
        int yy = y * g.stride - g.pad + ky, xx = x * g.stride - g.pad + kx;
        float v = 0;
        if (yy >= 0 && xx >= 0 && yy < g.height && xx < g.width)
          v = in[(channel * g.height + yy) * g.width + xx];                        // @columns.in
        out[((channel * 9 + ky * 3 + kx) * g.outHeight + y) * g.outWidth + x] = v; // @columns.out
      }
  }
}

__global__ void poolByTwo(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width / 2 && y < height / 2) {
    float a = in[2 * y * width + 2 * x];           // @pool.a
    float b = in[2 * y * width + 2 * x + 1];       // @pool.b
    float c = in[(2 * y + 1) * width + 2 * x];     // @pool.c
    float d = in[(2 * y + 1) * width + 2 * x + 1]; // @pool.d
    out[y * (width / 2) + x] = a + b + c + d;      // @pool.out
  }
}

__global__ void pitchedRows(const float *in, float *out, int pitchIn, int pitchOut) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float v = in[y * pitchIn + x];               // @pitched.in
  float w = in[y * pitchIn + pitchIn - 1 - x]; // @pitched.mirrored
  out[x * pitchOut + y] = v + w;               // @pitched.transposed
}

// Pitch in bytes, as cudaMallocPitch gives it.
__global__ void pitchInBytes(const char *in, char *out, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const float *row = reinterpret_cast<const float *>(in + y * pitch);
    float v = row[x]; // @bytePitch.in
    float *to = reinterpret_cast<float *>(out + (height - 1 - y) * pitch);
    to[x] = v; // @bytePitch.out
  }
}

__global__ void upsample(const float *in, float *out, int width, int scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % (width * scale), y = i / (width * scale);
  float v = in[y / scale * width + x / scale]; // @upsample.in
  out[i] = v;                                  // @upsample.out
}

__global__ void marchDown(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
    return;
  int c = y * nx + x, slice = nx * ny;
  for (int z = 1; z < nz - 1; ++z) {
    c += slice;
    float centre = in[c];                       // @march.centre
    float up = in[c - slice];                   // @march.up
    float down = in[c + slice];                 // @march.down
    float west = in[c - 1];                     // @march.west
    float south = in[c + nx];                   // @march.south
    out[c] = centre + up + down + west * south; // @march.out
  }
}

// A running sum down a column: what enters and what leaves, with the window cut at both ends.
__global__ void boxFilter(const float *in, float *out, int width, int height, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int y = -radius; y < height; ++y) {
    if (y + radius < height)
      sum += in[(y + radius) * width + x]; // @box.enters
    if (y - radius - 1 >= 0)
      sum -= in[(y - radius - 1) * width + x]; // @box.leaves
    if (y >= 0)
      out[y * width + x] = sum; // @box.out
  }
}

__global__ void interleavedColours(const unsigned char *in, unsigned char *out, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) {
    unsigned char red = in[3 * i];         // @colours.red
    unsigned char green = in[3 * i + 1];   // @colours.green
    unsigned char blue = in[3 * i + 2];    // @colours.blue
    out[i] = (red + 2 * green + blue) / 4; // @colours.out
  }
}

void launchImages(const Buffers &b) {
  cross<<<dim3(5, 11), dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b), 100, 101, 108);
  cross<<<dim3(7, 7), dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 100, 101, 128);
  clampedStencil<<<dim3(4, 13), dim3(32, 8)>>>(inputOf<float>(b), outputOf<float>(b), 101, 99);
  convolve<<<25, 128>>>(inputOf<float>(b), inputOf<float>(b) + 65536, outputOf<float>(b), 40, 40, 1);
  convolve<<<18, 256>>>(inputOf<float>(b), inputOf<float>(b) + 65536, outputOf<float>(b), 36, 32, 2);
  columnsOfImage<<<12, 128>>>(inputOf<float>(b), outputOf<float>(b), Geometry{30, 28, 3, 1, 1, 30, 28},
                              2520); // g+0=30 g+4=28 g+8=3 g+12=1 g+16=1 g+20=30 g+24=28
  columnsOfImage<<<12, 128>>>(inputOf<float>(b), outputOf<float>(b), Geometry{57, 61, 2, 0, 2, 28, 30},
                              1680); // g+0=57 g+4=61 g+8=2 g+12=0 g+16=2 g+20=28 g+24=30
  poolByTwo<<<dim3(3, 5), dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b), 101, 99);
  pitchedRows<<<dim3(5, 10), dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b), 104, 112);
  pitchedRows<<<dim3(6, 6), dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 100, 97);
  pitchInBytes<<<dim3(4, 13), dim3(32, 8)>>>(inputOf<char>(b), outputOf<char>(b), 512, 101, 100);
  pitchInBytes<<<dim3(6, 10), dim3(20, 10)>>>(inputOf<char>(b), outputOf<char>(b), 480, 115, 100);
  upsample<<<48, 256>>>(inputOf<float>(b), outputOf<float>(b), 32, 3);
  marchDown<<<dim3(3, 5), dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b), 60, 50, 9);
  boxFilter<<<4, 64>>>(inputOf<float>(b), outputOf<float>(b), 256, 30, 4);
  interleavedColours<<<32, 256>>>(inputOf<unsigned char>(b), outputOf<unsigned char>(b), 8001);
}
