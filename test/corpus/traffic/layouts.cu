// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as people write them, on arrays of 256 MiB and more: records and arrays of fields, transposes, stencils,
// strides, bytes, columns, chunks, gathers, atomics.

#include "traffic.h"

namespace {

__device__ __forceinline__ size_t threadIndex() { return size_t(blockIdx.x) * blockDim.x + threadIdx.x; }

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};
struct Cell {
  float density, momentum[3], energy, flux[6], age;
};
struct Vector3 {
  float x, y, z;
};
struct Quad {
  double x, y, z, w;
};

constexpr int kSide = 16384; ///< of the matrices that are transposed

} // namespace

// Arrays of records.
__global__ void loadField(const Particle *p, float *out) {
  size_t i = threadIndex();
  out[i] =         // @loadField.out
      p[i].charge; // @loadField.in
}
__global__ void loadSiblings(const Particle *p, float *out) {
  size_t i = threadIndex();
  float x = p[i].x;           // @loadSiblings.x
  float vz = p[i].vz;         // @loadSiblings.vz
  float charge = p[i].charge; // @loadSiblings.charge
  out[i] = x * vz + charge;   // @loadSiblings.out
}
__global__ void updateField32(Particle *p) {
  size_t i = threadIndex();
  float mass = p[i].mass; // @updateField32.load
  p[i].mass = mass + 1;   // @updateField32.store
}
__global__ void updateField48(Cell *p) {
  size_t i = threadIndex();
  float energy = p[i].energy; // @updateField48.load
  p[i].energy = energy + 1;   // @updateField48.store
}
__global__ void updateField12(Vector3 *p) {
  size_t i = threadIndex();
  float y = p[i].y; // @updateField12.load
  p[i].y = y + 1;   // @updateField12.store
}
__global__ void storeField12(Vector3 *p) {
  p[threadIndex()].z = 1; // @storeField12.out
}
__global__ void storeField48(Cell *p) {
  p[threadIndex()].age = 1; // @storeField48.out
}
__global__ void storeRecordWords(Particle *p) {
  Particle *q = p + threadIndex();
  q->x = 1;      // @storeRecordWords.x
  q->y = 2;      // @storeRecordWords.y
  q->z = 3;      // @storeRecordWords.z
  q->vx = 4;     // @storeRecordWords.vx
  q->vy = 5;     // @storeRecordWords.vy
  q->vz = 6;     // @storeRecordWords.vz
  q->mass = 7;   // @storeRecordWords.mass
  q->charge = 8; // @storeRecordWords.charge
}
__global__ void storeRecordDoubles(Quad *p) {
  Quad *q = p + threadIndex();
  q->x = 1; // @storeRecordDoubles.x
  q->y = 2; // @storeRecordDoubles.y
  q->z = 3; // @storeRecordDoubles.z
  q->w = 4; // @storeRecordDoubles.w
}
__global__ void storeMostOfRecord(Particle *p) {
  Particle *q = p + threadIndex();
  q->x = 1;  // @storeMostOfRecord.x
  q->y = 2;  // @storeMostOfRecord.y
  q->z = 3;  // @storeMostOfRecord.z
  q->vx = 4; // @storeMostOfRecord.vx
  q->vy = 5; // @storeMostOfRecord.vy
  q->vz = 6; // @storeMostOfRecord.vz
}
__global__ void moveParticles(Particle *p, float dt) {
  Particle *q = p + threadIndex();
  q->x += q->vx * dt; // @moveParticles.x
  q->y += q->vy * dt; // @moveParticles.y
  q->z += q->vz * dt; // @moveParticles.z
}
__global__ void moveArrays(float *x, float *y, const float *vx, const float *vy, float dt) {
  size_t i = threadIndex();
  x[i] += vx[i] * dt; // @moveArrays.x
  y[i] += vy[i] * dt; // @moveArrays.y
}

// Transposes of a square matrix: the stores of a block of 32 x 8 fill their sectors, those of 256 x 1 need their
// neighbours' blocks.
__global__ void transposeBlocks(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * kSide + y] =   // @transposeBlocks.out
      in[y * kSide + x]; // @transposeBlocks.in
}
__global__ void transposeRows(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  out[x * kSide + y] =   // @transposeRows.out
      in[y * kSide + x]; // @transposeRows.in
}
__global__ void transposeLoads(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * kSide + x] =   // @transposeLoads.out
      in[x * kSide + y]; // @transposeLoads.in
}
__global__ void transposeTiled(float *out, const float *in) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * kSide + x]; // @transposeTiled.in
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * kSide + x] = tile[threadIdx.x][threadIdx.y + j]; // @transposeTiled.out
}

// Stencils.
__global__ void stencil5(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  const float *p = in + y * width + x;
  float up = p[-width];                                     // @stencil5.up
  float down = p[width];                                    // @stencil5.down
  float left = p[-1];                                       // @stencil5.left
  float right = p[1];                                       // @stencil5.right
  float here = p[0];                                        // @stencil5.here
  out[y * width + x] = up + down + left + right - 4 * here; // @stencil5.out
}
__global__ void stencil7(float *out, const float *in, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= width - 1 || y >= height - 1 || z >= depth - 1)
    return;
  int plane = width * height, i = z * plane + y * width + x;
  float sum = in[i - plane] + in[i + plane]; // @stencil7.planes
  sum += in[i - width] + in[i + width];      // @stencil7.rows
  sum += in[i - 1] + in[i + 1] - 6 * in[i];  // @stencil7.row
  out[i] = sum;                              // @stencil7.out
}
__global__ void stencilWalk(float *out, const float *in, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int plane = width * height, i = y * width + x;
#pragma unroll 1
  for (int z = 1; z < depth - 1; ++z)
    out[i + z * plane] = in[i + (z - 1) * plane] + in[i + z * plane] + in[i + (z + 1) * plane]; // @stencilWalk.all
}

// Strides.
__global__ void stride3(float *out, const float *in) {
  size_t i = threadIndex();
  out[i] =       // @stride3.out
      in[i * 3]; // @stride3.in
}
__global__ void stride12(float *out, const float *in) {
  size_t i = threadIndex();
  out[i] =        // @stride12.out
      in[i * 12]; // @stride12.in
}
__global__ void storeStride3(float *out) {
  out[threadIndex() * 3] = 1; // @storeStride3.out
}
__global__ void storeThreeOfFour(float *out) {
  size_t i = threadIndex();
  if (i % 4 != 3)
    out[i] = 1; // @storeThreeOfFour.out
}
__global__ void storeRaggedRows(float *out, int width, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width)
    out[y * pitch + x] = 1; // @storeRaggedRows.out
}
__global__ void copyShifted(float *out, const float *in) {
  size_t i = threadIndex();
  out[i] =        // @copyShifted.out
      in[i + 13]; // @copyShifted.in
}

// Bytes.
__global__ void storeBytes(unsigned char *out) {
  out[threadIndex()] = 1; // @storeBytes.out
}
__global__ void storePixels(unsigned char *out) {
  unsigned char *pixel = out + threadIndex() * 3;
  pixel[0] = 1; // @storePixels.r
  pixel[1] = 2; // @storePixels.g
  pixel[2] = 3; // @storePixels.b
}
__global__ void storeRed(unsigned char *out) {
  out[threadIndex() * 4] = 1; // @storeRed.out
}

// A thread that walks: along its row, through its chunk.
__global__ void storeAlongRow(float *out, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int c = 0; c < columns; ++c)
    out[row * columns + c] = 1; // @storeAlongRow.out
}
__global__ void sumAlongRow(float *out, const float *in, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < columns; ++c)
    sum += in[row * columns + c]; // @sumAlongRow.in
  out[row] = sum;                 // @sumAlongRow.out
}
__global__ void storeChunk16(float *out) {
  float *chunk = out + threadIndex() * 16;
#pragma unroll 1
  for (int k = 0; k < 16; ++k)
    chunk[k] = 1; // @storeChunk16.out
}
__global__ void copyChunk16(float *out, const float *in) {
  size_t first = threadIndex() * 16;
#pragma unroll
  for (int k = 0; k < 16; ++k)
    out[first + k] =   // @copyChunk16.out
        in[first + k]; // @copyChunk16.in
}

// Every warp of the machine, striding over the whole.
__global__ void triad(float *out, const float *a, const float *b, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] =             // @triad.out
        a[i] + s * b[i]; // @triad.in
}
__global__ void reduceSum(float *out, const float *in, int n) {
  __shared__ float part[512];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i]; // @reduceSum.in
  part[threadIdx.x] = sum;
  for (int step = 256; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step)
      part[threadIdx.x] += part[threadIdx.x + step];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0]; // @reduceSum.out
}

// Indices that are computed: 2^26 words.
__global__ void gatherReversed(float *out, const float *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =                // @gatherReversed.out
      in[__brev(i) >> 6]; // @gatherReversed.in
}
__global__ void gatherHashed(float *out, const float *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =                              // @gatherHashed.out
      in[(i * 2654435761u) & 67108863]; // @gatherHashed.in
}
__global__ void scatterHashed(float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(i * 2654435761u) & 67108863] = 1; // @scatterHashed.out
}
__global__ void atomicsScattered(int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[((i * 2654435761u) & 8388607) * 8], 1); // @atomicsScattered.red
}
__global__ void atomicsHashed(int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[(i * 2654435761u) >> 6], 1); // @atomicsHashed.red
}
__global__ void atomicsColliding(int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[((i >> 3) * 2654435761u) >> 6], 1); // @atomicsColliding.red
}
__global__ void atomicsContiguous(int *out) {
  atomicAdd(&out[threadIndex()], 1); // @atomicsContiguous.red
}
__global__ void histogram(int *bins, const float *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[(i * 2654435761u) >> 16], 1 + int(in[i])); // @histogram.red
}

void runLayouts(const Memory &m) {
  stencil5<<<dim3(256, 1024), dim3(32, 8)>>>(static_cast<float *>(m.b), static_cast<const float *>(m.a), 8192, 8192);
  stencil7<<<dim3(16, 128, 128), dim3(32, 4, 2)>>>(static_cast<float *>(m.b), static_cast<const float *>(m.a), 512, 512,
                                                   256);
  stencilWalk<<<dim3(8, 128), dim3(64, 4)>>>(static_cast<float *>(m.b), static_cast<const float *>(m.a), 512, 512, 256);
  stride3<<<262144, 256>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a));
  stride12<<<131072, 256>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a));
  copyShifted<<<524288, 128>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a));
  gatherReversed<<<262144, 256>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a));
  gatherHashed<<<262144, 256>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a));
  reduceSum<<<2112, 512>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a), 134217728);
  sumAlongRow<<<256, 256>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a), 1024);
  triad<<<1056, 256>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a), static_cast<const float *>(m.b), 3,
                       67108864);
  loadField<<<262144, 256>>>(static_cast<const Particle *>(m.a), static_cast<float *>(m.c));
  loadSiblings<<<524288, 128>>>(static_cast<const Particle *>(m.a), static_cast<float *>(m.c));
  transposeBlocks<<<dim3(512, 2048), dim3(32, 8)>>>(static_cast<float *>(m.b), static_cast<const float *>(m.a));
  transposeRows<<<dim3(64, 16384), 256>>>(static_cast<float *>(m.b), static_cast<const float *>(m.a));
  transposeLoads<<<dim3(512, 2048), dim3(32, 8)>>>(static_cast<float *>(m.b), static_cast<const float *>(m.a));
  transposeTiled<<<dim3(512, 512), dim3(32, 8)>>>(static_cast<float *>(m.b), static_cast<const float *>(m.a));
  copyChunk16<<<16384, 256>>>(static_cast<float *>(m.c), static_cast<const float *>(m.a));
  histogram<<<262144, 256>>>(static_cast<int *>(m.d), static_cast<const float *>(m.a));
  moveParticles<<<262144, 256>>>(static_cast<Particle *>(m.a), 0.5f);
  moveArrays<<<262144, 256>>>(static_cast<float *>(m.a), static_cast<float *>(m.b), static_cast<const float *>(m.c),
                              static_cast<const float *>(m.d), 0.5f);
  updateField32<<<262144, 256>>>(static_cast<Particle *>(m.a));
  updateField48<<<65536, 256>>>(static_cast<Cell *>(m.a));
  updateField12<<<524288, 128>>>(static_cast<Vector3 *>(m.a));
  storeField12<<<262144, 256>>>(static_cast<Vector3 *>(m.a));
  storeField48<<<65536, 256>>>(static_cast<Cell *>(m.a));
  storeRecordWords<<<131072, 256>>>(static_cast<Particle *>(m.a));
  storeRecordDoubles<<<262144, 128>>>(static_cast<Quad *>(m.a));
  storeMostOfRecord<<<131072, 256>>>(static_cast<Particle *>(m.a));
  storeStride3<<<262144, 256>>>(static_cast<float *>(m.a));
  storeThreeOfFour<<<262144, 256>>>(static_cast<float *>(m.a));
  storeRaggedRows<<<dim3(16, 16384), dim3(64, 4)>>>(static_cast<float *>(m.a), 1021, 1024);
  storeBytes<<<1048576, 256>>>(static_cast<unsigned char *>(m.a));
  storePixels<<<524288, 256>>>(static_cast<unsigned char *>(m.a));
  storeRed<<<262144, 256>>>(static_cast<unsigned char *>(m.a));
  storeAlongRow<<<256, 256>>>(static_cast<float *>(m.a), 1024);
  storeChunk16<<<16384, 256>>>(static_cast<float *>(m.a));
  scatterHashed<<<262144, 256>>>(static_cast<float *>(m.a));
  atomicsScattered<<<32768, 256>>>(static_cast<int *>(m.a));
  atomicsHashed<<<65536, 256>>>(static_cast<int *>(m.a));
  atomicsColliding<<<65536, 256>>>(static_cast<int *>(m.a));
  atomicsContiguous<<<262144, 256>>>(static_cast<int *>(m.a));
}
